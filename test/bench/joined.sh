#!/bin/sh
# The tokenizer of bench/joined, its paths joined as diagrams: no SAT solver is asked;
# the walk from input to input answers alone, and a second back end agrees.
#
#   test/bench/joined.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() { sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p" "$work/out/stats.json"; }
run() {         # SIZE OPTION...
  size=$1
  shift
  clang-19 -DN="$size" -O1 -Xclang -disable-llvm-passes -g -emit-llvm -Iinclude -c \
    bench/joined/tokenizer.c -o "$work/tokenizer.bc"
  rm -rf "$work/out"
  status=0
  "$build/braid" run --quiet --tests=none --join=always --output-dir="$work/out" \
    "$@" "$work/tokenizer.bc" >"$work/log" 2>&1 || status=$?
  [ "$status" = 10 ] || {
    echo "status $status, not 10: the bug is not found" >&2
    cat "$work/log" >&2
    exit 1
  }
}

# Counted work: 475,609 steps, and 1,867,038 of 48 bytes; 1,040,767 and 8,692,604 when
# counters had a leaf for each count, and a node for each count above.
run 24
steps=$(count "diagram steps")
[ "$steps" -lt 600000 ] || { echo "$steps diagram steps of 24 bytes" >&2; exit 1; }
run 48
steps=$(count "diagram steps")
[ "$steps" -lt 2400000 ] || { echo "$steps diagram steps of 48 bytes" >&2; exit 1; }
[ "$(count by_sat)" = 0 ] || { echo "a SAT solver was asked" >&2; exit 1; }
run 20
[ "$(count by_sat)" = 0 ] || { echo "a SAT solver was asked" >&2; exit 1; }
run 20 --no-differences
[ "$(count by_walk)" -gt 20 ] || { echo "the walk decides too little" >&2; exit 1; }
[ "$(count by_sat)" = 0 ] || { echo "a SAT solver was asked" >&2; exit 1; }
run 12 --no-differences --no-walk
[ "$(count by_walk)" = 0 ] || { echo "--no-walk does not hold" >&2; exit 1; }
[ "$(count by_sat)" -gt 0 ] || { echo "nobody needs the walk" >&2; exit 1; }
run 7 --no-differences --solver-check
[ "$(count checked)" -gt 50 ] || { echo "too little was checked" >&2; exit 1; }
