#!/bin/sh
# Random programs whose loops are folded as annotated: by several contenders and processes the
# verdict is the one that all inputs, run natively, say.
#
#   test/jobs/random.sh BUILD [FIRST [COUNT]]
set -eu
first=${2:-1}
count=${3:-6}
. "$(dirname "$0")/begin"

# A sum that a loop keeps, but for some values; sometimes no input has them.
generate() {
  awk -v seed="$1" '
    function pick(n) { return int(n * rand()) }
    BEGIN {
      srand(seed)
      most = 60 + pick(60)
      at = pick(most + 20)
      split("x + y == s|x + y >= s|y >= 0|x >= 0, x + y == s", facts, "|")
      kind = pick(3) ? "pred, " facts[1 + pick(4)] : pick(2) ? "interval" : "sign"
      split("y == AT) y++|x == AT) y--|x == AT && y > 3) x--|y > AT && x == 1) y += 2",
            slips, "|")
      slip = slips[1 + pick(4)]
      gsub(/AT/, at, slip)
      claim = pick(2) ? "y == s" : pick(2) ? "y >= s" : "y <= s"
      print "#include <assert.h>"
      print "#ifdef ORACLE\n#define BRAID_FOLD(...)\n#else\n#include <braid.h>\n#endif"
      print "static void look(int x) {\n  int y = 0, s = x;"
      print "  while (x > 0)\n    BRAID_FOLD(" kind ") {"
      print "      x--;\n      y++;\n      if (" slip ";\n    }"
      print "  assert(" claim ");\n}"
      print "#ifdef ORACLE"
      print "int main(void) { for (int x = 0; x <= " most "; x++) look(x); }"
      print "#else"
      print "int main(void) { look(braid_range(0, " most + 1 ", \"x\")); }"
      print "#endif"
    }'
}

bugs=0 seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  generate "$seed" >program.c
  cc -w -DORACLE -o oracle program.c
  want=0
  ./oracle >/dev/null 2>&1 || want=10
  [ "$want" -eq 0 ] || bugs=$((bugs + 1))
  for jobs in 1 2 3; do
    status=0
    "$build/braid" run --quiet --no-replay --jobs=$jobs --max-time=60s --output-dir=run \
      program.c >said 2>&1 || status=$?
    rm -rf run
    [ "$status" -eq "$want" ] || {
      fail "seed $seed, $jobs jobs: exit $status, not $want: $(tail -n 2 said)"
      cat program.c
    }
  done
  seed=$((seed + 1))
done
echo "$count programs with folded loops, $bugs with a bug; $failures differ"
[ "$failures" -eq 0 ]
