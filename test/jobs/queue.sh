#!/bin/sh
# A run that is shared by a queue finds the same as one process does, though workers are
# killed or stopped and the server is killed: the same paths, bugs and tests.
#
#   test/jobs/queue.sh BUILD [BITS KILLS RESTARTS [SEED [STOPS [SERVER [open]]]]]
#
# 2^BITS paths; four workers beside the first process, of which one is killed by kill -9
# KILLS times and replaced; the server is killed and started again RESTARTS times.  STOPS
# times a worker is stopped by SIGSTOP for longer than its lease, with or without the process
# that renews it, and goes on with jobs that others have.  SERVER is "server", for Redis, or
# "postgres".  The queue is sealed under a key, unless it is to be open.
set -eu
bits=${2:-12}
kills=${3:-4}
restarts=${4:-1}
seed=${5:-1}
stops=${6:-1}
. "$(dirname "$0")/begin"
. "$here/${7:-server}"

pick() {
  seed=$(((seed * 1103515245 + 12345) % 2147483648))
  picked=$((seed / 65536 % $1))
}
now() { date +%s%N | cut -c 1-13; }

cc -o tests "$here/tests.c"
# So much that there is time for all of it, also where few paths are asked for.
work=$((bits > 14 ? 3000 : bits > 10 ? 6000 : 12000))
# One path has one input, so that the set of tests is known.  Commits are frequent.
options="--quiet --no-replay --merge=off --no-seen --native=off --tests=paths
  --limit jobs_queue_lease=2000 --limit explore_ledger_most=300 -DN=$bits -DWORK=$work"

found() {
  sed -n 's/^ *"verdict": /verdict /p' "$1/stats.json" | head -n 1
  echo "completed $(number paths_completed "$1") cut $(number paths_cut "$1")" \
       "digest $(number paths_digest "$1")"
  sed -n '/"bugs": \[/,/^  \]/p' "$1/stats.json" |
    grep -E '^      "(kind|line)":' | paste - - | sort -u
}
same() {    # DIRECTORY
  found "$1" >"$1.txt"
  ./tests "$1" | sort >"$1.tests"
  cmp -s "$1.txt" whole.txt || { fail "$1: not the same"; diff whole.txt "$1.txt" | head; }
  cmp -s "$1.tests" whole.tests || {
    fail "$1: other tests: $(wc -l <"$1.tests"), not $(wc -l <whole.tests)"
    uniq -d "$1.tests" | wc -l
  }
}

began=$(now)
"$build/braid" run $options --jobs=1 --output-dir=whole "$here/queue.c" >said 2>errors ||
  true
whole_ms=$(($(now) - began))
found whole >whole.txt
./tests whole | sort >whole.tests
[ "$(number paths_completed whole)" -eq $((1 << bits)) ] ||
  fail "$(number paths_completed whole) paths, not $((1 << bits))"
[ "$(sort -u whole.tests | wc -l)" -eq $((1 << bits)) ] ||
  fail "$(wc -l <whole.tests) tests"

head -c 32 /dev/urandom >key
chmod 600 key
sealed=
[ -n "${8:-}" ] || sealed=--queue-key=$out/key

worker() {    # NUMBER: sets worker_NUMBER
  setsid "$build/braid" work --quiet $sealed "$server/q$parameters" >>"worker-$1" 2>&1 &
  eval "worker_$1=$!"
}

server_start
"$build/braid" run $options $sealed --queue="$server/q$parameters" --output-dir=cut "$here/queue.c" \
  >said 2>errors &
leader=$!
for n in 1 2 3 4; do worker $n; done
killed=0
restarted=0
stopped=0
waits=0
continued=
# The n-th is due when n parts of four fifths of the paths are done, however long that takes.
events=$((kills + restarts + stops))
is_due() {
  paths=$(queue_paths)
  [ "${paths:-0}" -ge $(((killed + restarted + stopped) * (1 << bits) / events * 4 / 5 + 1)) ]
}
while kill -0 $leader 2>/dev/null; do
  if [ $((killed + restarted + stopped)) -ge "$events" ] || ! is_due; then
    sleep 0.1
    waits=$((waits + 1))
    [ "$waits" -lt 8000 ] || { fail "it does not end"; kill -9 $leader; }
    continue
  fi
  if [ $((restarted * (kills + 1))) -lt $((killed * (restarts + 1) - kills)) ]; then
    server_kill
    server_start
    restarted=$((restarted + 1))
    continue
  fi
  pick 4
  n=$((picked + 1))
  eval "pid=\$worker_$n"
  if [ $((stopped * (kills + 1))) -lt $((killed * (stops + 1) - kills)) ]; then
    ids=-$pid
    [ $((stopped % 2)) -eq 0 ] || ids=$(ps -o pid= --ppid "$pid")
    kill -STOP $ids 2>/dev/null || true
    { sleep 3; kill -CONT -"$pid" 2>/dev/null || true; } &
    continued="$continued $!"
    stopped=$((stopped + 1))
    continue
  fi
  kill -9 "-$pid" 2>/dev/null && killed=$((killed + 1)) || true
  wait "$pid" 2>/dev/null || true
  worker $n
  pick 500
  sleep "$(printf '0.%03d' "$picked")"
done
wait $leader || true
for id in $continued; do wait "$id"; done
for n in 1 2 3 4; do
  eval "pid=\$worker_$n"
  status=0
  wait "$pid" || status=$?
  [ "$status" -eq 0 ] || fail "worker $n: $status: $(tail -n 2 "worker-$n")"
done
[ -e cut/stats.json ] || { fail "no report"; cat errors; exit 1; }
same cut
[ -z "$(queue_left)" ] || fail "left: $(queue_left)"
[ "$killed" -ge "$kills" ] && [ "$restarted" -ge "$restarts" ] &&
  [ "$stopped" -ge "$stops" ] ||
  fail "only $killed kills, $restarted restarts and $stopped stops before it ended"
[ "$failures" -eq 0 ] || { cat errors; tail -n 3 worker-*; }
echo "$((1 << bits)) paths, $killed kills, $restarted restarts, $stopped stops:" \
  "$(wc -l <whole.tests) tests; one process $whole_ms ms"
[ "$failures" -eq 0 ]
