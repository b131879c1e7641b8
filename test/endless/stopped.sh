#!/bin/sh
# A run for invariants is stopped by its budget just when it was to start anew with more
# iterations: what it has not explored then is cut, and nothing is proved.
#
#   test/endless/stopped.sh BUILD
#
# The possible bug was met after 571 instructions when this was written, and that budget gave
# "proved"; those around it are for other runtimes.
set -eu
build=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
cd "$dir"
cat > loop.c <<'P'
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), hash = 1;
  while (__VERIFIER_nondet_uint()) hash = hash * 31 + x % 5;
  if (hash == 954272) reach_error();
  return 0;
}
P
for budget in $(seq 556 586); do
  status=0
  rm -rf out
  "$build/braid" run --quiet --loops=invariant --tests=none --replay=off \
    --max-instructions="$budget" --output-dir=out loop.c >/dev/null 2>&1 || status=$?
  [ $status = 5 ] || {
    echo "stopped: with $budget instructions the exit status is $status"
    exit 1
  }
done
