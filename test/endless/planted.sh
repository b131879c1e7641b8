#!/bin/sh
# Random loops, with wrong invariants planted: each N-th candidate is taken as proved
# without having been asked.  --check-invariants must refuse what does not hold: no loop
# with a bug may be called proved, and of what was planted much must have been refused.
#
#   test/endless/planted.sh BUILD [FIRST [COUNT]]
set -eu
build=$1
first=${2:-1}
count=${3:-12}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# A loop over three variables.  Even seeds claim what classic finds to be wrong if it is.
generate() {
  awk -v seed="$1" 'BEGIN {
    srand(seed)
    split("x y z", v, " ")
    split("unsigned int", type, " ")
    t = type[1 + int(rand() * 2)]
    print "extern unsigned char __VERIFIER_nondet_uchar(void);"
    print "extern void reach_error(void);"
    print "int main(void) {"
    print "  " t " n = __VERIFIER_nondet_uchar() & 7, x = 0, y = " int(rand() * 2) " * n, z = " int(rand() * 3) ";"
    print "  while (__VERIFIER_nondet_uchar() & 1) {"
    print "    if (x >= 100) break;"
    steps = 1 + int(rand() * 3)
    for (k = 0; k < steps; k++) {
      a = v[1 + int(rand() * 3)]; b = v[1 + int(rand() * 3)]
      r = int(rand() * 5)
      if (r == 0) s = a "++;"
      else if (r == 1) s = "x += 2;"
      else if (r == 2) s = "if (" a " > " b ") " b " = " a ";"
      else if (r == 3) s = a " ^= 1;"
      else s = "if (__VERIFIER_nondet_uchar() & 1) " a " += 2;"
      print "    if (" a " < 1000) { " s " }"
    }
    print "  }"
    a = v[1 + int(rand() * 3)]; b = v[1 + int(rand() * 3)]
    r = int(rand() * 4)
    c = r == 0 ? a " <= " int(rand() * 6) : r == 1 ? a " <= " b " + 1" : r == 2 ? a " % 2 == 0" : a " != " int(2 + rand() * 5)
    print "  if (!(" c ")) reach_error();"
    print "  return 0;"
    print "}"
  }'
}

# The verdict of a run: proved, bug, inconclusive.
verdict() {
  rm -rf "$dir/out"
  timeout 60 "$build/braid" run --quiet --output-dir="$dir/out" --tests=none \
    --replay=off --no-check=overflow "$@" "$dir/loop.c" >/dev/null 2>&1 || true
  sed -n 's/^ *"verdict": "\([a-z-]*\)".*/\1/p' "$dir/out/stats.json" 2>/dev/null || true
}

refused=0 confirmed=0 bugs=0 failures=0
seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  generate "$seed" > "$dir/loop.c"
  truth=$(verdict --classic --max-time=3s)
  [ "$truth" != bug ] || bugs=$((bugs + 1))
  for plant in 1 2 3 5; do
    said=$(verdict --loops=invariant --max-time=20s --plant-invariants=$plant)
    case $said in
    proved*)
      confirmed=$((confirmed + 1))
      [ "$truth" != bug ] || {
        failures=$((failures + 1))
        echo "seed $seed: proved with every $plant. candidate planted, but it has a bug"
        cat "$dir/loop.c"
      } ;;
    inconclusive)
      grep -q 'invariants: ' "$dir/out/stats.json" && refused=$((refused + 1)) ;;
    esac
  done
  seed=$((seed + 1))
done
echo "$count loops, $bugs with a bug; $refused proofs refused, $confirmed confirmed"
[ "$failures" = 0 ] && [ "$refused" -gt 0 ]
