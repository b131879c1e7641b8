#!/bin/sh
# --max-time=T: braid is gone within T + 2 s + 5 %, whatever it is doing, and
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
    in_time "$program $how" "$begun" 4100
    sane "$program $how" 0 5 10
  done
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
