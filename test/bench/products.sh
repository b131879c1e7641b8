#!/bin/sh
# Idioms of bench/products at 64 bits: each is proved within 20,000 conflicts a question,
# by facts about products; without those, one is not.
#
#   test/bench/products.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() { sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p" "$work/out/stats.json"; }
run() {         # STATUS IDIOM OPTION...
  want=$1 idiom=$2
  shift 2
  rm -rf "$work/out"
  status=0
  "$build/braid" run --quiet --jobs=1 --no-replay "$@" -DBITS=64 \
    --output-dir="$work/out" bench/products/idioms.c -- "$idiom" >"$work/log" 2>&1 ||
    status=$?
  [ "$status" = "$want" ] || {
    echo "$idiom: status $status, not $want" >&2
    cat "$work/log" >&2
    exit 1
  }
}

for idiom in quotient-left most-by-left wide builtin-by-quotient reallocarray \
  product-and-sum division rest-below back common-factor row-and-column; do
  run 0 "$idiom" --max-conflicts=20000
  [ "$(count by_product)" -gt 0 ] || { echo "$idiom: no facts were of use" >&2; exit 1; }
done
run 5 rest-below --no-products --solver=sat --max-conflicts=20000
