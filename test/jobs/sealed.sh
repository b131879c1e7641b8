#!/bin/sh
# A queue that is sealed (--queue-key): who can write the server and has no key changes no
# verdict.  And without a key: nothing that a queue says is a path, a plugin or a program.
#
#   test/jobs/sealed.sh BUILD
set -eu
. "$(dirname "$0")/begin"
. "$here/server"
. "$here/queue-run"
server_start
head -c 32 /dev/urandom >key
head -c 32 /dev/urandom >other
head -c 32 /dev/urandom >open
chmod 600 key other
chmod 644 open

# A bug that is found at once, beside 2^15 and 2^17 paths.
for n in 15 17; do
  sed "s/N = 20/N = $n/; s/^  klee_make_symbolic.*/&\n  if (b[0] == 7) return 1 \/ (b[0] - 7);/" \
    "$here/../../bench/jobs/tree20.c" >bug$n.c
done
grep -q 'b\[0\] - 7' bug17.c
is 2 'chmod 600' "$build/braid" run $options --queue="$server/q" --queue-key=open bug15.c
is 2 'No such file' "$build/braid" run $options --queue="$server/q" --queue-key=none bug15.c
is 1 'is for a --queue' "$build/braid" run $options --queue-key=key bug15.c

# Two processes on one run.
"$build/braid" work --wait=20s --queue-key=key "$server/q" >worker 2>&1 &
worker=$!
is 10 '' "$build/braid" run $options --jobs=2 --queue="$server/q" --queue-key=key \
  --output-dir=cut bug15.c
wait $worker || fail "a worker: $? $(cat worker)"
! grep -q "cannot be kept" errors || fail "two processes"
[ "$(number paths_completed cut)" -ge 32768 ] || fail "$(number paths_completed cut) paths"
rm -rf cut

# One that is met in its middle, and ended, with the bug found.
cp bug17.c tree17.c
options="$options --queue-key=key"
middle
kill -INT $pid
go_on
wait $pid || true
is 0 'was ended' "$build/braid" status "$server/q"
is 2 'is sealed' "$build/braid" run --resume="$server/q"
is 2 'under the key' "$build/braid" run --resume="$server/q" --queue-key=other
is 2 'is sealed' "$build/braid" work --wait=1s "$server/q"
is 2 'under the key' "$build/braid" work --wait=1s --queue-key=other "$server/q"
cp -r cut output
for key in $(redis keys 'braid:{q}:*'); do redis copy "$key" "kept:$key" replace >/dev/null; done
restore() {
  for key in $(redis keys 'braid:{q}:*'); do redis del "$key" >/dev/null; done
  for key in $(redis keys 'kept:*'); do
    redis copy "$key" "${key#kept:}" replace >/dev/null
  done
  rm -rf cut
  cp -r output cut
}
# forged WHAT SCRIPT: the run has not its bug, or is not whole: never proved
forged() {
  restore
  redis eval "local P, call = 'braid:{q}:', redis.call
    $2" 0 >/dev/null
  got=0
  timeout 60 "$build/braid" run --resume="$server/q" --queue-key=key >said 2>errors || got=$?
  case $got in
  2) grep -q 'not to be believed\|cannot be read\|changed by others' errors || fail "forged: $1" ;;
  5 | 10) grep -q 'not that of a whole run\|cannot be kept\|changed by others' \
      errors said cut/stats.json || fail "forged: $1: $got, and nothing is said" ;;
  *) fail "forged: $1: status $got" ;;
  esac
}
restore
is 10 '' "$build/braid" run --resume="$server/q" --queue-key=key
[ "$(number paths_completed cut)" -ge 131072 ] || fail "resumed: $(number paths_completed cut)"
forged 'findings are gone, with their number' "
  local n = call('XLEN', P .. 'found')
  call('DEL', P .. 'found', P .. 'keys')
  call('XADD', P .. 'found', '1-1', 'k', 0, 'o', 1, 'b', '')
  call('XDEL', P .. 'found', '1-1')
  return call('HINCRBY', P .. 'proof', 'found', -n)"
forged 'a finding is another' "
  for _, e in ipairs(call('XRANGE', P .. 'found', '-', '+')) do
    call('XDEL', P .. 'found', e[1])
  end
  return call('XADD', P .. 'found', '*', 'k', 3, 'o', 1, 'b', string.rep('x', 80))"
forged 'open jobs are done, and in all sums' "
  local jobs = call('HGETALL', P .. 'open')
  for k = 1, #jobs, 2 do
    local low, high = struct.unpack('<I4I4', jobs[k])
    call('HINCRBY', P .. 'proof', 'done', 1)
    call('HINCRBY', P .. 'proof', 'done low', low)
    call('HINCRBY', P .. 'proof', 'done high', high)
    call('HDEL', P .. 'open', jobs[k])
  end
  return call('XTRIM', P .. 'free', 'MAXLEN', 0)"
forged 'a job is another' "
  local id = call('HKEYS', P .. 'open')[1]
  local job = call('HGET', P .. 'open', id)
  return call('HSET', P .. 'open', id, string.sub(job, 1, -2) .. 'x')"
forged 'a receipt is gone' "
  for _, name in ipairs(call('HKEYS', P .. 'run')) do
    if string.sub(name, 1, 8) == 'receipt ' then return call('HDEL', P .. 'run', name) end
  end"
forged 'a receipt is another' "
  for _, name in ipairs(call('HKEYS', P .. 'run')) do
    if string.sub(name, 1, 8) == 'receipt ' then
      local r = call('HGET', P .. 'run', name)
      return call('HSET', P .. 'run', name, string.char(255) .. string.sub(r, 2))
    end
  end"
forged 'the command is another' "
  return call('HSET', P .. 'run', 'command', call('HGET', P .. 'run', 'command') .. 'x')"
restore
redis hdel 'braid:{q}:run' seal >/dev/null
is 2 'under the key' "$build/braid" run --resume="$server/q" --queue-key=key
for key in $(redis keys '*'); do redis del "$key" >/dev/null; done
rm -rf cut

# Without a key: a finding that is damaged is refused, or another finding, and no error of
# braid's own.
options=${options% --queue-key=key}
middle
kill -INT $pid
go_on
wait $pid || true
rm -rf output
cp -r cut output
for key in $(redis keys 'kept:*'); do redis del "$key" >/dev/null; done
for key in $(redis keys 'braid:{q}:*'); do redis copy "$key" "kept:$key" replace >/dev/null; done
for at in 1 5 9 13 17 25 40 41 60 90 -1 -9; do
  restore
  redis eval "local P, call = 'braid:{q}:', redis.call
    for _, e in ipairs(call('XRANGE', P .. 'found', '-', '+')) do
      if e[2][2] == '1' then
        local b, at = e[2][6], tonumber(ARGV[1])
        if at < 0 then at = #b + 1 + at end
        b = string.sub(b, 1, at - 1) .. string.char((string.byte(b, at) + 65) % 256) ..
            string.sub(b, at + 1)
        call('XDEL', P .. 'found', e[1])
        call('XADD', P .. 'found', '*', 'k', 1, 'o', e[2][4], 'b', b)
      end
    end" 0 $at >/dev/null
  got=0
  timeout 60 "$build/braid" run --resume="$server/q" --max-time=20s >said 2>errors || got=$?
  case $got in 0 | 2 | 5 | 10) ;; *) fail "a damaged finding, byte $at: status $got" ;; esac
done
for key in $(redis keys '*'); do redis del "$key" >/dev/null; done
rm -rf cut

# Without a key, and without a bug: a command line that asks for more than it may.
sed 's/N = 20/N = 17/' "$here/../../bench/jobs/tree20.c" >tree17.c
middle
kill -INT $pid
go_on
wait $pid || true
cat >plugin.c <<'C'
#include <stdio.h>
__attribute__((constructor)) static void run(void) { fclose(fopen("plugged", "w")); }
C
cc -shared -fPIC -o plugin.so plugin.c
stored=$out/stored
redis hget 'braid:{q}:run' command | tr '\0' '\n' >"$stored"
say() {    # OPTION: the command line has it, too
  redis eval "local c = redis.call('HGET', 'braid:{q}:run', 'command')
    local at = string.find(c, '\0', 1, true)
    redis.call('HSET', 'braid:{q}:run', 'said', c)
    return redis.call('HSET', 'braid:{q}:run', 'command',
      string.sub(c, 1, at) .. ARGV[1] .. '\0' .. string.sub(c, at + 1))" 0 "$1" >/dev/null
}
unsay() {
  redis eval "return redis.call('HSET', 'braid:{q}:run', 'command',
    redis.call('HGET', 'braid:{q}:run', 'said'))" 0 >/dev/null
}
for option in "-fplugin=$out/plugin.so" "-fpass-plugin=$out/plugin.so" -Wp,-MD,made \
    -fcrash-diagnostics-dir=made --cache=made --root=/ --sarif=made --corpus=made \
    --write-witness=made; do
  say "$option"
  is 2 "has $option, which is not taken" "$build/braid" run --resume="$server/q"
  redis hset 'braid:{q}:run' state run >/dev/null
  is 2 '' "$build/braid" work --wait=1s "$server/q"
  unsay
done
[ ! -e plugged ] && [ ! -e made ] || fail "a queue had something run or made: $(ls)"
# It names a directory that the run did not make: nothing is written there.
mkdir elsewhere
redis hset 'braid:{q}:run' output "$out/elsewhere" directory "$out/elsewhere" >/dev/null
is 0 '' "$build/braid" run --resume="$server/q" --max-time=60s
[ -z "$(ls -A elsewhere)" ] || fail "written: $(ls elsewhere)"
[ "$failures" -eq 0 ]
