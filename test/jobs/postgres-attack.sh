#!/bin/sh
# What may go wrong with a queue on a PostgreSQL server: each has a message and a status,
# nothing is proved that is not, nothing is counted twice.
#
#   test/jobs/postgres-attack.sh BUILD
set -eu
. "$(dirname "$0")/begin"
. "$here/postgres"
. "$here/queue-run"
q=$server/q$parameters

# URLs that are none; passwords are never shown.
is 1 'a queue is' "$build/braid" work postgresql://host/name
is 1 'a queue is' "$build/braid" run --queue=postgres://host tree.c
is 1 'a queue is' "$build/braid" work 'postgresql://host//name'
is 1 'no name' "$build/braid" work postgresql://host/database/
is 1 'letters' "$build/braid" work 'postgresql://host/database/a b?sslmode=require'
is 1 'postgresql://a@host/d/: there' "$build/braid" work 'postgresql://a:secret@host/d/'
is 1 '/d/?password=&host=x: there' "$build/braid" work 'postgresql:///d/?password=secret&host=x'
is 1 'redis://a@host/ x: the' "$build/braid" work 'redis://a:b?/c@host/ x'
# No server, and none that will be one.
is 2 'No such file' "$build/braid" work --wait=200ms "$q"
is 2 'No such file' "$build/braid" status "$q"
is 2 'invalid.*nonsense' "$build/braid" work --wait=9s "$q&nonsense=1"

# With a password, with TLS, and with users who have less rights than it takes.
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem \
  -addext subjectAltName=DNS:localhost -out certificate.pem 2>/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout other.key \
  -out other.pem 2>/dev/null
server_make
cp key.pem certificate.pem "$data/data/"
[ -z "$as_user" ] || chown nobody:nogroup "$data/data/key.pem" "$data/data/certificate.pem"
chmod 600 "$data/data/key.pem"
printf '%s\n' 'local all braid trust' 'local all all scram-sha-256' \
  'hostssl all all localhost scram-sha-256' >"$data/data/pg_hba.conf"
printf '%s\n' 'ssl = on' "ssl_key_file = 'key.pem'" "ssl_cert_file = 'certificate.pem'" \
  >>"$data/data/postgresql.conf"
listen=localhost
server_start
sql "CREATE USER owner PASSWORD 'p@ss:w/rd'; CREATE USER guest PASSWORD 'guest'"
sql 'CREATE DATABASE braid OWNER owner'
local="?host=$data&port=$port"
is 2 'wants a password' "$build/braid" run $options --queue="postgresql://owner@/braid/q$local" tree.c
is 2 'does not accept' "$build/braid" work --wait=9s "postgresql://owner:wrong@/braid/q$local"
is 2 'does not accept' "$build/braid" status "postgresql://nobody:wrong@/braid/q$local"
is 2 'database "none" does not exist' "$build/braid" work --wait=9s \
  "postgresql://guest:guest@/none/q$local"
is 2 'permission denied.*needs a schema' "$build/braid" run $options \
  --queue="postgresql://guest:guest@/braid/q$local" tree.c
is 2 'no run' "$build/braid" status "postgresql://guest:guest@/braid/q$local"
is 0 '' env BRAID_QUEUE_PASSWORD=p@ss:w/rd "$build/braid" run $options --output-dir=a \
  --queue="postgresql://owner@/braid/q$local" tree.c
is 2 'permission denied.*needs a schema' "$build/braid" status \
  "postgresql://guest:guest@/braid/q$local"
secret=postgresql://owner:p%40ss%3aw%2frd
root="sslmode=verify-full&sslrootcert=$out/certificate.pem"
is 0 '' "$build/braid" run $options --output-dir=b \
  --queue="$secret@localhost:$port/braid/q?$root" tree.c
grep -rl 'p%40ss\|p@ss:w' a b >leak && fail "a password is written: $(cat leak)"
is 2 'does not match host name' "$build/braid" work --wait=9s \
  "$secret@127.0.0.1:$port/braid/q?$root"
is 2 'certificate verify failed' "$build/braid" work --wait=9s \
  "$secret@localhost:$port/braid/q?sslmode=verify-full&sslrootcert=$out/other.pem"
is 2 'no encryption\|SSL off' "$build/braid" work --wait=9s \
  "$secret@localhost:$port/braid/q?sslmode=disable"
rm -rf a b
sql 'ALTER SYSTEM SET ssl = off'
sql 'SELECT pg_reload_conf()' >/dev/null
until [ "$(sql 'SHOW ssl')" = off ]; do sleep 0.05; done
is 2 'does not support SSL' "$build/braid" work --wait=9s \
  "$secret@localhost:$port/braid/q?sslmode=require"

# No run.
is 2 'no run' "$build/braid" work --wait=200ms "$q"
[ -z "$(sql "SELECT to_regnamespace('braid')")" ] || fail "who only asks makes a schema"
is 2 'no run' "$build/braid" run --resume="$q"

# Steps that come again, and late: as in queue-lost.sh.  A run in t, with a job of eight bytes.
is 0 '' "$build/braid" run $options --queue="$q" --output-dir=cut tree.c
rm -rf cut
function=$(sql "SELECT 'braid.' || proname FROM pg_proc WHERE proname LIKE 'step\_%'")
nothing="'{}', '{}', '{}', '{}'"
step() {    # WHAT TOKEN OWNER MORE DATA ARRAYS
  arrays=${6:-"$nothing, $nothing, '{}', '{}', '{}'"}
  sql "SELECT encode(v, 'escape') FROM unnest($function('t', '$1', '$2', $3, '${4:-}',
    '${5:-}', $arrays)) AS v" 2>&1 | head -n "${lines:-1}" | tail -n 1
}
child() {    # ID PARENT DIGEST
  echo "ARRAY['$1'::bytea], ARRAY['$2'::bytea], ARRAY['\\x00000000'::bytea]," \
    "ARRAY['\\x$3'::bytea], ARRAY['bytes'::bytea]"
}
number_of() { echo "ARRAY['\\x0$1000000'::bytea]"; }
digest=4d00000000000000
job="$(child abcdefgh none $digest), $nothing, '{}', '{}'"
[ "$(step create token 1 600000 '' "$job")" = ok ] || fail "no queue: $(step create token 1 9)"
[ "$(step create token 1 600000 '' "$job")" = ok ] || fail "a queue that is made twice is refused"
[ "$(step create another 1 600000)" = there ] || fail "two queues of one name"
[ "$(step commit token 1 1)" = ok ] && [ "$(step commit token 1 1)" = ok ] ||
  fail "a step that comes twice is refused"
[ "$(step commit token 1 3)" = lost ] || fail "a step whose predecessor is missing"
[ "$(step commit token 1 3)" = lost ] || fail "a late step is not refused when it comes again"
[ "$(step commit token 1 2)" = lost ] || fail "a step from before is done"
[ "$(step commit token 1 4)" = ok ] || fail "after a refused step nothing goes on"
[ "$(step take token 1 5 7)" = ok ] && [ "$(lines=7 step take token 1 5 7)" = abcdefgh ] ||
  fail "a job that is taken twice is not the same"
# A job that is not as it should be.
forge() { case $(step commit token 1 6 '' "$2") in *"$1"*) ;; *) fail "forged: $1" ;; esac; }
ends="'{abcdefgh}'"
sql "INSERT INTO braid.fact VALUES ('t', 'digest', '\\x$digest')"
forge 'other children' "$(child 1bcdefgh abcdefgh $digest), $ends, $(number_of 2), $nothing"
forge 'none that ends' "$(child 1bcdefgh 1bcdefgh $digest), $ends, $(number_of 1), $nothing"
forge 'another program' "$(child 1bcdefgh abcdefgh 00), $ends, $(number_of 1), $nothing"
forge 'there twice' "$(child abcdefgh abcdefgh $digest), $ends, $(number_of 1), $nothing"
forge 'done twice' "$nothing, '{}', '{abcdefgh,abcdefgh}', '{1111,1111}', $nothing"
forge 'count is none' "$nothing, $nothing, '{n}', '{name}', '{-1}'"
# Four processes die with a job: it is a cut.  Where nobody was heard of, nobody is judged.
sql "UPDATE braid.run SET lease = 200 WHERE name = 't'"
[ "$(step join token 0 0 self)" = ok ] || fail "nobody may join"
step leave token 1 >/dev/null
sql "UPDATE braid.owner SET beat = beat - interval '1 h' WHERE run = 't'"
[ "$(lines=2 step reclaim token 9)" = 0 ] || fail "judged after a time without a beat"
number=2
for deaths in 1 2 3 4; do
  [ "$(step take token $number 1 7)" = ok ] || fail "a job is not taken: $deaths"
  sql "UPDATE braid.owner SET beat = now() - interval '1 h' WHERE run = 't';
    UPDATE braid.owner SET beat = now() WHERE run = 't' AND number = 0;
    UPDATE braid.run SET lease = 60000, patient = now() - interval '1 h' WHERE name = 't'"
  [ "$(lines=2 step reclaim token 99)" = 1 ] || fail "who is dead keeps its jobs: $deaths"
  step join token 0 0 self >/dev/null
  number=$((number + 1))
done
[ "$(sql "SELECT value FROM braid.sum WHERE run = 't' AND name LIKE 'cut: jobs whose%'")" = 1 ] &&
  [ "$(step take token $number 1 7)" = empty ] || fail "a job is tried for ever"
step drop token 0 >/dev/null

# Every third answer is lost, of commits, too: nothing is counted twice.
cc -o break "$here/break.c"
mkdir broken
./break "broken/.s.PGSQL.$port" "$data/.s.PGSQL.$port" 3 2>breaks &
break_pid=$!
until [ -S "broken/.s.PGSQL.$port" ]; do sleep 0.05; done
is 0 '' "$build/braid" run $options --output-dir=cut tree.c \
  --queue="$server/q?host=$out/broken&port=$port&user=braid"
kill $break_pid
wait $break_pid 2>/dev/null || true
[ "$(number paths_completed cut)" -eq 32768 ] && [ "$(verdict cut)" = proved ] ||
  fail "$(verdict cut), $(number paths_completed cut) paths, with answers lost"
[ "$(wc -l <breaks)" -ge 2 ] || fail "$(wc -l <breaks) answers lost"
rm -rf cut

# A run that was ended in its middle; its rows are kept, to be forged.
middle
is 2 'another run is at work' "$build/braid" run $options --queue="$q" tree.c
is 2 'another process leads' "$build/braid" run --resume="$q"
kill -INT $pid
go_on
wait $pid || true
is 2 'was ended is in this queue' "$build/braid" run $options --queue="$q" tree.c
is 0 'was ended' "$build/braid" status "$q"
is 5 'left' "$build/braid" work --wait=1s "$q"             # nobody leads it
tables='run fact file job owner sum found'
for table in $tables; do sql "CREATE TABLE kept_$table AS TABLE braid.$table"; done
restore() {
  for table in $tables; do
    echo "DELETE FROM braid.$table; INSERT INTO braid.$table SELECT * FROM kept_$table;"
  done >restore.sql
  echo 'DELETE FROM braid.ended' >>restore.sql
  sql "$(cat restore.sql)"
  rm -rf cut
  cp -r output cut      # the run's token is in it: no other directory is written
}
cp -r cut output
refused() {    # TEXT STATEMENT
  restore
  sql "$2"
  timeout 60 "$build/braid" run --resume="$q" >said 2>errors || true
  [ -e cut/stats.json ] && case $(verdict cut) in
    proved*) fail "forged, and proved: $2" ;; esac
  cat errors said cut/stats.json 2>/dev/null | grep -q "$1" || fail "forged: $2: does not say $1"
}
whole='not that of a whole run'
one='WHERE id = (SELECT id FROM braid.job ORDER BY id LIMIT 1)'
refused "$whole" "DELETE FROM braid.job $one; UPDATE braid.owner SET done = done + 1 WHERE number = 1"
refused "$whole" "UPDATE braid.owner SET children = children + 1 WHERE number = 1"
refused "$whole\|found again\|cannot be kept" "UPDATE braid.job SET id = '12345678' $one"
refused 'found again\|is no job\|cannot be kept' "UPDATE braid.job
  SET bytes = overlay(bytes PLACING 'xxxxxxxx' FROM 9) $one"
refused forged "INSERT INTO braid.sum VALUES ('q', 1, 'cut: forged', 1)"
refused 'another version' "UPDATE braid.fact SET value = '12345678' WHERE name = 'digest'"
restore
sql "UPDATE braid.run SET state = 'run'; UPDATE braid.fact SET value = 'other' WHERE name = 'build'"
is 2 'must be the same build' "$build/braid" work --wait=1s "$q"
restore
sql "UPDATE braid.run SET state = 'run'; UPDATE braid.file SET bytes = bytes || 'x'"
is 2 'not what its digest says' "$build/braid" work --wait=1s "$q"
restore
is 0 PROVED "$build/braid" run --resume="$q" --no-quiet
rm -rf cut

# The server goes and does not come back: a worker leaves, the leader goes on alone.
middle
"$build/braid" work "$q" >worker 2>&1 &
worker=$!
until [ "$(sql "SELECT count(*) FROM braid.owner WHERE run = 'q' AND is_alive")" -eq 2 ]; do
  sleep 0.02
done
server_end
server_pid=
go_on
got=0
wait $worker || got=$?
[ "$got" -eq 5 ] && grep -q 'cannot be kept' worker || fail "its server is gone: $got: $(cat worker)"
wait $pid || true
grep -q 'cannot be kept' errors || fail "the server went unnoticed"
[ "$failures" -eq 0 ]
