#!/bin/sh
# setup/packages where another program holds the package manager's locks: it waits, not for
# ever, and every other failure is one at once.  apt-get, dpkg and the like are stand-ins.
#
#   test/setup/packages.sh BUILD
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failures=0
fail() {
  failures=$((failures + 1))
  echo "$*"
}
stand_in() { printf '#!/bin/sh\n%s\n' "$2" >"$out/$1" && chmod +x "$out/$1"; }
stand_in dpkg-query true
stand_in dpkg 'echo amd64'
stand_in id 'echo 0'
stand_in tee 'cat >/dev/null'
# ABSENT: what the archive does not offer.
stand_in apt-cache 'case " $ABSENT " in *" $2 "*) ;; *) echo "  Candidate: 1" ;; esac'
# The first $LOCKED calls find the lock taken; the others say $ERROR, if there is one.
stand_in apt-get 'echo "$@" >>"$OUT/calls"
if [ "$(wc -l <"$OUT/calls")" -le "$LOCKED" ]; then
  echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7" >&2
  exit 100
fi
[ -z "$ERROR" ] || { echo "E: $ERROR" >&2; exit 100; }'
# ASSIGNMENTS, then what is expected: status, calls of apt-get, words of the output.
try() {
  : >"$out/calls"
  status=0
  env OUT="$out" PATH="$out:$PATH" LOCKED=0 ERROR= ABSENT= $1 "${5:-NONE=}" \
    "$here/setup/packages" test >"$out/said" 2>&1 || status=$?
  calls=$(wc -l <"$out/calls")
  [ "$status" -eq "$2" ] && [ "$calls" -eq "$3" ] && grep -q -- "$4" "$out/said" ||
    fail "$*: status $status, $calls calls of apt-get: $(tail -n 4 "$out/said")"
}
try '' 0 1 'will install'
try LOCKED=1 0 2 'waiting for another program'
try 'LOCKED=9 SETUP_WAIT_S=0' 100 1 'held by process 7'
try ERROR=full 100 1 'E: full'
# What can be done without is left out; what cannot is an error before anything is installed.
try '' 0 1 'going on without it: libhiredis-dev' \
  'ABSENT=libhiredis-dev libpq-dev redis-server postgresql afl++'
! grep -q 'hiredis\|libpq\|redis\|postgresql' "$out/calls" || fail "installs what is not offered"
try ABSENT=libcadical-dev 1 1 'does not offer libcadical-dev'
[ "$(cat "$out/calls")" = 'update -q' ] || fail "installs although it cannot go on"
# On a fresh machine nothing is offered before the lists are there.
try LOCKED=1 1 2 'fetching the package lists' 'ABSENT=libcadical-dev gcc'
[ $failures -eq 0 ]
