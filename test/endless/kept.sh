#!/bin/sh
# What a proof by invariants rests on: in stats.json and the page with their places, as C
# in the witness, which a new run confirms; proved again by Z3; refused if planted wrong.
#
#   test/endless/kept.sh BUILD
set -eu
build=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

fail() {
  echo "kept: $*"
  exit 1
}

cat > "$dir/loop.c" <<'P'
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned total;

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = n;
  while (x > 0) {
    x--;
    total++;
    if (__VERIFIER_nondet_uint() == 3) x ^= 0;
  }
  assert(total == n);
  return 0;
}
P
cd "$dir"
"$build/braid" run --quiet --output-dir=out --loops=invariant --check-invariants loop.c ||
  fail "not proved: $?"
grep -q '"invariants_checked": true' out/stats.json || fail "not proved again"
grep -q '"place": "loop.c:9"' out/stats.json ||
  fail "no place in stats.json"
grep -q '"language": "C"' out/stats.json || fail "none is C"
grep -q 'total' out/correctness.witness.yml || fail "the witness does not speak of total"
"$build/braid" report out >/dev/null 2>&1 || fail "no page"
grep -q 'id="invariants"' out/*.html || fail "the page does not list them"
# The witness alone: its invariants are checked as what the program claims.
"$build/braid" run --output-dir=follow --loops=invariant \
  --witness=out/correctness.witness.yml loop.c > said || fail "the witness: $?"
grep -q 'witness confirmed' said || fail "the witness is not confirmed"
# A wrong one is refused, by the status of what is not decided.
status=0
"$build/braid" run --output-dir=planted --loops=invariant --plant-invariants=1 loop.c \
  > said || status=$?
[ "$status" = 5 ] || fail "planted: status $status"
grep -q 'Z3 does not confirm' said || fail "planted: not said"
# ... which withdraws that proof and no more: by default the others go on and decide.
cat > "$dir/others.c" <<'P2'
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0, y = 1;
  for (unsigned n = 0; n < 6; n++) {
    unsigned c = __VERIFIER_nondet_uint();
    if (c % 7 == 3 && x % 3 != 1) x = x * 3 + c;
    else if (c % 11 == 5) y += 2 * (x ^ c);
    else y ^= 4;
  }
  assert(y % 2 == 1);
  return 0;
}
P2
"$build/braid" run --output-dir=others --jobs=1 --plant-invariants=1 --tests=none \
  --replay=off others.c > said || fail "a refused proof ended the run: $?"
grep -q 'given up.*invariants: Z3 does not confirm' said || fail "no proof was refused"
# Of a function's claims, too: no call returns a wrong value as claimed.
cat > "$dir/claims.c" <<'P3'
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned bits(unsigned n) {
  if (n == 0) return 0;
  return bits(n / 2) + n % 2;
}

int main(void) {
  assert(bits(__VERIFIER_nondet_uint()) <= 7);
  return 0;
}
P3
claims=0
for plant in 25 37 49 61; do
  status=0
  rm -rf claims
  "$build/braid" run --output-dir=claims --loops=invariant --plant-invariants=$plant \
    --no-check=stack-overflow --tests=none --replay=off claims.c > said || status=$?
  [ "$status" = 5 ] || fail "planted claim $plant: status $status"
  ! grep -q 'Z3 does not confirm.*argument' said || claims=$((claims + 1))
done
[ "$claims" -gt 1 ] || fail "$claims of four planted claims were refused as such"
