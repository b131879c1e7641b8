#!/bin/sh
# What may go wrong with a queue: each has a message and a status, nothing is proved that is
# not, and what was found stays.
#
#   test/jobs/queue-attack.sh BUILD
set -eu
. "$(dirname "$0")/begin"
. "$here/server"
. "$here/queue-run"

# URLs that are none.
is 1 'a queue is' "$build/braid" run --queue=nonsense tree.c
is 1 'a queue is' "$build/braid" run --queue=redis://host tree.c
is 1 'a queue is' "$build/braid" work http://host/name
is 1 'no host' "$build/braid" work redis:///name
is 1 'no name' "$build/braid" work redis://host/
is 1 'letters' "$build/braid" work 'redis://host/a b'
is 1 'letters' "$build/braid" run --queue='redis://host/a{b}*' tree.c
is 1 'longer' "$build/braid" work "redis://host/$(printf '%070d' 1)"
is 1 'no number' "$build/braid" work redis://host:70000/name
is 1 'stands for no character' "$build/braid" work 'redis://a:%zz@host/name'
is 1 'no TLS' "$build/braid" run --queue=rediss://host/name tree.c
is 1 'unknown option' "$build/braid" work --nonsense "$server/q"
is 1 'number' "$build/braid" work --jobs=0 "$server/q"
is 1 'usage' "$build/braid" status --remove directory
# No server, and one that is none.
is 2 'refused\|No such file' "$build/braid" run $options --queue=redis://127.0.0.1:1/q tree.c
is 2 'No such file' "$build/braid" work --wait=200ms "$server/q"
is 2 'No such file' "$build/braid" status "$server/q"
server_start
cat >http.c <<'C'
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <string.h>
int main(int argc, char **argv) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  char buffer[4096];
  if (argc != 2) return 1;
  strncpy(a.sun_path, argv[1], sizeof a.sun_path - 1);
  if (bind(s, (struct sockaddr *) &a, sizeof a) || listen(s, 4)) return 1;
  for (int k = 0; k < 2; k++) {
    const int c = accept(s, 0, 0);
    if (read(c, buffer, sizeof buffer) > 0) (void) !write(c, "HTTP/1.1 400 No\r\n\r\n", 19);
    close(c);
  }
  return 0;
}
C
cc -o http http.c
./http "$out/http.socket" &
http_pid=$!
until [ -S http.socket ]; do sleep 0.05; done
is 2 'no Redis server' "$build/braid" work --wait=1s "redis+unix://$out/http.socket/q"
is 2 'no Redis server' "$build/braid" run $options --queue="redis+unix://$out/http.socket/q" tree.c
kill $http_pid 2>/dev/null || true
wait $http_pid 2>/dev/null || true
# No run.
is 2 'no run' "$build/braid" work --wait=200ms "$server/none"
is 2 'no run' "$build/braid" status "$server/none"
is 2 'no run' "$build/braid" status --remove "$server/none"
is 2 'no run' "$build/braid" run --resume="$server/none"
# Options with which nothing can be shared.
is 2 'no ledger' "$build/braid" run $options --queue="$server/q" --entry=main tree.c
is 2 'other machines' "$build/braid" run $options --queue="$server/q" --root=/tmp tree.c

# A run that was ended in the middle, in the queue q; its keys are kept, to be forged.
middle
kill -INT $pid
go_on
wait $pid || true
cp errors stopped
is 2 'was ended is in this queue' "$build/braid" run $options --queue="$server/q" tree.c
is 0 'was ended' "$build/braid" status "$server/q"
is 5 'left' "$build/braid" work --wait=1s "$server/q"      # nobody leads it
keep() {
  for key in $(redis keys 'braid:{q}:*'); do
    redis copy "$key" "kept:$key" replace >/dev/null
  done
}
restore() {
  for key in $(redis keys 'braid:{q}:*'); do redis del "$key" >/dev/null; done
  for key in $(redis keys 'kept:*'); do
    redis copy "$key" "${key#kept:}" replace >/dev/null
  done
  rm -rf cut
  cp -r output cut      # the run's token is in it: no other directory is written
}
keep
cp -r cut output
resumed() { timeout 60 "$build/braid" run --resume="$server/q" >said 2>errors || true; }
refused() {    # WHAT TEXT COMMAND...
  restore
  what=$1 text=$2
  shift 2
  "$@" >/dev/null
  resumed
  [ -e cut/stats.json ] && case $(verdict cut) in
    proved*) fail "forged, and proved: $what" ;; esac
  cat errors said cut/stats.json 2>/dev/null | grep -q "$text" ||
    fail "forged: $what: does not say $text"
}
restore
resumed
[ "$(verdict cut)" = proved ] || fail "not forged: $(verdict cut)"
whole='not that of a whole run'
# redis-cli takes the bytes of an id in a script only.
first_open="local id = redis.call('HKEYS', 'braid:{q}:open')[1]"
refused 'an open job is gone' "$whole" redis eval "$first_open
  return redis.call('HDEL', 'braid:{q}:open', id)" 0
refused 'an open job is done without children' "$whole" redis eval "$first_open
  redis.call('HDEL', 'braid:{q}:open', id)
  return redis.call('HINCRBY', 'braid:{q}:proof', 'done', 1)" 0
refused 'a job has more children' "$whole" redis hincrby 'braid:{q}:proof' children 1
refused 'more jobs were made' "$whole" redis hincrby 'braid:{q}:proof' made 1
refused 'a job was done twice' "$whole" redis hincrby 'braid:{q}:proof' 'done low' 5
refused 'a job that nobody made' "$whole\|cannot be kept\|found again" redis eval "$first_open
  local job = redis.call('HGET', 'braid:{q}:open', id)
  redis.call('HSET', 'braid:{q}:open', '12345678', job)
  return redis.call('XADD', 'braid:{q}:free', '*', 'j', '12345678')" 0
refused 'findings are gone' "$whole" redis hincrby 'braid:{q}:proof' found 1
refused 'a cut' forged redis hincrby 'braid:{q}:sum' 'cut: forged' 1
refused 'another digest' 'another version' redis hset 'braid:{q}:run' digest 12345678
refused 'another job' 'found again\|is no job\|cannot be kept' redis eval "$first_open
  local job = redis.call('HGET', 'braid:{q}:open', id)
  return redis.call('HSET', 'braid:{q}:open', id,
    string.sub(job, 1, 9) .. 'xxxxxxxx' .. string.sub(job, 18))" 0
# Of another build, and of another program.
restore
redis hset 'braid:{q}:run' state run build '0.0 of another' >/dev/null
is 2 'must be the same build' "$build/braid" work --wait=1s "$server/q"
restore
redis hset 'braid:{q}:run' state run >/dev/null
redis eval "local f = redis.call('HKEYS', 'braid:{q}:file')[1]
  local bytes = redis.call('HGET', 'braid:{q}:file', f)
  return redis.call('HSET', 'braid:{q}:file', f, bytes .. 'x')" 0 >/dev/null
is 2 'not what its digest says' "$build/braid" work --wait=1s "$server/q"
restore
redis hset 'braid:{q}:run' state run digest 12345678 >/dev/null
is 2 'another program' "$build/braid" work --wait=1s "$server/q"
# A run that ends while a worker starts: no job is left.
redis hset 'braid:{late}:run' token "$(printf '%032d' 7)" >/dev/null
is 2 'not whole' "$build/braid" work --wait=1s "$server/late"
redis set 'braid:{late}:ended' "$(printf '%032d' 7)" >/dev/null
is 0 '' "$build/braid" work --wait=1s "$server/late"
token=$(redis hget 'braid:{q}:run' token)
redis set 'braid:{q}:ended' "$token" >/dev/null
is 0 '' "$build/braid" work --wait=1s "$server/q"
# Removed.
restore
redis del 'braid:{late}:run' 'braid:{late}:ended' >/dev/null
is 0 '' "$build/braid" status --remove "$server/q"
for key in $(redis keys 'kept:*'); do redis del "$key" >/dev/null; done
rm -rf cut

# Two runs of the same name at once: one is refused.
middle
is 2 'another run is at work' "$build/braid" run $options --queue="$server/q" tree.c
go_on
wait $pid || true
[ "$(verdict cut)" = proved ] || fail "the first of two: $(verdict cut)"
rm -rf cut

# Processes here, by --jobs, beside those elsewhere.
is 0 '' "$build/braid" run $options --jobs=3 --queue="$server/q" --output-dir=cut tree17.c
[ "$(number paths_completed cut)" -eq 131072 ] || fail "$(verdict cut) with --jobs=3"
rm -rf cut

# The server goes and does not come back: what this process has is explored, the rest is a
# cut; a worker leaves.
middle
"$build/braid" work "$server/q" >worker 2>&1 &
worker=$!
until [ "$(redis hlen 'braid:{q}:leases')" -eq 2 ]; do sleep 0.02; done
server_kill
go_on
got=0
wait $worker || got=$?
[ "$got" -eq 5 ] && grep -q 'cannot be kept' worker || {
  fail "a worker whose server is gone: $got"
  cat worker
}
wait $pid || true
[ "$(verdict cut)" != proved ] || grep -q 'cannot be kept' errors || fail "proved without"
grep -q 'cannot be kept' errors || fail "the server went unnoticed"
rm -rf cut appendonlydir

# Full from the start; and in the middle: a process that is alone has all that it needs.
server_start
redis config set maxmemory 1 >/dev/null
is 2 'OOM' "$build/braid" run $options --queue="$server/full" --output-dir=full tree17.c
rm -rf full
redis config set maxmemory 0 >/dev/null
middle
redis config set maxmemory 1 >/dev/null
go_on
wait $pid || true
grep -q 'cannot be kept.*OOM' errors || fail "a full server went unnoticed"
[ "$(number paths_completed cut)" -eq 131072 ] || fail "$(verdict cut) after a full server"
server_kill
rm -rf cut appendonlydir

# A password, and a user who may do no more than this takes.
server_start
redis acl setuser braid on '>p@ss:w/rd' '~braid:*' +@all -@dangerous -@admin >/dev/null
redis config set requirepass 'so secret' >/dev/null
is 2 'wants a password' "$build/braid" run $options --queue="$server/q" tree.c
is 2 'does not accept' "$build/braid" run $options \
  --queue="redis+unix://:wrong@$socket/q" tree.c
is 2 'does not accept' "$build/braid" work --wait=1s "redis+unix://braid:wrong@$socket/q"
is 0 '' env BRAID_QUEUE_PASSWORD='so secret' "$build/braid" run $options \
  --queue="$server/q" --output-dir=a tree.c
is 0 '' "$build/braid" run $options --queue="redis+unix://braid:p%40ss%3aw%2frd@$socket/q" \
  --output-dir=b tree.c
grep -rl 'p%40ss\|so secret' a b >leak && fail "a password is written: $(cat leak)"
server_kill
[ "$failures" -eq 0 ]
