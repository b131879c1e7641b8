#!/bin/sh
# test/unit/replay_fence.c by a plain user.
#
#   test/fence/user.sh BUILD
set -eu
plain="env -u TMPDIR"
if [ "$(id -u)" = 0 ]; then
  plain="setpriv --reuid=65534 --regid=65534 --clear-groups env -u TMPDIR HOME=/"
fi
if ! $plain test -x "$1/unit/unit_replay_fence"; then
  echo "skipped: a plain user cannot come to $1"
  exit 0
fi
cd /
$plain "$1/unit/unit_replay_fence"
