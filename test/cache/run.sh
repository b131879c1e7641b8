#!/bin/sh
# A second run with the same --cache asks SAT solvers and the links beside them nothing,
# and finds the same; after a small change it asks what is new.  Counted, not timed.
#
#   test/cache/run.sh BUILD
set -eu
build=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"
failed=0

cat >program.c <<'END'
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), n = 0;
  if (a > 63 || b > 63) return 0;
  for (unsigned i = 0; i < 3; i++)
    if ((a * b + i * 77) % 13 == i) n++;
  assert((a * a + b * b) % 4 != 3);
  assert(n < LIMIT);
  return 0;
}
END

# run NAME LIMIT OPTION...
run() {
  name=$1 limit=$2
  shift 2
  status=0
  "$build/braid" run --quiet --no-replay --jobs=1 --classic --cache=answers "$@" \
    "-DLIMIT=$limit" --output-dir="$name" program.c >/dev/null 2>"$name.said" || status=$?
  echo "$status" >"$name.status"
}

number() {
  sed -n "s/^ *\"$2\": *\([0-9]*\).*/\1/p" "$1/stats.json" | head -n 1
}

asked() { echo $(($(number "$1" by_sat) + $(number "$1" by_product) + $(number "$1" by_z3))); }

# expect WHAT CONDITION...
expect() {
  what=$1
  shift
  [ "$@" ] || { echo "$what: not [ $* ]"; failed=1; }
}

run cold 4
run warm 4
expect "first run" "$(number cold by_cache)" -eq 0
expect "first run" "$(asked cold)" -gt 5
expect "second run" "$(asked warm)" -eq 0
expect "second run" "$(number warm by_cache)" -gt 5
expect "second run: refutations asked again" "$(number warm cache_asked)" -gt 0
for key in paths_completed forks instructions; do
  expect "second run: $key" "$(number warm $key)" = "$(number cold $key)"
done
expect "second run: status" "$(cat warm.status)" = "$(cat cold.status)"
run checked 4 --solver-check
expect "with a second opinion" "$(cat checked.status)" = "$(cat cold.status)"

run changed 3
expect "after a change" "$(number changed by_cache)" -gt 5
expect "after a change" "$(asked changed)" -lt "$(asked cold)"

# Contenders: a question that was given up when another one ended is not worked on before
# as much was counted.  What refutations take that are asked again is in these counts.
contend() {             # PROGRAM NUMBER
  "$build/braid" run --quiet --no-replay --jobs=1 "--cache=contended-$(basename "$1")" \
    --output-dir="$2" "$here/../../bench/$1" >/dev/null 2>&1
}
for program in cache/products.c lattice/gcd.c multise/kadane.c; do
  rm -rf first second third
  for k in first second third; do contend $program $k; done
  expect "$program: first" "$(number first sat_conflicts)" -gt 100
  for k in second third; do
    expect "$program: $k" $((10 * $(number $k sat_conflicts))) -le \
      "$(number first sat_conflicts)"
    expect "$program: $k" $((10 * $(asked $k))) -le "$(asked first)"
    expect "$program: $k: refutations asked again" "$(number $k cache_asked)" -gt 0
  done
done

# Answers that were sealed under another key are asked anew.
expect "another key: before" "$(number warm by_cache)" -gt 5
head -c 32 /dev/urandom >other.key
chmod 600 other.key
export BRAID_KEY="$work/other.key"
run other 4
unset BRAID_KEY
expect "another key" "$(number other by_cache)" -eq 0
expect "another key" "$(asked other)" -eq "$(asked cold)"
expect "another key: status" "$(cat other.status)" = "$(cat cold.status)"
grep -q 'another key' other.said || { echo "another key: nothing is said"; failed=1; }

# A file of somebody else's.
echo "no cache" >answers
run foreign 4
expect "foreign file" "$(cat foreign.status)" = "$(cat cold.status)"
expect "foreign file" "$(cat answers)" = "no cache"
grep -q -e '--cache=answers: not a cache' foreign.said || {
  echo "foreign file: nothing is said"
  failed=1
}

# The query tool.
cat >question.smt2 <<'END'
(declare-const x (_ BitVec 24))
(declare-const y (_ BitVec 24))
(assert (= (bvmul x y) #x0fffef))
(assert (bvult #x000001 x))
(assert (bvult x #x001000))
(assert (bvult y #x001000))
(check-sat)
END
for k in 1 2; do
  "$build/braid" solve --cache=questions --stats question.smt2 >"said$k" 2>"stats$k"
done
cmp said1 said2 || failed=1
grep -q ' 1  answered by an earlier run' stats2 || { cat stats2; failed=1; }
exit $failed
