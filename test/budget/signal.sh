#!/bin/sh
# SIGTERM and SIGINT at any moment: braid is gone within two seconds, and leaves
# a report or, before anything ran, nothing.
#
#   test/budget/signal.sh BUILD [SEED [COUNT]]
set -eu
build=$1
seed=${2:-$(date +%s)}
count=${3:-12}
. "$(dirname "$0")/common.sh"

programs='floats switch tests held factors diagrams templates native relevancy
compile bugs'
# "PROGRAM SIGNAL SECONDS" a line
# shellcheck disable=SC2086
plan=$(awk -v seed="$seed" -v count="$count" 'BEGIN {
  srand(seed)
  for (i = 2; i < ARGC; i++) name[n++] = ARGV[i]
  while (count--)
    printf "%s:%s:%.2f ", name[int(rand() * n)], rand() < 0.5 ? "TERM" : "INT",
      rand() * rand() * 4
  exit }' x $programs)
for step in $plan; do
  program=${step%%:*} after=${step##*:}
  signal=${step#*:} signal=${signal%:*}
  begin "$program"
  sleep "$after"
  begun=$(now_ms)
  # A shell lets what it starts in the background ignore SIGINT.
  kill "-$signal" "$pid" 2>/dev/null || true
  [ "$signal" != INT ] || { sleep 0.1; kill -TERM "$pid" 2>/dev/null || true; }
  finish
  in_time "$program, SIG$signal after $after s" "$begun" 2000
  sane "$program, SIG$signal after $after s" 0 5 10 130 143
done
[ "$failures" -eq 0 ] || echo "again: test/budget/signal.sh $build $seed $count"
[ "$failures" -eq 0 ]
