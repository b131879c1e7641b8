#!/bin/sh
# SIGTERM and SIGINT at any moment: braid is gone within a second, and leaves
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
  in_time "$program, SIG$signal after $after s" "$begun" 1000
  sane "$program, SIG$signal after $after s" 0 5 10 130 143
done

# In the middle of a commit of very many jobs: that is given up, and the report has its
# figures.  There is time for all of it, so that a slow machine shows the same.
jobs() { "$braid" status "$out/dir" 2>/dev/null | sed -n 's/^jobs: \([0-9]*\),.*/\1/p'; }
size() { stat -c %s "$out/dir/jobs.sqlite-wal" 2>/dev/null || echo 0; }
tries=0
before=
until [ "${before:-9999}" -lt 1000 ]; do
  tries=$((tries + 1))
  [ "$tries" -le 5 ] || { fail "no commit was met in its middle"; break; }
  begin tests --merge=off --loops=unroll --search=bfs --no-seen --tests=none --jobs=1 \
    --limit explore_ledger_after=2000 --limit explore_ledger_last_ms=1 \
    --limit finding_grace_ms=100000
  until [ "$(size)" -gt 4000000 ] || ! kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
  worker=$(worker_of "$pid")
  kill -STOP "$worker"
  before=$(jobs)
  kill -TERM "$pid"
  kill -CONT "$worker"
  finish
done
sane "in a commit" 5
[ "$(jobs)" = "$before" ] || fail "in a commit: $(jobs) jobs are written, not $before"
grep -q '^coverage' "$out/dir/summary.txt" || fail "in a commit: no coverage is reported"

# While the source is read nothing was run: the signal ends braid as any other program.
for signal in TERM:143 HUP:129; do
  rm -rf "$out/read"
  mkdir "$out/read"
  mkfifo "$out/read/source.c"
  "$braid" run --output-dir="$out/read/dir" "$out/read/source.c" >/dev/null 2>&1 &
  pid=$!
  (exec >"$out/read/source.c"; : >"$out/read/open"; exec sleep 20) 2>/dev/null &
  writer=$! tries=0
  until [ -e "$out/read/open" ] || [ $((tries += 1)) -gt 400 ]; do sleep 0.05; done
  kill "-${signal%:*}" "$pid"
  status=0
  wait "$pid" || status=$?
  kill "$writer" 2>/dev/null || true
  [ "$status" = "${signal#*:}" ] || fail "SIG${signal%:*} while the source is read: $status"
done
[ "$failures" -eq 0 ] || echo "again: test/budget/signal.sh $build $seed $count"
[ "$failures" -eq 0 ]
