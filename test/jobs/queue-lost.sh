#!/bin/sh
# Processes of a queue that die, are stopped, or are taken to be dead, and calls whose answers
# are lost: nothing is counted twice, and nothing is missed.
#
#   test/jobs/queue-lost.sh BUILD
set -eu
. "$(dirname "$0")/begin"
. "$here/server"
. "$here/queue-run"
server_start

# A step that is refused, since its owner was silent for too long, is refused again when its
# answer was lost; one that was done is not done again.
step() { redis --eval "$here/../../src/jobs/queue.lua" 'braid:{t}:run' , "$@" '' | head -n 1; }
[ "$(step create token 1 600000)" = ok ] || fail "no queue"
[ "$(step commit token 1 1)" = ok ] && [ "$(step commit token 1 1)" = ok ] ||
  fail "a step that comes twice is refused"
redis hdel 'braid:{t}:seq' 1 >/dev/null
[ "$(step commit token 1 2)" = lost ] || fail "a late step is not refused"
[ "$(step commit token 1 2)" = lost ] || fail "a late step is not refused when it comes again"
[ "$(step take token 1 2)" = lost ] || fail "... nor as another one"
[ "$(step commit token 1 3)" = ok ] || fail "after a refused step nothing goes on"
# So do calls that make a queue, and that lead it.
[ "$(step create token 1 600000)" = ok ] || fail "a queue that is made twice is refused"
[ "$(step create another 1 600000)" = there ] || fail "two queues of one name"
step leave token 1 >/dev/null
[ "$(step join token 0 1 self)" = ok ] && [ "$(step join token 0 1 self)" = ok ] ||
  fail "a process that leads is refused when it asks again"
[ "$(step join token 0 1 another)" = led ] || fail "two lead"
# Where nobody was heard of, a server that stood still, say, nobody is judged; one of two is.
dead() { redis --eval "$here/../../src/jobs/queue.lua" 'braid:{t}:run' , reclaim token 2 '' |
         tail -n 1; }
leases() { redis hlen 'braid:{t}:leases'; }
step join token 0 0 third >/dev/null
step beat token 2 >/dev/null
redis hset 'braid:{t}:run' lease 500 >/dev/null
sleep 0.6                                    # longer than a lease, however slow this is
[ "$(dead)" -eq 0 ] && [ "$(leases)" -eq 2 ] || fail "judged after a time without a beat"
redis hset 'braid:{t}:run' patient 0 heard 99999999999999 >/dev/null
[ "$(dead)" -eq 1 ] || fail "who is dead keeps its lease"
redis hexists 'braid:{t}:leases' 2 | grep -q 1 || fail "who asks is judged"
step drop token 0 >/dev/null

# A process whose jobs were given to others, perhaps to itself again, forgets what it saw of
# them: else it would stop states of which nobody explores what is behind them.
for length in 6000 24000 96000; do      # met before its end, however fast this is
  rm -rf chain
  "$build/braid" run --quiet --no-replay --merge=off --tests=none $limits -DLENGTH=$length \
    --queue="$server/c" --output-dir=chain "$here/chain.c" >said 2>errors &
  pid=$!
  until [ "$(redis hget 'braid:{c}:proof' done)" -gt 3 ] 2>/dev/null ||
    ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
  lost=$(redis hdel 'braid:{c}:seq' 1)
  wait $pid || true
  [ "$lost" -eq 0 ] || break
done
[ "$lost" -eq 1 ] || fail "the chain ended before it lost its jobs"
[ "$(verdict chain)" = bug ] || fail "a chain that lost its jobs: $(verdict chain)"

# The leader is killed, and others go on; it is resumed when its lease is over.
middle
kill -9 -$pid
wait $pid 2>/dev/null || true
is 2 'another process leads' "$build/braid" run --resume="$server/q"
lease 1000
sleep 1.2
is 0 '' "$build/braid" work --wait=1s "$server/q"
is 0 'PROVED' "$build/braid" run --resume="$server/q" --no-quiet
[ "$(number paths_completed cut)" -eq 131072 ] || fail "$(verdict cut) after its leader died"
rm -rf cut
# A worker is stopped, but not the process that renews its lease, and goes on when the run
# has ended.
middle
setsid "$build/braid" work "$server/q" >worker 2>&1 &
worker=$!
until [ "$(redis hlen 'braid:{q}:leases')" -eq 2 ]; do sleep 0.02; done
stopped=$(ps -o pid= --ppid $worker)
kill -STOP $stopped
go_on
wait $pid || true
kill -CONT $stopped
got=0
wait $worker || got=$?
[ "$got" -eq 0 ] || fail "a worker that was stopped: $got: $(cat worker)"
[ "$(number paths_completed cut)" -eq 131072 ] || fail "$(verdict cut) beside a stopped worker"
rm -rf cut
server_kill
[ "$failures" -eq 0 ]
