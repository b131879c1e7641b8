#!/bin/sh
# Time and memory over the number of paths and of processes, as doc/jobs.md draws them.
#
#   bench/jobs/grow.sh BUILD [EXPONENTS [PROCESSES]] >lines     both are lists
#
# Lines for bench/plot.c: PANEL, SERIES, SIZE and VALUE, between tabs.  More processes than
# the machine has cores are marked as oversubscribed.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
cores=$(nproc)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"
number() { sed -n "s/^ *\"$1\": \([0-9.]*\).*/\1/p" run/stats.json | head -n 1; }
for n in ${2:-10 12 14 16 18 20}; do
  sed "s/N = 20/N = $n/" "$here/tree20.c" >tree.c
  for processes in ${3:-1 2 4 8}; do
    rm -rf run
    "$build/braid" run --quiet --merge=off --no-seen --tests=none --no-replay \
      --jobs="$processes" --output-dir=run tree.c >/dev/null 2>&1 || true
    [ "$(number paths_completed)" -eq $((1 << n)) ] || { echo "2^$n failed" >&2; exit 1; }
    series=$processes
    [ "$processes" -le "$cores" ] || series="$processes (oversubscribed)"
    printf 'seconds\t%s\t%s\t%s\n' "$series" $((1 << n)) \
      "$(number total_ms | awk '{print $1 / 1000}')"
    printf 'MiB\t%s\t%s\t%s\n' "$series" $((1 << n)) \
      "$(number memory_peak_bytes | awk '{print $1 / 1048576}')"
  done
done
