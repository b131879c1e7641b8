#!/bin/sh
# A bug that is lost, wherever, does not become a proof: what speaks against one is kept
# apart from the list of bugs (src/finding/evidence.h).  Faults are planted (--plant-lost).
#
#   test/jobs/evidence.sh BUILD
set -eu
. "$(dirname "$0")/begin"

# is STATUS TEXT OPTIONS...: of a run in the new directory `run`
is() {
  want=$1
  text=$2
  shift 2
  rm -rf run
  status=0
  "$build/braid" run --quiet --no-replay --output-dir=run "$@" >said 2>&1 || status=$?
  [ "$status" -eq "$want" ] || fail "exit $status, not $want: $*: $(tail -n 3 said)"
  [ -z "$text" ] || grep -q -- "$text" said || fail "does not say \"$text\": $*: $(tail -n 3 said)"
  ! grep -q '"verdict": "proved' run/stats.json || [ "$want" -eq 0 ] ||
    fail "stats.json says proved: $*"
}
refused='internal error: the verdict would be "proved[-a-z]*"'

# Bugs that were re-executed, here and elsewhere, and are then lost.
folded=$here/../programs/possible-then-confirmed.c
for jobs in 1 2 3; do
  is 10 '' --jobs=$jobs "$folded"
  is 6 "$refused, but test0000[0-9]* ends in assert at .*possible-then-confirmed.c:13" \
    --jobs=$jobs --plant-lost=1 "$folded"
  is 6 "$refused, but .* ends in assert" --jobs=$jobs --merge=off --no-seen \
    --limit explore_ledger_most=300 --plant-lost=1 -DNO_ASSEMBLY "$here/made-up.c"
done

# Paths that end in one, and nobody sees: a test was written where they were joined.
cat >joined.c <<'END'
#include <braid.h>
int main(void) {
  int x = braid_int("x"), y = 2;
  if (x > 50) y = 1;
  braid_assert(y == 2);
  return 0;
}
END
for jobs in 1 3; do
  is 10 '' --jobs=$jobs --join=always joined.c
  is 6 "$refused, but test000001 ends in assert at joined.c:5" --jobs=$jobs --join=always \
    --plant-lost=2 joined.c
done
# What the property does not ask for speaks against nothing.
is 0 '' --join=always --plant-lost=2 --no-check=assert joined.c

# Natively: a test of a proof that fails is said, and so is that none does.
sed 's/y == 2)/y > 0)/' joined.c >proved.c
is 0 '' --join=always proved.c
"$build/braid" replay --no-coverage run >said 2>&1 || fail "replay of a proof: $(cat said)"
grep -q 'None of .* tests contradicts the verdict "proved"' said || fail "$(cat said)"
cp joined.c proved.c
status=0
"$build/braid" replay --no-coverage run >said 2>&1 || status=$?
[ "$status" -eq 10 ] || fail "replay of a wrong proof: exit $status: $(cat said)"
grep -q '^test000001  assert .*the verdict was "proved", but natively: .*Assertion' said ||
  fail "which test it is: $(cat said)"
grep -q 'contradict the verdict "proved"' said || fail "$(cat said)"
[ "$failures" -eq 0 ]
