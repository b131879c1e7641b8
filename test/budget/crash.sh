#!/bin/sh
# An internal error: what was found until then is written, exit status 6.  No memory to be
# had: likewise, but it is a cut.
#
#   test/budget/crash.sh BUILD [SEED [COUNT]]
set -eu
build=$1
seed=${2:-$(date +%s)}
count=${3:-6}
. "$(dirname "$0")/common.sh"

found() {       # WHAT WHY: the bug that comes first is in the report
  grep -q '"kind": "abort"' "$out/dir/stats.json" || fail "$1: no bug in it"
  grep -q "$2" "$out/dir/summary.txt" || fail "$1: no reason in it"
  grep -q '^bug' "$out/dir/run.info" || fail "$1: nothing to replay"
  [ -e "$out/dir/test000001.ktest" ] || fail "$1: no test"
}

# The worker dies, of anything at any moment.
for step in $(awk -v seed="$seed" -v count="$count" 'BEGIN {
    srand(seed)
    split("SEGV ABRT KILL BUS FPE ILL", signal, " ")
    while (count--)
      printf "%s:%.2f ", signal[1 + int(6 * rand())], 1.5 * rand()
  }'); do
  begin terms
  # Until the bug is found, a death is a run without one.
  until [ -e "$out/dir/test000001.ktest" ]; do sleep 0.05; done
  sleep "${step#*:}"
  worker=$(worker_of "$pid")
  kill "-${step%:*}" "$worker"
  begun=$(now_ms)
  finish
  in_time "SIG${step%:*}" "$begun" 2000
  sane "SIG${step%:*} after ${step#*:} s" 6
  found "SIG${step%:*} after ${step#*:} s" 'internal error'
done

# The system has no more memory; a sanitizer needs all addresses there are.
if ! grep -q sanitize "$build/build.ninja"; then
  for program in terms heap; do
    "$here/generate" "$program" >"$out/$program.c"
    rm -rf "$out/dir"
    status=0
    (ulimit -v 700000
     TMPDIR=$out/tmp exec timeout 60 "$braid" run --no-replay \
       --max-memory=100GiB --output-dir="$out/dir" "$out/$program.c") \
      >"$out/printed" 2>"$out/errors" || status=$?
    sane "$program without memory" 10
    found "$program without memory" 'memory'
  done
fi
[ "$failures" -eq 0 ] || echo "again: test/budget/crash.sh $build $seed $count"
[ "$failures" -eq 0 ]
