#!/bin/sh
# The laboratory: random programs under every mode, two processes at a time.
#
#   test/lab.sh BUILD SECONDS
#
# BUILD/lab keeps seeds and counts, so the next call goes on where this one
# stopped; programs on which there is a disagreement are kept there, shrunk.
set -eu
build=$1
seconds=$2
lab=$build/lab
mkdir -p "$lab"
for part in 1 2; do
  "$build/random" --configurations=lab --seed=${part}000000000 \
    --count=1000000000 --time="$seconds" --patience=4 --native=20 \
    --counts="$lab/counts-$part" --keep="$lab/kept" >>"$lab/log-$part" 2>&1 &
done
wait
grep -ah -A3 '^seed.*: ' "$lab/log-1" "$lab/log-2" | grep -av ': slow$' || true
echo "lab: all campaigns in $lab so far"
"$build/random" --table "$lab/counts-1" "$lab/counts-2"
