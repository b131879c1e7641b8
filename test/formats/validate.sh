#!/bin/sh
# What a run writes for other tools, held against schemas by validators of the
# package archive: xmllint for JUnit and Cobertura, python3-jsonschema for SARIF and
# witnesses (python3-yaml reads those).
#
#   test/formats/validate.sh BUILD
#
# The schemas here are our own, from the formats' descriptions.  SARIF is also held
# against OASIS's own schema if the npm registry answers; if not, that is said.
set -eu
braid=$(cd "$1" && pwd)/braid
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
failures=0
checked=0

for tool in xmllint /usr/bin/python3; do
  command -v $tool >/dev/null || { echo "$tool is not installed"; exit 1; }
done
/usr/bin/python3 -c 'import jsonschema, yaml' || exit 1

# json SCHEMA FILE: also YAML.  The checker knows of formats, too.
json() {
  /usr/bin/python3 - "$1" "$2" <<'EOF'
import json, jsonschema, sys, yaml
schema = json.load(open(sys.argv[1]))
text = open(sys.argv[2], encoding="utf-8").read()
value = yaml.safe_load(text) if sys.argv[2].endswith(".yml") else json.loads(text)
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
errors = list(kind(schema, format_checker=jsonschema.FormatChecker()).iter_errors(value))
for e in errors[:5]:
    print("%s: at /%s: %s" % (sys.argv[2], "/".join(map(str, e.absolute_path)), e.message[:300]))
sys.exit(bool(errors))
EOF
}

must() {        # must COMMAND...: accepts
  checked=$((checked + 1))
  "$@" >"$work/log" 2>&1 || { failures=$((failures + 1)); echo "refused: $*"; cat "$work/log"; }
}
must_not() {    # must_not COMMAND...: refuses
  checked=$((checked + 1))
  ! "$@" >"$work/log" 2>&1 || { failures=$((failures + 1)); echo "accepted: $*"; }
}

official=
if command -v npm >/dev/null 2>&1 &&
  (cd "$work" && timeout 60 npm pack --silent @microsoft/jest-sarif >/dev/null 2>&1 &&
   tar xzf ./*.tgz); then
  official=$(find "$work/package" -name 'sarif-2.1.0*.json' | head -n 1)
fi
[ -n "$official" ] ||
  echo "skipped: OASIS's own SARIF schema (the npm registry does not answer)"

# Each kind of run: bugs of several kinds, names that need escapes, recursion, a proof,
# a baseline, cuts, possible bugs, functions entered with any arguments.
mkdir "$work/a b"
cat >"$work/a b/odd <&>\".c" <<'EOF'
#include <braid.h>
#include <stdlib.h>
#include <string.h>
static int deep(int n) { return n > 100000 ? n : deep(n + 1) + 1; }
static int never(void) { return 4; }
int main(int argc, char **argv) {
  char s[8];
  double d = braid_double("d \"<&>\x01\xff");
  braid_make_symbolic(s, sizeof s, "s");
  char *p = malloc(4);
  if (!memcmp(s, "<a&\"\n\x02", 6)) return 1 / (int) (s[7] - 1);
  if (s[0] == 'o') p[s[1] & 7] = 1;
  if (s[0] == 'r') return deep(0);
  if (d == 1.5) braid_error("\"<&>\x01 \xff");
  if (argc > 9) return never();
  free(p);
  return 0;
}
EOF
cat >"$work/proof.c" <<'EOF'
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x > 3 ? 1 : 0;
}
EOF
cat >"$work/task.c" <<'EOF'
int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned long y = __VERIFIER_nondet_ulong();
  float f = __VERIFIER_nondet_float();
  while (x < -5) if (x++ == -6 && y > 1ul << 40 && f != f) reach_error();
  return 0;
}
EOF
cat >"$work/function.c" <<'EOF'
struct node { int value; struct node *next; };
int sum(struct node *n) { return n->value + n->next->value; }
EOF

run() {         # run NAME STATUS OPTIONS...
  name=$1
  want=$2
  shift 2
  status=0
  (cd "$work" && timeout 120 "$braid" run --quiet --no-replay \
    --output-dir="out-$name" "$@") >"$work/log" 2>&1 || status=$?
  [ $status -eq "$want" ] || { echo "exit $status, not $want: $name"; cat "$work/log"; exit 1; }
  for file in results.sarif junit.xml cobertura.xml; do
    [ -s "$work/out-$name/$file" ] || { echo "$name: no $file"; exit 1; }
  done
  must xmllint --noout --schema "$here/junit.xsd" "$work/out-$name/junit.xml"
  must xmllint --noout --schema "$here/cobertura.xsd" "$work/out-$name/cobertura.xml"
  must json "$here/sarif.schema.json" "$work/out-$name/results.sarif"
  [ -z "$official" ] || must json "$official" "$work/out-$name/results.sarif"
  for file in "$work/out-$name"/*.witness.yml; do
    [ -e "$file" ] || continue
    must json "$here/witness.schema.json" "$file"
  done
}

run odd 10 "a b/odd <&>\".c" -- argument
run baseline 0 --baseline=out-odd/results.sarif "a b/odd <&>\".c" -- argument
run proof 0 proof.c
run task 10 task.c
run task32 10 --target=i386 task.c
run cut 5 --max-instructions=1 proof.c
run function 5 --entry=sum function.c
[ -s "$work/out-proof/correctness.witness.yml" ] || { echo "no witness of the proof"; exit 1; }
for file in "$work"/out-odd/test*.witness.yml; do [ -s "$file" ] || exit 1; done

# The validators find something where something is wrong.
sed 's/"startLine": [1-9]/"startLine": 0 /; s/"level": "error"/"level": "bad"/' \
  "$work/out-odd/results.sarif" >"$work/bad.sarif"
must_not json "$here/sarif.schema.json" "$work/bad.sarif"
[ -z "$official" ] || must_not json "$official" "$work/bad.sarif"
sed 's/failures="[0-9]*"/failures="many"/' "$work/out-odd/junit.xml" >"$work/bad.xml"
must_not xmllint --noout --schema "$here/junit.xsd" "$work/bad.xml"
sed 's/ hits="[0-9]*"//' "$work/out-odd/cobertura.xml" >"$work/bad.xml"
must_not xmllint --noout --schema "$here/cobertura.xsd" "$work/bad.xml"
for edit in 's/type: "target"/type: "goal"/' 's/^      language: .*//' \
  's/value: "\\\\result == /value: "result == /'; do
  sed "$edit" "$work"/out-task/test*.witness.yml >"$work/bad.yml"
  must_not json "$here/witness.schema.json" "$work/bad.yml"
done

echo "$checked checks, $failures failed"
[ $failures -eq 0 ]
