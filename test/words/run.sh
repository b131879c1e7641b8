#!/bin/sh
# No word of test/words/dialect in the documentation, in braid's help, in what braid
# prints (the sentences of its tables, the golden files), in stats.json of a run, and in
# names and comments of the sources; a short glossary; at most 150 tuning numbers; and a
# README that links every page.
#
#   test/words/run.sh BUILD
set -eu
braid=$(cd "$1" && pwd)/braid
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM

for page in run replay report cc relevancy solve limits; do
  "$braid" help "$page" >"$out/help-$page"
done
"$braid" run --explain --explain-loops --no-replay --tests=none \
  --output-dir="$out/dir" test/programs/loops-fill.c >"$out/printed" 2>&1 || true
cp "$out/dir/stats.json" "$out/stats.json"
# The sentences of tables, without the names and comments beside them.
for table in src/*/*.def; do
  sed -n 's/^[^*]*\("[^"]* [^"]*"\).*/\1/p' "$table" >"$out/$(echo "$table" | tr / -)"
done
# Names and comments: a name is as many words as it has parts, and a comment that goes on
# in the next line is one line here.
for file in src/*/*.[ch] src/*/*.def src/page/page.* include/*.h; do
  sed 's/^ *\/\?\*\+ \?//; s/_/ /g' "$file" | tr '\n' ' ' | sed 's/[.;:{}] */&\n/g' |
    sed "s,^,$file: ,"
done >"$out/sources"
ls src/*/* | tr '_/.' '   ' >>"$out/sources"

failures=0
found() {
  [ -s "$out/found" ] || return 0
  failures=$((failures + 1))
  echo "instead of these, write: $1"
  sed 's/^[0-9]*:/    /' "$out/found"
}
tab=$(printf '\t')
while IFS=$tab read -r word better; do
  case $word in '#'* | '') continue ;; esac
  # Code is no prose.
  sed '/^ *```/,/^ *```/d; s/`[^`]*`//g' README.md CONTRIBUTING.md doc/*.md "$out"/help-* \
    "$out"/src-* "$out/printed" "$out/stats.json" test/golden/*.gold |
    grep -niwE -- "$word" >"$out/found" || true
  found "$better"
  grep -niwE -- "$word" "$out/sources" >"$out/found" || true
  found "$better"
done <test/words/dialect
# The glossary is short.
terms=$(($(grep -c '^| [a-z]' doc/glossary.md) - 1))        # the head of the table
[ "$terms" -le 30 ] || { echo "$terms terms in doc/glossary.md"; exit 1; }
# The tuning numbers are few, and their page says how many.
rows=$(grep -c '^LIMIT(' src/base/limits.def)
[ "$rows" -le 150 ] || { echo "$rows rows in src/base/limits.def"; exit 1; }
grep -qF "the $rows rows of" doc/limits.md || { echo "doc/limits.md: not $rows rows"; exit 1; }
# README links every page.
for page in doc/*.md src/README.md CONTRIBUTING.md NEWS.md; do
  grep -qF "]($page)" README.md || { echo "README.md does not link $page"; exit 1; }
done
[ "$failures" -eq 0 ]
