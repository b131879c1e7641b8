#!/bin/sh
# Each sanitizer and the coverage behind the weaker fence, by root and by a plain
# user; the unit tests themselves have the best one.
#
#   test/fence/sanitizers.sh BUILD
set -eu
BRAID_FENCE=landlock:1 "$1/unit/unit_replay_replay"
plain=
if [ "$(id -u)" = 0 ]; then
  plain="setpriv --reuid=65534 --regid=65534 --clear-groups env -u TMPDIR HOME=/"
fi
if ! $plain test -x "$1/unit/unit_replay_replay"; then
  echo "skipped: a plain user cannot come to $1"
  exit 0
fi
cd /
BRAID_FENCE=landlock $plain "$1/unit/unit_replay_coverage"
$plain "$1/unit/unit_replay_replay"
