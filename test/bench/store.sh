#!/bin/sh
# One store for all states (--merge=store).  A branch copies no memory, and a join compares none:
# ten branches more copy as much in a large memory as in a small one, and compare nothing at joins.
# (The first pair of states may have been born to a look for hangs, without a store.)  Joins of
# whole states compare what differs each time.  And a function that is called from many places on
# many paths runs once for all of them.
#
#   test/bench/store.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/branches.c" <<'END'
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static unsigned char large[SIZE];
static int flag, count;
int main(void) {
  for (int i = 0; i < SIZE; i++) large[i] = (unsigned char) i;
  for (int i = 0; i < BRANCHES; i++)
    if (__VERIFIER_nondet_int() == i) flag = i;
    else count++;
  if (large[SIZE - 1] != (unsigned char) (SIZE - 1)) abort();
  return 0;
}
END
cat >"$work/calls.c" <<'END'
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int calls;
__attribute__((noinline)) static int called(int n) {
  int sum = 0;
  for (int i = 0; i < 1000; i++) sum += i ^ n;
  calls++;
  return sum;
}
int main(void) {
  int n = 0;
  for (int i = 0; i < PATHS; i++)
    if (__VERIFIER_nondet_int()) goto *(void *[]) {&&a, &&b, &&c}[i % 3];
  goto c;
a: n++;
b: n++;
c: n = called(5) + n - n;
  if (calls != 1) abort();
  return n == 1;
}
END

count() { sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p" "$work/out/stats.json"; }
run() {         # PROGRAM DEFINES OPTION...
  # shellcheck disable=SC2086
  clang-19 $2 -O1 -Xclang -disable-llvm-passes -g -emit-llvm -Iinclude -c \
    "$work/$1.c" -o "$work/$1.bc"
  program=$1
  shift 2
  rm -rf "$work/out"
  "$build/braid" run --quiet --jobs=1 --no-replay --tests=none --no-check=leak --loops=unroll \
    --output-dir="$work/out" "$@" "$work/$program.bc" >"$work/log" 2>&1 || {
      echo "not proved: $program $*" >&2
      cat "$work/log" >&2
      exit 1
    }
}
fail() {
  echo "$*" >&2
  exit 1
}

# made SIZE BRANCHES OPTION...: objects made or copied, bytes copied, compared at joins
made() {
  size=$1 branches=$2
  shift 2
  run branches "-DSIZE=$size -DBRANCHES=$branches" --merge=store "$@"
  [ "$(count joins)" -ge $((branches - 1)) ] || fail "$(count joins) joins"
  objects=$(count "objects made or copied") bytes=$(count "bytes of objects copied")
  compared=$(count "objects compared at joins") committed=$(count "objects compared at commits")
}
for slice in 0 1; do
  grown=
  for size in 256 65536; do
    made $size 11 --limit=multise_slice=$slice
    few="$objects $bytes $committed" before=${compared:-0}
    made $size 21 --limit=multise_slice=$slice
    [ "$committed" -gt 10 ] || fail "nothing was committed"
    [ "${compared:-0}" = "$before" ] || fail "$before, then $compared objects compared at joins"
    more=$(echo "$few $objects $bytes $committed" | awk '{ print $4 - $1, $5 - $2, $6 - $3 }')
    : "${grown:=$more}"
    [ "$more" = "$grown" ] || fail "10 branches more: $more, in a small memory $grown"
  done
done
run branches "-DSIZE=256 -DBRANCHES=21" --merge=summary --join=always
[ "$(count "objects compared at joins")" -ge 20 ] || fail "joins compare nothing"

# Three times as many ways to the call: the work is that of a few more branches.
for slice in 0 1; do
  run calls "-DPATHS=6" --merge=store --limit=multise_slice=$slice
  few=$(count instructions)
  run calls "-DPATHS=18" --merge=store --limit=multise_slice=$slice
  many=$(count instructions)
  [ "$many" -lt $((few + 1000)) ] || fail "called() ran again: $few, then $many instructions"
  run calls "-DPATHS=18" --classic
  [ "$(count instructions)" -gt $((10 * many)) ] || fail "called() runs once path by path"
done
