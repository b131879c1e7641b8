#!/bin/sh
# Witnesses of others, and wrong ones: what `braid run --witness` says of each.
#
#   test/formats/witness.sh BUILD
set -eu
braid=$(cd "$1" && pwd)/braid
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"
count=0

die() { echo "$*"; exit 1; }

# says ANSWER STATUS WITNESS PROGRAM [OPTIONS...]
says() {
  answer=$1 want=$2 witness=$3
  shift 3
  status=0
  timeout 60 "$braid" run --quiet --output-dir=out$count --witness="$witness" "$@" \
    >log 2>&1 || status=$?
  count=$((count + 1))
  [ $status = "$want" ] || die "$witness: exit $status, not $want: $(cat log)"
  grep -q "^$answer" log || die "$witness: not \"$answer\": $(cat log)"
}

# In block style, flow style and with quotes of both kinds.
task() {
  printf "%s\n" "- entry_type: $1
  metadata:
    format_version: '2.0'   # a comment
    task:
      input_files: [$2]
      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )
  content:"
}
point() {       # point TYPE ACTION CONSTRAINT FILE LINE [COLUMN]
  printf "%s\n" "    - waypoint:
        type: $1
        action: \"$2\"
        constraint: {value: '$3', format: c_expression}
        location: {file_name: ./$4, line: $5${6:+, column: $6}}"
}
segment() { echo "  - segment:"; }
target() {
  segment
  printf "%s\n" "    - waypoint:
        type: target
        action: follow
        location: {file_name: $1, line: $2}"
}

cat >loop.c <<'EOF'
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static int id(int x) { return x; }
int main(void) {
  int x = 0, y = 0;
  while (1) {
    int a = __VERIFIER_nondet_int();
    if (a == 0) break;
    x += id(a) == 5;
    switch (++y) { case 3: x += 10; }
    if (y >= 3) break;
  }
  if (x == 11 && y == 3) reach_error();
  return 0;
}
EOF
result() { segment; point function_return follow "\\result == $1" loop.c 7 35; }

{ task violation_sequence loop.c; target loop.c 13; } >only-target.yml
says 'witness confirmed' 10 only-target.yml loop.c
{ task violation_sequence loop.c; result 5; result 1; result 1; target loop.c 13; } >exact.yml
says 'witness confirmed' 10 exact.yml loop.c
# The value is returned later only: allowed by the format, but not strictly.
{ task violation_sequence loop.c; result 5; target loop.c 13; } >first.yml
says 'witness confirmed' 10 first.yml loop.c
{ task violation_sequence loop.c; result 1; result 5; target loop.c 13; } >later.yml
says 'witness confirmed' 10 later.yml loop.c
{ task violation_sequence loop.c; segment
  point branching follow true loop.c 11; target loop.c 13; } >late-branch.yml
says 'witness confirmed' 10 late-branch.yml loop.c
# Without --output-dir the link names the directory that the strict pass leaves to the second one.
# Where no link can be made, no directory is given up: nothing is decided.
(
  follow() {
    timeout 60 "$braid" run --quiet --witness=late-branch.yml loop.c >log 2>&1 || [ $? = "$1" ]
  }
  mkdir linked && cp loop.c late-branch.yml linked && cd linked &&
    follow 10 && grep -q '^witness confirmed' log && [ -d braid-out-0 ] && [ ! -e braid-out-1 ] &&
    rm -r braid-out-0 braid-last && echo mine >braid-last &&
    follow 5 && grep -q '^witness not decided' log && grep -q mine braid-last &&
    [ -f braid-out-0/stats.json ]
) || die "late-branch.yml in braid-out-N: $(cat linked/log)"
# Two of them are one too many.
{ task violation_sequence loop.c; result 5; result 5; target loop.c 13; } >twice.yml
says 'witness rejected' 0 twice.yml loop.c
# That none follows a witness is no proof of the program, and the report says none.
timeout 60 "$braid" run --output-dir=rejected --witness=twice.yml loop.c >log 2>&1 || true
! grep -qiE 'proved|no bug on any path' log rejected/summary.txt rejected/stats.json \
  rejected/results.sarif rejected/junit.xml || die "a rejected witness is no proof: $(cat log)"
grep -q 'EXPLORED: no path follows the witness to its target' log || die "$(cat log)"
{ task violation_sequence loop.c; result 5; result 5; target loop.c 14; } >elsewhere.yml
says 'witness rejected' 0 elsewhere.yml loop.c
# What is to be avoided.
{ task violation_sequence loop.c; segment
  point assumption avoid 'a == 5' loop.c 9 5
  point branching follow true loop.c 11; target loop.c 13; } >avoid.yml
says 'witness rejected' 0 avoid.yml loop.c
{ task violation_sequence loop.c; segment
  point assumption avoid 'a == 7 && y < 2' loop.c 9 5
  point branching follow 3 loop.c 10; target loop.c 13; } >switch.yml
says 'witness confirmed' 10 switch.yml loop.c
{ task violation_sequence loop.c; segment
  point function_return follow '\result > 4' loop.c 9 14
  segment; point assumption follow 'x == 1' loop.c 11
  target loop.c 13; } >call.yml
says 'witness confirmed' 10 call.yml loop.c
{ task violation_sequence loop.c; segment
  point assumption follow 'x == 12' loop.c 13; target loop.c 13; } >never.yml
says 'witness rejected' 0 never.yml loop.c
# Not decided: the time is up first.
cat >endless.c <<'EOF'
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  unsigned long n = 0;
  while (__VERIFIER_nondet_int()) n = n * 3 + 1;
  if (n == 12345678901) reach_error();
  return 0;
}
EOF
{ task violation_sequence endless.c; target endless.c 6; } >endless.yml
says 'witness not decided' 5 endless.yml --max-time=2s endless.c

# Invariants.
cat >sum.c <<'EOF'
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_uchar(), s = 0, i;
  for (i = 0; i < n; i++) s += 2;
  if (s != 2 * n) reach_error();
  do { if (s) s--; } while (s > 0);
  for (;;) { if (s++ > 3) break; }
  return 0;
}
EOF
invariant() {   # invariant TYPE VALUE LINE COLUMN
  printf "%s\n" "  - invariant:
      type: $1
      location: {file_name: sum.c, line: $3, column: $4}
      value: \"$2\"
      format: c_expression"
}
{ task invariant_set sum.c; } | sed 's/content:/content: []/' >empty.yml
says 'witness confirmed' 0 empty.yml sum.c
{ task invariant_set sum.c
  invariant loop_invariant '0 <= i && i <= n && s == 2 * i' 5 3
  invariant location_invariant 'i == n' 6 3
  invariant loop_invariant 's < 510' 7 3
  invariant loop_invariant 's <= 4' 8 3
  invariant location_invariant 's == 5' 9 3; } >holds.yml
says 'witness confirmed' 0 holds.yml sum.c
for wrong in 's/i <= n/i < n/' 's/s == 2/s == 3/' "s/s < 510/s < 509/" 's/s <= 4/s <= 3/' \
  's/i == n/i != n/' 's/s == 5/s == 4/'; do
  sed "$wrong" holds.yml >wrong.yml
  cmp -s holds.yml wrong.yml && die "no change: $wrong"
  says 'witness rejected' 10 wrong.yml sum.c
done

# Of a program that is wrong no correctness witness holds.
{ task invariant_set loop.c; } | sed 's/content:/content: []/' >claim.yml
says 'witness rejected' 10 claim.yml loop.c

# What is no witness, or not one of this program.
sed 's/column: 35/column: 34/' exact.yml >misplaced.yml
says 'braid: the witness does not fit' 2 misplaced.yml loop.c
sed 's/loop.c/other.c/' exact.yml >other.yml
says 'braid: the witness does not fit' 2 other.yml sum.c
sed 's/\[loop.c\]/&\n      input_file_hashes: {loop.c: abc}/' exact.yml >hash.yml
says 'braid: the witness is of another version' 2 hash.yml loop.c
sed '$d' exact.yml >torn.yml
says 'braid: torn.yml is no witness' 2 torn.yml loop.c
echo 'entry_type: [' >broken.yml
says 'braid: broken.yml is no witness: line 2' 2 broken.yml loop.c

# --write-witness
"$braid" run --quiet --no-replay --output-dir=written --write-witness=w.yml loop.c || [ $? = 10 ]
says 'witness confirmed' 10 w.yml loop.c
"$braid" run --quiet --no-replay --output-dir=proved --write-witness=c.yml sum.c
says 'witness confirmed' 0 c.yml sum.c
echo "$count witnesses"
