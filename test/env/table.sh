#!/bin/sh
# The table of system calls, runtime/posix/calls.def, held against the code and
# against doc/environment.md.
#
#   test/env/table.sh [BUILD | --print]   exit status 1: they differ
#
# --print writes the table as the page has it.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# "calls|functions|status|text", strings joined
rows() {
  sed -n '/^CALL(/,$p' "$here/runtime/posix/calls.def" | grep -v '^#' |
    tr '\n' ' ' | sed 's/CALL("/\n"/g; s/$/\n/' | sed -n '
      s/" *"//g
      s/^"\([^"]*\)", *"\([^"]*\)", *\([A-Z]*\), *"\([^"]*\)").*/\1|\2|\3|\4/p'
}

table() {
  echo '| a program calls | the model |'
  echo '|---|---|'
  rows | while IFS='|' read -r calls functions status text; do
    case $status in
    FAITHFUL) text="faithful: $text" ;;
    ASSUMES) ;;
    CUTS) text="unsupported" ;;
    *) echo "calls.def: what is $status?" >&2; exit 1 ;;
    esac
    printf '| %s | %s |\n' "$(echo "$functions" | sed 's/[^ ][^ ]*/`&`/g')" "$text"
  done
  echo
  echo '| assumption | as the report lists it |'
  echo '|---|---|'
  sed -n '/^ASSUMPTION(/,$p' "$here/runtime/posix/assumptions.def" |
    grep -v '^#' | tr '\n' ' ' | sed 's/ASSUMPTION(/\n/g' | sed -n '
      s/" *"//g
      s/^\([A-Z_]*\), *NULL, *"\([^"]*\)").*/| \1 | \2 |/p
      s/^\([A-Z_]*\), *"\([^"]*\)", *"\([^"]*\)").*/| \1, `\2` | \3 |/p' | awk 1
}

if [ "${1:-}" = --print ]; then table; exit; fi
failures=0
# Calls of the code and of the table.
cat "$here"/runtime/posix/*.c | grep -oE 'case SYS_[a-z0-9_]+' |
  sed 's/case SYS_//' | sort -u >"$out/code"
rows | cut -d'|' -f1 | tr ' ' '\n' | grep -v '^-' | sort >"$out/listed"
uniq -d "$out/listed" >"$out/twice"
[ ! -s "$out/twice" ] || { echo "twice in calls.def:"; cat "$out/twice"; failures=1; }
if ! diff "$out/code" "$out/listed" >"$out/diff"; then
  echo "calls.def differs from the code (< without a line, > without code):"
  grep '^[<>]' "$out/diff"
  failures=1
fi
# Assumptions that are named are there, and the other way round.
cat "$here"/runtime/posix/*.c "$here"/runtime/musl/*.c |
  grep -oE 'ASSUME_[A-Z_]+' |
  sed 's/ASSUME_//' | sort -u >"$out/used"
sed -n 's/^ASSUMPTION(\([A-Z_]*\),.*/\1/p' \
  "$here/runtime/posix/assumptions.def" | sort >"$out/known"
if ! diff "$out/used" "$out/known" >"$out/diff"; then
  echo "assumptions.def differs from the code:"; cat "$out/diff"; failures=1
fi
rows | awk -F'|' '$3 == "ASSUMES" { print $4 }' | grep -oE '[A-Z_]{4,}' |
  sort -u >"$out/named"
comm -13 "$out/named" "$out/known" | while read -r name; do
  echo "no call of calls.def names the assumption $name"
done >"$out/unnamed"
[ ! -s "$out/unnamed" ] || { cat "$out/unnamed"; failures=1; }
# The page.
table >"$out/table"
sed -n '/<!-- calls.def -->/,/<!-- end -->/p' "$here/doc/environment.md" |
  sed '1d;$d' >"$out/page"
if ! diff "$out/table" "$out/page" >"$out/diff"; then
  echo "doc/environment.md has another table (test/env/table.sh --print):"
  head -n 10 "$out/diff"
  failures=1
fi
exit "$failures"
