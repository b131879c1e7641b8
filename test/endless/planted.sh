#!/bin/sh
# Random loops (loops.c): what invariants prove, natively no tried input refutes.  Then each
# N-th candidate is taken as proved without having been asked: --check-invariants must refuse
# what does not hold, so that no loop with a bug is called proved.
#
#   test/endless/planted.sh BUILD [FIRST [COUNT]]
#
# PLANTS: which N are tried for each; else one of 1, 2, 3 and 5.
set -eu
build=$1
first=${2:-1}
count=${3:-18}
here=$(dirname "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# All sequences of eight inputs from 0 to 3, and longer ones at random; then inputs are 0.
cat > "$dir/oracle.c" <<'C'
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf out;
static unsigned long long left, more;
static unsigned asked, wide;
int program(void);
unsigned char __VERIFIER_nondet_uchar(void) {
  asked++;
  if (asked > wide) return 0;
  if (!more) {
    unsigned char v = left & 3;
    left >>= 2;
    return v;
  }
  more ^= more << 13;
  more ^= more >> 7;
  more ^= more << 17;
  return more >> 20 & 15;
}
void reach_error(void) { longjmp(out, 1); }
int main(void) {
  static volatile unsigned k;
  if (setjmp(out)) exit(10);
  for (k = 0; k < 65536; k++) {
    left = k, more = 0, asked = 0, wide = 8;
    program();
  }
  for (k = 0; k < 60000; k++) {
    more = (k + 1) * 0x9e3779b97f4a7c15u, asked = 0, wide = 8 + k % 64;
    program();
  }
  return 0;
}
C
clang-19 -O1 -w -c -o "$dir/oracle.o" "$dir/oracle.c"

# The verdict of a run: proved, bug, inconclusive.
verdict() {
  rm -rf "$dir/out"
  timeout 60 "$build/braid" run --quiet --output-dir="$dir/out" --tests=none \
    --replay=off --no-check=overflow --max-time=5s --loops=invariant "$@" "$dir/loop.c" \
    >/dev/null 2>&1 || true
  sed -n 's/^ *"verdict": "\([a-z-]*\)".*/\1/p' "$dir/out/stats.json" 2>/dev/null || true
}

wrong() {
  failures=$((failures + 1))
  echo "seed $seed: $*, but natively it has a bug"
  cat "$dir/loop.c"
}

refused=0 confirmed=0 bugs=0 proved=0 failures=0 plants=
seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  "$build/endless_loops" "$seed" > "$dir/loop.c"
  clang-19 -w -fwrapv -O1 -I"$here/../../include" -Dmain=program -c -o "$dir/loop.o" \
    "$dir/loop.c"
  clang-19 -o "$dir/oracle" "$dir/loop.o" "$dir/oracle.o"
  truth=0
  timeout 20 "$dir/oracle" || truth=$?
  case $truth in
  0 | 124) ;;
  10) bugs=$((bugs + 1)) ;;
  *) echo "seed $seed: the oracle says $truth"; failures=$((failures + 1)) ;;
  esac
  case $(verdict) in
  proved*)
    proved=$((proved + 1))
    [ $truth != 10 ] || wrong "proved" ;;
  bug)
    [ $truth != 0 ] || [ -z "${VERBOSE:-}" ] || echo "seed $seed: a bug not tried natively" ;;
  esac
  case $((seed / 3 % 4)) in 0) plants=2 ;; 1) plants=3 ;; 2) plants=5 ;; *) plants=1 ;; esac
  for plant in ${PLANTS:-$plants}; do
    case $(verdict --plant-invariants="$plant") in
    proved*)
      confirmed=$((confirmed + 1))
      [ $truth != 10 ] || wrong "proved with every $plant. candidate planted" ;;
    inconclusive)
      grep -q 'invariants: ' "$dir/out/stats.json" && refused=$((refused + 1)) ;;
    esac
  done
  seed=$((seed + 1))
done
echo "$count loops, $bugs with a bug; $proved proved; planted: $refused refused," \
  "$confirmed confirmed"
[ "$failures" = 0 ] && [ "$refused" -gt 0 ] && [ "$proved" -gt 0 ]
