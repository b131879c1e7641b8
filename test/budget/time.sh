#!/bin/sh
# --max-time=T: braid is gone within T + 1 s, whatever it is doing, and
# leaves a report.
#
#   test/budget/time.sh BUILD [PROGRAM...]
set -eu
build=$1
shift
. "$(dirname "$0")/common.sh"
[ $# -gt 0 ] || set -- floats switch tests held factors diagrams templates \
  native relevancy compile bugs

for program in "$@"; do
  for how in --max-time=2s '--max-time=2s --merge=off --loops=unroll'; do
    # Joins and templates have no part in the others.
    case "$program $how" in
    tests* | diagrams* | held* | *=2s) ;;
    *) continue ;;
    esac
    begun=$(now_ms)
    # shellcheck disable=SC2086
    begin "$program" $how
    finish
    in_time "$program $how" "$begun" 3000
    sane "$program $how" 0 5 10
  done
done

# Much memory to compare when time is up, and a bug to run natively: there is time for the
# worker's own report.
for program in heap memory; do
  begun=$(now_ms)
  begin "$program" --max-time=2s --replay=confined
  finish
  sane "$program" 10
  in_time "$program" "$begun" 3000
  [ "$waited" -gt $((($(now_ms) - begun) / 4)) ] || [ -e "$out/dir/explain.txt" ] ||
    fail "$program: the supervisor had to write the report"
done

# Writing down the states that wait takes longer than there is: the report has its
# figures all the same.  A machine that does other things may take too long for that.
begun=$(now_ms)
begin tests --max-time=3s --merge=off --loops=unroll --search=bfs --no-seen \
  --tests=none --jobs=1
finish
sane "many states" 5
waited=$(($(waited_ms) - waited))
[ "$waited" -gt $((($(now_ms) - begun) / 4)) ] || grep -q '^coverage' "$out/dir/summary.txt" ||
  fail "many states: no coverage is reported"
[ "$failures" -eq 0 ]
