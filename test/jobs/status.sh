#!/bin/sh
# How far a run is: braid status, and the jobs over time in stats.json and on the page,
# of a run that is stopped and resumed.
#
#   test/jobs/status.sh BUILD
set -eu
. "$(dirname "$0")/begin"
sed 's/N = 20/N = 16/' "$here/../../bench/jobs/tree20.c" >tree.c
tries=0
until [ -e cut/jobs.sqlite ]; do
  rm -rf cut
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || { echo "no run was stopped in the middle"; exit 1; }
  "$build/braid" run --quiet --no-replay --merge=off --no-seen --tests=none --jobs=2 \
    --limit explore_ledger_shared=10 --limit explore_ledger_quantum=4 \
    --output-dir=cut tree.c >said 2>errors &
  pid=$!
  until { "$build/braid" status cut >status 2>/dev/null &&
          grep -q 'about [0-9.]*[1-9][0-9.]*% of the tree' status; } ||
        ! kill -0 $pid 2>/dev/null; do
    sleep 0.01
  done
  kill -INT $pid 2>/dev/null || true
  wait $pid || true
done
grep -q 'cut: the run is at work' status || fail "status while it is at work: $(cat status)"
"$build/braid" status cut >status || fail "status fails"
for text in 'was ended; braid run --resume goes on' 'jobs: [0-9]*, [0-9]* done' \
            'about [0-9.]*% of the tree, [0-9]*% of branches'; do
  grep -q "$text" status || fail "status does not say $text: $(cat status)"
done
# Jobs that are open are some, and the share is neither nothing nor all.
sed -n 's/.*about \([0-9.]*\)% of the tree.*/\1/p' status |
  awk '$1 > 0 && $1 < 100 {good = 1} END {exit !good}' || fail "no share: $(cat status)"
before=$(grep -c '"processes":' cut/stats.json)

"$build/braid" run --resume=cut >said 2>errors || fail "resumed: $(cat errors)"
# The time goes on, and at the end everything is done.
sed -n '/"jobs_over_time"/,/^  \]/p' cut/stats.json >times
[ "$(grep -c '"processes":' times)" -gt "$before" ] || fail "no moments after it was resumed"
awk -F': ' '/"ms"/ {if ($2 + 0 < last) exit 1; last = $2 + 0}
  /"open"/ {open = $2 + 0} /"share"/ {share = $2 + 0}
  END {exit open || share < 0.999}' times || fail "the moments: $(tail -n 12 times)"
"$build/braid" report cut >/dev/null
grep -q 'Jobs over time</h3><svg' cut/report.html || fail "the page has no jobs over time"
[ "$failures" -eq 0 ]
