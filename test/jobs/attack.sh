#!/bin/sh
# What may go wrong with a ledger: it is said, nothing is proved that is not, and the
# ledger stays as it was.
#
#   test/jobs/attack.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
mounted=
clean() {
  [ -z "$mounted" ] || umount "$mounted" 2>/dev/null || true
  rm -rf "$out"
}
trap clean EXIT
trap 'exit 130' INT TERM
cd "$out"
failures=0
fail() {
  failures=$((failures + 1))
  echo "$*"
  cat errors
}
# Four times the paths of resume.c, so that a run can be stopped in the middle.
program() { sed 's/N = 15/N = 17/' "$here/resume.c" >prog.c; }
program
limits='--limit explore_ledger_after=10 --limit explore_ledger_quantum=4'
options="$limits --quiet --no-replay --merge=off --no-seen --tests=none"
number() { sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p" "$2/stats.json" | head -n 1; }

status() {
  got=0
  "$@" >said 2>errors || got=$?
}

# A run that is stopped in the middle, in the directory cut: jobs are open.
rm -rf whole
status "$build/braid" run $options --output-dir=whole prog.c
digest=$(number paths_digest whole)
paths=$(number paths_completed whole)
count_open() {
  [ -e cut/jobs.sqlite ] || { echo 0; return; }
  sqlite3 cut/jobs.sqlite 'SELECT count(*) FROM job WHERE is_done = 0'
}
tries=0
until [ "$(count_open)" -gt 1 ]; do
  rm -rf cut
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || { echo "no run was stopped in the middle"; exit 1; }
  "$build/braid" run $options --jobs=2 --output-dir=cut prog.c >said 2>errors &
  pid=$!
  until [ -e cut/jobs.sqlite ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
  sleep 0.05
  kill -INT $pid 2>/dev/null || true
  wait $pid || true
done
grep -q '"interrupted": true' cut/stats.json || fail "a stopped run does not say so"
cp -r cut kept
again() { rm -rf cut; cp -r kept cut; }

# Another program; and the first again.
sed -i 's/% 61 == 7/% 61 == 8/' prog.c
status "$build/braid" run --resume=cut
[ "$got" -eq 2 ] && grep -q 'another version' errors ||
  fail "another program is resumed, $got"
program

# Other options, a directory without a ledger, one that is not there.
status "$build/braid" run --resume=cut --merge=ite
[ "$got" -eq 2 ] && grep -q 'only --max-time' errors || fail "other options, $got"
status "$build/braid" run --resume=whole
[ "$got" -eq 2 ] && grep -q 'has ended' errors || fail "a run that has ended, $got"
# Interrupted before it kept one: the file is not there, or has nothing in it yet.
cp -r whole early
sed -i 's/"interrupted": false/"interrupted": true/' early/stats.json
status "$build/braid" run --resume=early
[ "$got" -eq 2 ] && grep -q 'no ledger in early' errors || fail "stopped early, $got"
sqlite3 early/jobs.sqlite 'PRAGMA journal_mode = WAL; VACUUM' >/dev/null
status "$build/braid" run --resume=early
[ "$got" -eq 2 ] && grep -q 'no ledger in early' errors || fail "an empty ledger, $got"
status "$build/braid" run --resume=nowhere
[ "$got" -eq 2 ] || fail "no directory, $got"
status "$build/braid" status whole
[ "$got" -eq 2 ] || fail "status of a run that has ended, $got"

# Damaged ledgers: cut off, overwritten, empty.
size=$(wc -c <cut/jobs.sqlite)
for how in cut over empty; do
  again
  rm -f cut/jobs.sqlite-wal cut/jobs.sqlite-shm
  case $how in
  cut) head -c $((size / 2)) kept/jobs.sqlite >cut/jobs.sqlite ;;
  over) dd if=/dev/urandom of=cut/jobs.sqlite bs=512 seek=2 count=8 \
          conv=notrunc 2>/dev/null ;;
  empty) : >cut/jobs.sqlite ;;
  esac
  status "$build/braid" run --resume=cut
  case $got in
  2) ;;
  # What was not damaged that matters: then all is as it was.
  10) [ "$(number paths_digest cut)" = "$digest" ] || fail "$how: a bug, other paths" ;;
  5) ;;
  *) fail "$how: status $got" ;;
  esac
  [ "$got" -ne 0 ] || fail "$how: proved"
done

# A job is missing: no run says that it is whole.
again
sqlite3 cut/jobs.sqlite 'DELETE FROM job WHERE id IN
  (SELECT id FROM job WHERE is_done = 0 LIMIT 1)'
status "$build/braid" run --resume=cut
[ "$got" -eq 2 ] && grep -q 'not to be believed' errors || fail "a missing job is not missed"

# Two at once: one goes on, the other is refused.
again
"$build/braid" run --resume=cut >said1 2>errors1 & one=$!
"$build/braid" run --resume=cut >said2 2>errors2 & two=$!
first=0
second=0
wait $one || first=$?
wait $two || second=$?
case $first-$second in
10-2 | 2-10) cat errors1 errors2 | grep -q 'another run is at work\|has ended' ||
  fail "two at once: $(cat errors1 errors2)" ;;
*) fail "two at once: status $first and $second" ;;
esac
[ "$(number paths_digest cut)" = "$digest" ] && [ "$(number paths_completed cut)" = "$paths" ] ||
  fail "two at once: other paths"

# No room: what a small file system holds is resumed after it has grown.
mkdir full
if mount -t tmpfs -o size=200k none full 2>/dev/null; then
  mounted=$out/full
  status "$build/braid" run $options --jobs=1 --tests=paths --output-dir=full/run prog.c
  case $got in 2 | 5 | 6 | 10) ;; *) fail "a full disk: status $got" ;; esac
  mount -o remount,size=64m full
  if [ -e full/run/jobs.sqlite ]; then
    status "$build/braid" run --resume=full/run
    [ "$got" -eq 10 ] && [ "$(number paths_digest full/run)" = "$digest" ] ||
      fail "a full disk: resumed, status $got"
  fi
else
  echo "no file system can be mounted here: a full disk was not tried"
fi
[ "$failures" -eq 0 ]
