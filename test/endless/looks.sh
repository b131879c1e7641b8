#!/bin/sh
# Random programs in which states run long without a split, so that looks for hangs run them on:
# from recursive calls that wait for contracts, and past returns that are compared.  All inputs,
# run natively, say what the verdict must not contradict.
#
#   test/endless/looks.sh BUILD [FIRST [COUNT]]
set -eu
first=${2:-1}
count=${3:-6}
. "$(dirname "$0")/../jobs/begin"

# What waits between splits: a loop, or the library's.
generate() {
  awk -v seed="$1" '
    function pick(n) { return int(n * rand()) }
    function wait_long(n) {
      n = 100 + pick(900)
      if (pick(2)) return "memset(text, 120, " n "); v = (int) strspn(text, \"xy\"); v = text[" n "] = 0;"
      return "for (int i = 0; i < " n "; i++) v = i;\n  v = 0;"
    }
    BEGIN {
      srand(seed)
      print "#include <string.h>\nextern int __VERIFIER_nondet_int(void);"
      print "extern void reach_error(void);"
      print "int g; volatile int v; char text[1001];"
      print "static int wait_long(void) {\n  " wait_long() "\n  return 0;\n}"
      print "static int choose(int x) {\n  int r = 0;\n  switch (x) {"
      for (k = 1; k < 5; k++) print "  case " k ": r = " pick(4) "; break;"
      print "  }\n  " (pick(2) ? wait_long() : "wait_long();") "\n  return r;\n}"
      print "static void f(int n) {\n  int was = g;\n  g = " 1 + pick(2) ";"
      for (k = pick(3); k; k--) print "  " (pick(2) ? wait_long() : "wait_long();")
      print "  if (n > 0) f(n - 1);"
      if (pick(2)) print "  if (was == " pick(3) ") reach_error();"
      print "}"
      print "int main(void) {\n  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();"
      print "  if (n < 0 || n > 7 || x < 0 || x > 7) return 0;"
      if (pick(2)) print "  " wait_long()
      print "  int r = choose(x) + wait_long();"
      print "  if (r == " pick(4) (pick(2) ? " && x == " 1 + pick(4) : "") ") reach_error();"
      if (pick(2)) print "  " wait_long()
      print "  f(n);\n  return 0;\n}"
    }'
}

cat >oracle.c <<'END'
#include <stdlib.h>
static int left;
int program(void);
int __VERIFIER_nondet_int(void) {
  const int value = left % 8;
  left /= 8;
  return value;
}
void reach_error(void) { exit(10); }
int main(void) {
  for (int k = 0; k < 64; k++) {
    extern int g;
    g = 0;
    left = k;
    program();
  }
  return 0;
}
END
cc -w -c oracle.c

bugs=0 proved=0 seed=$first
looks="--limit=zeq_cycle_first=256 --limit=zeq_cycle_price=0 --native=off"
while [ "$seed" -lt $((first + count)) ]; do
  generate "$seed" >program.c
  cc -w -Dmain=program -c program.c
  cc -o oracle program.o oracle.o
  want=0
  ./oracle || want=$?
  [ "$want" -eq 0 ] || bugs=$((bugs + 1))
  slice=$((64 << seed % 5)) heads=$((16 << seed % 7))
  for way in "--loops=invariant" "--merge=off --loops=unroll --no-seen --zeq=on"; do
    status=0
    # shellcheck disable=SC2086
    "$build/braid" run --quiet --no-replay --tests=none --max-time=20s --jobs=1 \
      --error-function=reach_error $looks --limit=explore_slice=$slice \
      --limit=zeq_cycle_heads=$heads $way --output-dir=run program.c >said 2>&1 || status=$?
    rm -rf run
    [ "$status" -ne 0 ] || proved=$((proved + 1))
    case $want:$status in
    0:10 | 10:0 | *:6)
      fail "seed $seed, $way: exit $status, natively $want: $(tail -n 2 said)"
      cat program.c ;;
    esac
  done
  seed=$((seed + 1))
done
echo "$count programs, $bugs with a bug; $proved runs proved; $failures differ"
[ "$failures" -eq 0 ]
