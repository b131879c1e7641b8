#!/bin/sh
# Command lines that were written by others: in a ledger, in run.info.  None of their words
# loads a plugin, starts a program or writes a file; a bit that is changed in a ledger
# never makes a bug go away.
#
#   test/jobs/stored.sh BUILD
set -eu
. "$(dirname "$0")/begin"
head -c 32 /dev/urandom >key
chmod 600 key
export BRAID_KEY="$out/key"
cat >plugin.c <<'C'
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void run(void) {
  FILE *f = fopen(getenv("PLUGGED"), "w");
  if (f) fclose(f);
}
C
cc -shared -fPIC -o plugin.so plugin.c
export PLUGGED="$out/plugged"
is() {    # STATUS TEXT COMMAND...
  wanted=$1 said=$2
  shift 2
  got=0
  timeout 120 "$@" >said 2>errors || got=$?
  [ "$got" -eq "$wanted" ] || fail "status $got, not $wanted: $*: $(tail -n 3 errors)"
  [ -z "$said" ] || grep -q -- "$said" said errors || fail "does not say \"$said\": $*: $(tail -n 3 errors)"
}
untouched() { [ ! -e plugged ] && [ ! -e made ] || { fail "$1: something was run"; rm -f plugged made; }; }

# run.info -----------------------------------------------------------------------------
cat >prog.c <<'C'
int main(int argc, char **argv) { (void) argv; return 1 / (argc - 1); }
C
is 10 '' "$build/braid" run --quiet --no-replay --output-dir=run prog.c
cp run/run.info info
for flag in "-fplugin=$out/plugin.so" "-fpass-plugin=$out/plugin.so" -Xclang -load -B. @args \
    -omade -specs=x -wrapper -fuse-ld=./plugin.so --config=x "-Wl,-plugin,$out/plugin.so" \
    -Wp,-MD,made -fcrash-diagnostics-dir=made -fprofile-instr-generate=made -include-pch \
    -Wa,--listing -fmodules-cache-path=made -ftime-trace=made -save-temps -MDmade; do
  { cat info; echo "flag $flag"; } >run/run.info
  is 2 "flag $flag, which is not taken" "$build/braid" replay run
  untouched "run.info: $flag"
done
for source in -fplugin=./plugin.so @args; do
  { cat info; echo "source $source"; } >run/run.info
  is 2 'no file' "$build/braid" replay run
done
{ cat info; echo 'function main(){}int%20x'; } >run/run.info
is 2 'not understood' "$build/braid" replay run
# Said by hand it is used, behind the fence: it can write nothing here.
{ cat info; echo "flag -fplugin=$out/plugin.so"; } >run/run.info
if "$build/braid" replay "--flag=-fplugin=$out/plugin.so" run >said 2>errors; then :; fi
untouched 'a plugin behind the fence'
{ cat info; echo "flag -Wl,--wrap=malloc,--wrap=calloc"; echo "flag -fwrapv"; } >run/run.info
is 0 '1 of 1' "$build/braid" replay --no-coverage run

# A ledger -----------------------------------------------------------------------------
# A bug that is found at once, in a run that is ended in its middle.
sed "s/N = 20/N = 17/; s/^  klee_make_symbolic.*/&\n  if (b[0] == 7) return 1 \/ (b[0] - 7);/" \
  "$here/../../bench/jobs/tree20.c" >tree.c
between() { [ -e cut/jobs.sqlite ] && [ "$(sqlite3 -cmd '.timeout 2000' cut/jobs.sqlite \
  'SELECT (SELECT count(*) FROM job WHERE NOT is_done) > 1 AND
          (SELECT count(*) FROM found WHERE kind = 1) > 0' 2>/dev/null)" = 1 ]; }
tries=0
until between; do
  rm -rf cut
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || { echo "no run was stopped in the middle"; exit 1; }
  "$build/braid" run --quiet --no-replay --merge=off --no-seen --tests=none --jobs=2 \
    --limit explore_ledger_after=10 --limit explore_ledger_quantum=4 \
    --output-dir=cut -fno-builtin tree.c >said 2>errors &
  pid=$!
  until between || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
  kill -INT $pid 2>/dev/null || true
  wait $pid || true
done
sqlite3 cut/jobs.sqlite 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null
cp -r cut kept
again() { rm -rf cut; cp -r kept cut; }
believed='not to be believed'
# The command line, changed by who has no key.
for option in "-fplugin=$out/plugin.so" --cache=made --root=/; do
  again
  sqlite3 cut/jobs.sqlite "UPDATE fact SET value = CAST(substr(value, 1, 4) || '$option' ||
    x'00' || substr(value, 5) AS BLOB) WHERE name = 'command'"
  is 2 "$believed" "$build/braid" run --resume=cut
  untouched "ledger: $option"
done
# Another user's, or another machine's.
again
head -c 32 /dev/urandom >other
chmod 600 other
BRAID_KEY=$out/other is 2 "not sealed by this user's key" "$build/braid" run --resume=cut
chmod 644 other
BRAID_KEY=$out/other is 2 "not sealed by this user's key" "$build/braid" run --resume=cut
is 0 'jobs:' "$build/braid" status cut
# A program that was changed: nothing is compiled.
cp tree.c tree.good
echo '#error compiled' >>tree.c
is 2 'another version' "$build/braid" run --resume=cut
! grep -q 'compiled' errors || fail "compiled: $(cat errors)"
cp tree.good tree.c

# Bits.  Of each row of findings, jobs and facts some byte is changed; and bytes of the file.
# What is said is a refusal, or the bug.
never_lost() {
  got=0
  timeout 120 "$build/braid" run --resume=cut >said 2>errors || got=$?
  case $got in
  2) ;;
  10) ;;
  *) fail "$1: status $got: $(tail -n 2 errors)" ;;
  esac
}
for at in 1 5 17 18 20 30 'length(bytes) / 2' 'length(bytes) - 15' 'length(bytes)'; do
  for table in found job; do
    again
    sqlite3 cut/jobs.sqlite "UPDATE $table SET bytes = CAST(substr(bytes, 1, $at - 1) ||
      CASE substr(bytes, $at, 1) WHEN x'04' THEN x'05' ELSE x'04' END ||
      substr(bytes, $at + 1) AS BLOB) WHERE number IN (SELECT number FROM $table
      WHERE bytes IS NOT NULL ORDER BY number LIMIT 1)"
    is 2 "$believed" "$build/braid" run --resume=cut
  done
done
for change in 'DELETE FROM found' 'DELETE FROM found WHERE kind = 1' \
    'UPDATE found SET kind = 2 WHERE kind = 1' 'UPDATE found SET kind = 77 WHERE kind = 1' \
    'UPDATE found SET number = number + 1000 WHERE number = (SELECT max(number) FROM found)'; do
  again
  sqlite3 cut/jobs.sqlite "$change"
  never_lost "$change"
done
size=$(wc -c <kept/jobs.sqlite)
k=0
while [ $k -lt 20 ]; do
  again
  printf '\125' | dd of=cut/jobs.sqlite bs=1 seek=$((k * size / 20 + k * 7)) conv=notrunc 2>/dev/null
  never_lost "byte $((k * size / 20 + k * 7)) of $size"
  k=$((k + 1))
done
# As it was.
again
is 10 '' "$build/braid" run --resume=cut
# A run that kept no ledger says so.
is 2 'nothing to resume' "$build/braid" run --resume=run
[ "$failures" -eq 0 ]
