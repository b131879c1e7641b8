#!/bin/sh
# Random programs with inline assembly, whose outputs braid makes up: what depends on
# them is no bug, what does not is one, in every configuration of test/program.sh, and with
# several processes, of which one finds that a bug is possible and another that it is one.
#
#   test/assembly/random.sh BUILD [FIRST [COUNT]]
set -eu
build=$1
first=${2:-1}
count=${3:-3}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
cd "$(dirname "$0")/../.."

# A value is made up (by a register, memory, a member, an element, a pointer, what
# it replaces), goes some way (arithmetic, a copy, a call, memory), and decides a
# claim.  Some are written over on the way: those claims are about the input.
generate() {
  awk -v seed="$1" '
    function pick(n) { return int(n * rand()) }
    function asm(k,  n) {
      n = pick(6)
      if (n == 0) return "__asm__ volatile(\"nop\" : \"=r\"(v" k ") : \"r\"(x));"
      if (n == 1) return "__asm__ volatile(\"nop\" : \"=m\"(v" k "));"
      if (n == 2) return "v" k " = x; __asm__ volatile(\"nop\" : \"+r\"(v" k "));"
      if (n == 3) return "__asm__ volatile(\"nop\" : \"=m\"(s.b)); v" k " = s.b;"
      if (n == 4)
        return "__asm__ volatile(\"nop\" : \"=m\"(a[" pick(4) "])); v" k \
               " = a[0] ^ a[1] ^ a[2] ^ a[3];"
      return "{ int *p = &v" k "; __asm__ volatile(\"nop\" : \"=r\"(*p)); }"
    }
    function way(k,  n) {
      n = pick(5)
      if (n == 0) return "v" k " = v" k " * 2 / 2 + 1;"
      if (n == 1) return "v" k " = same(v" k ");"
      if (n == 2) return "{ int t; memcpy(&t, &v" k ", sizeof t); v" k " = t; }"
      if (n == 3) return "a[x & 3] = v" k " & 7; v" k " = a[x & 3];"
      return "v" k " = (signed char) v" k ";"
    }
    function claim(k,  n) {
      n = pick(3)
      if (n == 0) return "assert(v" k " != " pick(5) ");"
      if (n == 1) return "assert((v" k " & 1) == " pick(2) ");"
      return "if (v" k " == " pick(5) ") abort();"
    }
    BEGIN {
      srand(seed)
      print "// replay: no"
      print "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>"
      print "int __VERIFIER_nondet_int(void);"
      print "static int same(int n) { return n; }"
      print "int main(void) {"
      print "  int x = __VERIFIER_nondet_int(), a[4] = {0};"
      print "  struct { int a, b, c; } s = {1, 2, 3};"
      print "  if (x < 0 || x > 20) return 0;"
      for (k = 0; k < 4; k++) {
        print "  if (x == " k + 10 " || x == " k ") {"
        print "    int v" k " = 0;"
        print "    " asm(k)
        for (n = pick(3); n; n--) print "    " way(k)
        if (pick(3) == 0)
          print "    v" k " = x;\n    assert(v" k " != " k ");  // expect: assert"
        else print "    " claim(k)
        print "  }"
      }
      print "  int w = 0;"
      print "  if (x == " 18 + pick(2) ") __asm__ volatile(\"nop\" : \"=r\"(w) : \"r\"(x));"
      print "  assert(w != 7 && x != 17);  // expect: assert"
      print "  if (x == 20) abort();  // expect: abort"
      print "  return s.a + s.c - 4;"
      print "}"
    }'
}

# The same bugs, wherever they are found.
by_processes() {    # FILE
  for jobs in 2 3; do
    status=0
    "$build/braid" run --quiet --no-replay --merge=off --no-seen --jobs=$jobs \
      --limit=explore_ledger_shared=0 --limit=explore_ledger_quantum=0 \
      --output-dir="$out/run" "$1" >"$out/said" 2>&1 || status=$?
    found=$(grep -c '"possible": false' "$out/run/stats.json" || true)
    rm -rf "$out/run"
    [ "$status $found" = "10 $(grep -c '// expect:' "$1")" ] || {
      echo "$jobs jobs: exit $status, $found bugs: $(tail -n 2 "$out/said")"
      return 1
    }
  done
}

failed=0 seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  generate "$seed" >"$out/seed$seed.c"
  { test/program.sh "$build" "$out/seed$seed.c" && by_processes "$out/seed$seed.c"; } || {
    failed=$((failed + 1))
    echo "seed $seed differs:"
    cat "$out/seed$seed.c"
  }
  seed=$((seed + 1))
done
echo "$count programs with inline assembly; $failed differ"
[ "$failed" -eq 0 ]
