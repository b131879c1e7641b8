#!/bin/sh
# doc/composition.md has the rows of src/explore/strategies.def: the same names, sights and
# conditions in the same order, each with a reason.
#
#   test/words/strategies.sh [BUILD]
set -eu
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM

{ tr '\n' ' ' <src/explore/strategies.def; echo; } | sed 's/\/\*.*\*\///; s/STRATEGY(/\n&/g' |
  sed -n 's/^STRATEGY(\([A-Z]*\), *\([^,]*\), *\([^,]*\), *\([^,]*\), *\([^,]*\), *\([^)]*\)).*/\2|\3|\4|\5|\6/p' |
  sed 's/SIGHT_//g; s/ | /, /g; s/STRATEGY_//g' | tr 'A-Z' 'a-z' |
  sed ':a; s/|0\(|\|$\)/|\1/; ta' >"$out/table"
sed -n '/^## The order/,/^## Neighbours/p' doc/composition.md |
  sed -n '/^|---/,/^$/p' | sed '1d; /^$/d; s/^| *//; s/ *| */|/g' >"$out/page"
cut -d'|' -f1-5 "$out/page" >"$out/rows"
[ "$(wc -l <"$out/table")" -gt 5 ] || { echo "no table of strategies"; exit 1; }
diff "$out/table" "$out/rows" || {
  echo "src/explore/strategies.def (<) and doc/composition.md (>) differ"
  exit 1
}
while IFS='|' read -r row _ _ _ _ technique reason; do
  [ -n "$technique" ] && [ "${#reason}" -gt 20 ] || { echo "no reason: $row"; exit 1; }
  [ -f "src/explore/strategy_$row.c" ] || { echo "no file of $row"; exit 1; }
done <"$out/page"
