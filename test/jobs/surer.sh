#!/bin/sh
# Of two findings of one mistake the surer one stays: in both orders, by queues on Redis and
# PostgreSQL (by a file and in memory the unit test looks by itself); and in runs by several
# processes, of which some find that the bug is possible, and others confirm it.
#
#   test/jobs/surer.sh BUILD [server|postgres]
set -eu
. "$(dirname "$0")/begin"

is_bug() {    # OPTIONS... FILE
  status=0
  "$build/braid" run --quiet --no-replay --output-dir=run "$@" >said 2>&1 || status=$?
  [ "$status" -eq 10 ] || fail "exit $status, not 10: $*: $(tail -n 3 said)"
  rm -rf run
}
if [ -z "${2:-}" ]; then
  for jobs in 1 2 3; do
    is_bug --jobs=$jobs "$here/../programs/possible-then-confirmed.c"
    is_bug --jobs=$jobs --merge=off --no-seen --limit explore_ledger_most=300 \
      "$here/made-up.c"
  done
fi
. "$here/${2:-server}"
server_start
"$build/unit/unit_jobs_findings" "$server/q$parameters" || fail "by $server"
[ -n "${2:-}" ] || "$here/surer.sh" "$build" postgres || fail "by PostgreSQL"
[ "$failures" -eq 0 ]
