#!/bin/sh
# Joins of states with other callers, on the grammar of bench/multise/calc.c: each function runs
# about once a token, however many places call it on however many paths.  With joins of equal
# stacks alone, as beside templates, the same work doubles with every token.  By default the
# contender that joins as diagrams crosses stacks, too.
#
#   test/bench/stacks.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() { sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p" "$work/out/stats.json"; }
run() {         # TOKENS OPTION...
  clang-19 "-DN=$1" -O1 -Xclang -disable-llvm-passes -g -emit-llvm -Iinclude -c \
    bench/multise/calc.c -o "$work/calc.bc"
  shift
  rm -rf "$work/out"
  "$build/braid" run --quiet --jobs=1 --no-replay --tests=none --no-check=leak \
    --output-dir="$work/out" "$@" "$work/calc.bc" >"$work/log" 2>&1 || {
      echo "not proved: $*" >&2
      cat "$work/log" >&2
      exit 1
    }
}

run 5 --join=always
five=$(count instructions)
run 8 --join=always
eight=$(count instructions) steps=$(count "diagram steps")
[ "$(count "joins of other stacks")" -gt 20 ] || { echo "no stacks were joined" >&2; exit 1; }
run 8 --join=always --loops=template
equal=$(count instructions) equal_steps=$(count "diagram steps")
[ "$(count "joins of other stacks")" = "" ] || { echo "stacks were joined" >&2; exit 1; }
# Three more tokens: less than twice the work, where it grows ninefold.
[ "$eight" -lt $((2 * five)) ] || { echo "$five instructions, then $eight" >&2; exit 1; }
[ $((6 * eight)) -lt "$equal" ] || { echo "$eight instructions, $equal without" >&2; exit 1; }
[ $((2 * steps)) -lt "$equal_steps" ] || { echo "$steps steps, $equal_steps without" >&2; exit 1; }
run 8
[ "$(count "joins of other stacks")" -gt 20 ] || { echo "the default joined no stacks" >&2; exit 1; }
# The same with one store for all states.
for slice in 0 1; do
  run 8 --merge=store --limit=multise_slice=$slice
  one=$(count instructions)
  [ $((5 * one)) -lt "$equal" ] || { echo "$one instructions with one store" >&2; exit 1; }
  [ "$(count "commits to a store")" -gt 100 ] || { echo "nothing was committed" >&2; exit 1; }
done
