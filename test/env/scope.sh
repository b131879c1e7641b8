#!/bin/sh
# What doc/checks.md says of scope and assumptions against the code: each row of
# scope.def has a line, each text that the engine notes as an assumption has one.
#
#   test/env/scope.sh BUILD
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
page=$here/doc/checks.md
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
failures=0

part() { sed -n "/<!-- $1 -->/,/<!-- end -->/p" "$page"; }

sed -n 's/^SCOPE(\([A-Z_]*\),.*/\1/p' "$here/src/formats/scope.def" >"$out/items"
part scope.def | sed -n 's/^| \([A-Z_]*\) |.*/\1/p' >"$out/listed"
if ! diff "$out/items" "$out/listed"; then
  echo "doc/checks.md differs from scope.def"
  failures=1
fi

# The first literal of each note, up to what is filled in; one that begins so is found
# in the page by the longest piece of text in it.
part notes | tr '\n' ' ' >"$out/page"
cat "$here"/src/exec/*.c "$here"/src/lazy/*.c "$here"/runtime/*.c | tr '\n' ' ' | sed 's/" *"//g' |
  grep -oE '(exec_note_text\(x, *(exec_intern_format\( *x, *)?|note_at\(x, s, *|_note\[\] = |__braid_note\()"[^"\\]*' |
  sed 's/^[^"]*"//' | sort -u >"$out/texts"
[ "$(wc -l <"$out/texts")" -ge 14 ] || { echo "few notes found in the code"; failures=1; }
while IFS= read -r text; do
  piece=$(echo "$text" | sed 's/%[.0-9]*l*[a-z]/\n/g' | awk '
    { sub(/^\(\) /, ""); sub(/ *\(--sym-args.*/, ""); gsub(/^ +| +$/, "") }
    length > length(best) { best = $0 } END { print best }')
  grep -qF "$piece" "$out/page" || {
    echo "doc/checks.md has no line for the assumption \"$text\""
    failures=1
  }
done <"$out/texts"
[ $failures = 0 ]
