#!/bin/sh
# Invariants that braid confirms, proved once more by a tool that shares nothing with
# it: Frama-C's WP with Why3 and Z3, as ACSL loop invariants.  And one that braid
# rejects, which it must not prove.  Installed by setup/packages proof.
#
#   test/formats/framac.sh BUILD
set -eu
braid=$(cd "$1" && pwd)/braid
if ! command -v frama-c >/dev/null || ! command -v why3 >/dev/null ||
  ! command -v z3 >/dev/null; then
  echo "skipped: Frama-C, Why3 or Z3 is not installed (setup/packages proof)"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"
HOME=$work
export HOME
why3 config detect >log 2>&1 || { cat log; exit 1; }

cat >sum.c <<'EOF'
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = __VERIFIER_nondet_uchar(), s = 0, i;
  for (i = 0; i < n; i++)
    s += 2;
  return s == 2 * n;
}
EOF
cat >holds.yml <<'EOF'
- entry_type: invariant_set
  metadata:
    format_version: "2.0"
    task:
      input_files: [sum.c]
      specification: "CHECK( init(main()), LTL(G ! overflow) )"
  content:
  - invariant:
      type: loop_invariant
      location: {file_name: sum.c, line: 4, column: 3}
      value: 0 <= i && i <= n && n <= 255 && s == 2 * i
      format: c_expression
EOF
sed 's/s == 2/s == 3/' holds.yml >wrong.yml

# The witness's loop invariants, each on a line before its loop.
annotate() {
  /usr/bin/python3 - "$1" sum.c <<'EOF'
import sys, yaml
lines = open(sys.argv[2]).read().split("\n")
for item in sorted(yaml.safe_load(open(sys.argv[1]))[0]["content"],
                   key=lambda i: -i["invariant"]["location"]["line"]):
    i = item["invariant"]
    lines.insert(i["location"]["line"] - 1, "/*@ loop invariant %s; */" % i["value"])
print("\n".join(lines))
EOF
}

"$braid" run --quiet --output-dir=out1 --witness=holds.yml sum.c >log || { cat log; exit 1; }
grep -q '^witness confirmed' log || { cat log; exit 1; }
annotate holds.yml >holds.c
timeout 120 frama-c -wp -wp-rte -wp-prover z3 -wp-timeout 20 holds.c >log 2>&1 ||
  { cat log; exit 1; }
sed -n 's/^\[wp\] Proved goals: *\([0-9]*\) \/ \([0-9]*\)$/\1 \2/p' log >goals
read -r proved all <goals
[ "$proved" -gt 2 ] && [ "$proved" = "$all" ] || { cat log; exit 1; }

"$braid" run --quiet --output-dir=out2 --witness=wrong.yml sum.c >log && exit 1
grep -q '^witness rejected' log || { cat log; exit 1; }
annotate wrong.yml >wrong.c
timeout 120 frama-c -wp -wp-prover z3 -wp-timeout 5 wrong.c >log 2>&1 || true
sed -n 's/^\[wp\] Proved goals: *\([0-9]*\) \/ \([0-9]*\)$/\1 \2/p' log >goals
read -r some all <goals
[ "$some" -lt "$all" ] || { cat log; exit 1; }
echo "Frama-C proves $proved of $proved goals; of the wrong one $some of $all"
