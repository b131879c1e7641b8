#!/bin/sh
# Few states are alive in a depth-first search, so the budget of memory is never met and
# no path is cut or put aside, however many there were; without sweeping it is met.
#
#   test/sweep/budget.sh [BUILD]
set -eu
cd "$(dirname "$0")/../.."
BUILD=$(realpath "${1:-build}")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# Sanitizers need more than the budget themselves.
if grep -q '^\(SANITIZE\|HOSTILE\):BOOL=ON' "$BUILD/CMakeCache.txt"; then exit 0; fi

# run MODE: whether the budget was met
run() {
  "$BUILD/braid" run --classic --sweep="$1" --max-memory=40MiB \
    --max-instructions=6000000 --max-time=200s --tests=none --replay=off \
    --output-dir="$out/$1" test/sweep/window.c > "$out/$1.log" 2>&1 || [ $? -le 10 ]
  peak=$(sed -n 's/.*"memory_peak_bytes": \([0-9]*\).*/\1/p' "$out/$1/stats.json")
  [ "$peak" -gt $((40 << 20)) ]
}

if run auto; then
  echo "swept, and yet $peak bytes:"
  cat "$out/auto.log"
  exit 1
fi
if grep -q cut-memory "$out/auto.log"; then
  echo "cut for memory:"
  cat "$out/auto.log"
  exit 1
fi
grep -q cut-instructions "$out/auto.log" || { cat "$out/auto.log"; exit 1; }
if ! run never; then
  echo "only $peak bytes without sweeping: the test tells nothing"
  cat "$out/never.log"
  exit 1
fi
