#!/bin/sh
# Random recursive programs: what claims about calls prove, natively no small input may
# refute.  Where claims were made they are proved a second time with each 2nd, 3rd or 4th of
# them planted, and the check must refuse what does not hold.
#
#   test/endless/recursion.sh BUILD [FIRST [COUNT]]
set -eu
build=$1
first=${2:-1}
count=${3:-30}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# Tries all sequences of four inputs from 0 to 7; then inputs are 0.
cat > "$dir/oracle.c" <<'C'
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf out;
static unsigned left;
int program(void);
unsigned char __VERIFIER_nondet_uchar(void) {
  unsigned char v = left % 8;
  left /= 8;
  return v;
}
void reach_error(void) { longjmp(out, 1); }
int main(void) {
  for (unsigned k = 0; k < 4096; k++) {
    left = k;
    if (setjmp(out)) exit(10);
    program();
  }
  return 0;
}
C
clang-19 -w -c -o "$dir/oracle.o" "$dir/oracle.c"

# What braid says.
verdict() {
  rm -rf "$dir/out"
  timeout 60 "$build/braid" run --quiet --output-dir="$dir/out" --tests=none --replay=off \
    --no-check=overflow --max-time=8s "$@" "$dir/program.c" >"$dir/text" 2>&1 || true
  sed -n 's/^ *"verdict": "\([a-z-]*\)".*/\1/p' "$dir/out/stats.json" 2>/dev/null ||
    tail -n 1 "$dir/text"
}

proved=0 claimed=0 refused=0 bugs=0 found=0 failures=0
seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  "$build/endless_recurse" "$seed" > "$dir/program.c"
  clang-19 -w -fwrapv -O1 -Dmain=program -c -o "$dir/program.o" "$dir/program.c"
  clang-19 -o "$dir/oracle" "$dir/program.o" "$dir/oracle.o"
  truth=0
  timeout 20 "$dir/oracle" >/dev/null 2>&1 || truth=$?
  [ $truth != 10 ] || bugs=$((bugs + 1))
  # Whether calls end is another question.
  set -- --loops=invariant
  [ $((seed % 2)) = 0 ] || set -- "$@" --no-check=hang --no-check=stack-overflow
  planted=none
  said=$(verdict "$@")
  case $said in
  proved*)
    proved=$((proved + 1))
    if grep -q '() returns' "$dir/out/stats.json"; then
      claimed=$((claimed + 1))
      planted=$(verdict "$@" --plant-invariants=$((2 + seed % 3)))
      [ "$planted" != inconclusive ] || refused=$((refused + 1))
    fi ;;
  bug) found=$((found + 1)) ;;
  inconclusive) ;;
  *)
    failures=$((failures + 1))
    echo "seed $seed: no verdict: $said"; cat "$dir/text" ;;
  esac
  case $truth:$said:$planted in
  10:proved* | 0:bug* | 10:*:proved*)
    failures=$((failures + 1))
    echo "seed $seed: $said, planted: $planted, but natively $truth"
    cat "$dir/program.c" ;;
  esac
  seed=$((seed + 1))
done
echo "$count programs, $bugs with a bug; $found found, $proved proved, $claimed by claims"
echo "$refused refused with some of them planted"
[ "$failures" = 0 ]
