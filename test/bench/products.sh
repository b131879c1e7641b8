#!/bin/sh
# The idioms of bench/products at 32 and 64 bits: each is proved within MOST conflicts a
# question and WORK in all, which is what 100 ms are enough for; without facts about
# products, one is not.  Conflicts are counted, not time, so that a lost idiom is seen on
# any machine.
#
#   test/bench/products.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${MOST:=5000}" "${WORK:=8000}"
failed=0

count() { sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p" "$work/out/stats.json"; }
run() {         # STATUS BITS IDIOM OPTION...
  want=$1 bits=$2 idiom=$3
  shift 3
  rm -rf "$work/out"
  status=0
  "$build/braid" run --quiet --jobs=1 --no-replay --tests=none "$@" \
    --output-dir="$work/out" "$work/$bits.bc" -- "$idiom" >"$work/log" 2>&1 || status=$?
  [ "$status" = "$want" ] && return
  echo "$idiom at $bits bits: status $status, not $want" >&2
  cat "$work/log" >&2
  failed=1
}

for bits in 32 64; do
  clang-19 -DBITS=$bits -O1 -Xclang -disable-llvm-passes -g -emit-llvm -Iinclude -c \
    -o "$work/$bits.bc" bench/products/idioms.c
  for idiom in $(sed -n 's/^IDIOM(\([a-z-]*\),.*/\1/p' bench/products/idioms.def); do
    run 0 $bits "$idiom" --max-conflicts="$MOST"
    took=$(count sat_work)
    [ "$took" -le "$WORK" ] && [ "$(count by_z3)" = 0 ] ||
      { echo "$idiom at $bits bits: work $took, not $WORK, or Z3" >&2; failed=1; }
  done
done
run 0 64 row-and-column
[ "$(count by_product)" -gt 0 ] || { echo "no facts were of use" >&2; failed=1; }
run 5 64 row-and-column --no-products --solver=sat --max-conflicts="$MOST"
exit $failed
