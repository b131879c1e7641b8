#!/bin/sh
# As test/unit/report_fence.c, but by a plain user; and the sanitizers, with each
# kind of fence.
#
#   test/fence/user.sh BUILD
set -eu
build=$1
plain="env -u TMPDIR"
if [ "$(id -u)" = 0 ]; then
  plain="setpriv --reuid=65534 --regid=65534 --clear-groups env -u TMPDIR HOME=/"
  if ! $plain test -x "$build/unit/unit_report_fence"; then
    echo "skipped: a plain user cannot come to $build"
    exit 0
  fi
fi
cd /
$plain "$build/unit/unit_report_fence"
$plain "$build/unit/unit_report_replay"
BRAID_FENCE=landlock:1 "$build/unit/unit_report_replay"
BRAID_FENCE=landlock $plain "$build/unit/unit_report_coverage"
