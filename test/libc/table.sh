#!/bin/sh
# The tables of doc/libc.md against runtime/libc/differences.def.
#   test/libc/table.sh BUILD       fails where they differ
#   test/libc/table.sh --print     prints the tables
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
cc -w -o "$out/table" "$here/test/libc/table.c"
"$out/table" | sed 's/ *$//' >"$out/tables"
if [ "${1:-}" = --print ]; then
  cat "$out/tables"
  exit
fi
sed -n '/<!-- differences.def -->/,/<!-- end -->/p' "$here/doc/libc.md" | sed '1d;$d' |
  diff "$out/tables" - || {
  echo "doc/libc.md differs from runtime/libc/differences.def: test/libc/table.sh --print"
  exit 1
}
