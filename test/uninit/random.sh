#!/bin/sh
# Random programs that copy what was never written: under --uninit=nondet each
# copy reads as its source does, in every configuration of test/program.sh, and
# nothing else does.
#
#   test/uninit/random.sh BUILD [FIRST [COUNT]]
set -eu
build=$1
first=${2:-1}
count=${3:-4}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
cd "$(dirname "$0")/../.."

failed=0 holding=0 failing=0 seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  "$build/uninit_generate" "$seed" >"$out/seed$seed.c"
  claims=$(grep -c 'assert(' "$out/seed$seed.c")
  expected=$(grep -c 'expect:' "$out/seed$seed.c" || true)
  holding=$((holding + claims - expected)) failing=$((failing + expected))
  test/program.sh "$build" "$out/seed$seed.c" || {
    failed=$((failed + 1))
    echo "seed $seed differs: build/uninit_generate $seed"
  }
  seed=$((seed + 1))
done
echo "$count programs, $holding claims that hold, $failing that can fail;" \
     "$failed differ"
[ "$failed" -eq 0 ] && [ $((holding + failing)) -gt 0 ]
