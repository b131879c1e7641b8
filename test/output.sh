#!/bin/sh
# What a run writes, by its options: one case each.
#
#   test/output.sh BUILD [CASE...]
#   test/output.sh --list
set -eu

list() { sed -n 's/^case_\([a-z0-9_]*\)() .*/\1/p' "$0"; }
if [ "${1:-}" = --list ]; then list; exit 0; fi

build=$(cd "$1" && pwd)
braid=$build/braid
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# Four paths; one of them has a bug.
program() {
  cat >"$scratch/prog.c" <<'EOF'
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 10) return 1 / (x - 10);
  if (x > 20) return 2;
  if (x > 15) return 3;
  return 0;
}
EOF
}

fuzz_target() {
  cat >"$scratch/fuzz.c" <<'EOF'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return size == 2 && data[0] == 'a' && data[1] == 'b' ? 1 / (int) (size - 2) : 0;
}
EOF
}

# run STATUS OPTIONS...: in the scratch directory, without replay
run() {
  want=$1
  shift
  status=0
  (cd "$scratch" && timeout 60 "$braid" run --no-replay "$@") \
    >"$scratch/out" 2>"$scratch/errors" || status=$?
  [ "$status" = "$want" ] || {
    echo "exit $status, not $want: braid run $*"
    cat "$scratch/errors"
    return 1
  }
}

count() { find "$scratch/$1" -name "$2" | wc -l | tr -d ' '; }
is() { [ "$1" = "$2" ] || { echo "$3: $1, not $2"; return 1; }; }

case_numbered_directories() {
  program
  run 10 prog.c && run 10 prog.c &&
    [ -f "$scratch/braid-out-0/stats.json" ] &&
    [ -f "$scratch/braid-out-1/summary.txt" ] &&
    is "$(readlink "$scratch/braid-last")" braid-out-1 braid-last
}

case_one_test_a_path() {
  program
  run 10 --classic --output-dir=o prog.c &&
    is "$(count o '*.ktest')" 4 tests &&
    is "$(count o '*.div-by-zero.err')" 1 errors
}

# The outer loop's iteration has no end that is found: inputs decide when the inner one ends.
# The inner loop has another reason.
case_explained_loops() {
  cat >"$scratch/prog.c" <<'EOF'
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned sum = 1, most = __VERIFIER_nondet_uint() % 50;
  for (unsigned i = 0; i < 3; i++)
    for (unsigned k = 0; k < most + i; k++)
      sum = sum * sum + k;
  return 0;
}
EOF
  run 0 --loops=template --merge=off --explain-loops prog.c || return 1
  sed -n '/^loop in main at prog.c:4:/,/^loop/p' "$scratch/out" >"$scratch/outer"
  sed -n '/^loop in main at prog.c:5:/,/^loop in main at prog.c:4/p' "$scratch/out" >"$scratch/inner"
  grep -q "an inner loop's end is not decided" "$scratch/outer" &&
    grep -q 'without a closed form' "$scratch/inner" &&
    ! grep -q "an inner loop's end" "$scratch/inner"
}

# Who does not want the printed report does not spoil the written one.
case_closed_pipe() {
  program
  (cd "$scratch" && "$braid" run --no-replay --output-dir=o prog.c 2>/dev/null |
    true)
  [ -f "$scratch/o/explain.txt" ] &&
    grep -q '"verdict": "bug"' "$scratch/o/stats.json" &&
    ! grep -q 'internal error' "$scratch/o/summary.txt"
}

# A mistake that two calls make: one report, and the other call below it.
case_one_mistake_one_report() {
  program_of_calls
  run 10 --output-dir=o --max-bugs=2 calls.c &&
    is "$(grep -c '^Bug ' "$scratch/o/summary.txt")" 2 reports &&
    is "$(grep -c '^  also .*divide.*main at line [56] (test' \
      "$scratch/o/summary.txt")" 1 'further calls' &&
    is "$(count o '*.div-by-zero.err')" 2 errors &&
    is "$(grep -c '"more": \[' "$scratch/o/stats.json")" 1 more &&
    "$braid" report "$scratch/o" >/dev/null &&
    grep -q '<dt>Also</dt>' "$scratch/o/report.html"
}

program_of_calls() {
  cat >"$scratch/calls.c" <<'EOF'
int __VERIFIER_nondet_int(void);
static int divide(int x) { return 7 / x; }
int main(void) {
  int x = __VERIFIER_nondet_int(), a[2] = {0};
  if (x == 1) return divide(x - 1);
  if (x == 2) return divide(x - 2);
  return x == 3 ? a[x] : 0;
}
EOF
}

# Two bugs; the second line of the file moves both when it is doubled.
two_bugs() {
  cat >"$scratch/two.c" <<'EOF'
int __VERIFIER_nondet_int(void);

static int divide(int x) { return 7 / x; }
int main(void) {
  int a[4] = {0}, x = __VERIFIER_nondet_int();
  if (x == 5) return a[x];
  return divide(x);
}
EOF
}

case_sarif() {
  two_bugs
  run 10 --output-dir=o --sarif=results.sarif two.c &&
    cmp "$scratch/results.sarif" "$scratch/o/results.sarif" &&
    is "$(grep -c '"ruleId": "div-by-zero"' "$scratch/o/results.sarif")" 1 \
      "results of div-by-zero" &&
    is "$(grep -c '"ruleId": "out-of-bounds"' "$scratch/o/results.sarif")" 1 \
      "results of out-of-bounds" &&
    grep -q 'external/cwe/cwe-369' "$scratch/o/results.sarif" &&
    grep -q '"uri": "two.c"' "$scratch/o/results.sarif" &&
    grep -q 'the condition holds' "$scratch/o/results.sarif"
}

case_sarif_cannot_be_written() {
  two_bugs
  run 2 --output-dir=o --sarif=nowhere/results.sarif two.c &&
    [ -f "$scratch/o/stats.json" ]
}

# A baseline knows a bug again after edits elsewhere, and only that bug.
case_baseline() {
  two_bugs
  run 10 --output-dir=o two.c || return 1
  cp "$scratch/o/results.sarif" "$scratch/old.sarif"
  sed -i -e '2s/$/int other;\n\n/' -e 's/return 7 /return  7 /' "$scratch/two.c"
  run 0 --output-dir=o1 --baseline=old.sarif two.c &&
    grep -q '2 bugs known from old.sarif' "$scratch/out" || return 1
  sed -i 's/return a\[x\]/return a[x - 9]/' "$scratch/two.c"
  run 10 --output-dir=o2 --baseline=old.sarif two.c &&
    grep -q '1 bug known' "$scratch/out" &&
    grep -q '^Bug .: out-of-bounds' "$scratch/out" &&
    ! grep -q '^Bug .: div-by-zero' "$scratch/out" &&
    is "$(grep -c '"baselineState": "new"' "$scratch/o2/results.sarif")" 1 new
}

case_fail_on() {
  two_bugs
  run 10 --output-dir=o --fail-on=div-by-zero two.c &&
    run 0 --output-dir=o1 --fail-on=null,leak two.c &&
    grep -q 'BUGS FOUND: 2' "$scratch/out" &&
    run 5 --output-dir=o2 --fail-on=null --max-instructions=9 two.c &&
    run 1 --output-dir=o3 --fail-on=nonsense two.c
}

case_junit_and_cobertura() {
  two_bugs
  run 10 --output-dir=o two.c &&
    grep -q '<testsuite name="two.c" tests="3" failures="2" errors="0"' \
      "$scratch/o/junit.xml" &&
    grep -q '<testcase classname="two.c" name="divide"' "$scratch/o/junit.xml" &&
    grep -q 'filename="two.c"' "$scratch/o/cobertura.xml" &&
    grep -q '<line number="6" hits="1" branch="true" condition-coverage="100% (2/2)"/>' \
      "$scratch/o/cobertura.xml" || return 1
  if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout "$scratch/o/junit.xml" "$scratch/o/cobertura.xml"
  fi
}

case_tests_none() {
  program
  run 10 --tests=none --output-dir=o prog.c &&
    is "$(count o '*.ktest')" 0 tests && [ -f "$scratch/o/stats.json" ]
}

case_tests_xml() {
  program
  run 10 --tests=xml --output-dir=o prog.c &&
    [ -f "$scratch/o/test-suite/metadata.xml" ] &&
    grep -q '>10</input>' "$scratch"/o/test-suite/*.xml &&
    grep -q 'coversError="true"' "$scratch"/o/test-suite/*.xml
}

case_tests_raw() {
  fuzz_target
  run 10 --tests=raw --output-dir=o fuzz.c &&
    find "$scratch/o" -type f -size 2c -exec cat {} + | grep -q ab
}

case_tests_limited() {
  program
  run 10 --tests=paths:2 --output-dir=o prog.c || return 1
  [ "$(count o '*.ktest')" -ge 2 ] && [ "$(count o '*.ktest')" -le 3 ]
}

case_neighbour_below() {
  cat > "$scratch/below.c" <<'EOF'
#include <stdlib.h>
int main(void) {
  char *first = calloc(3, 1), *second = calloc(5, 1);
  return second[-1] + first[0];
}
EOF
  run 10 --no-replay --output-dir=o below.c &&
    grep -q 'offset -1 of a heap object of 5 bytes' "$scratch/o/stats.json"
}

case_tests_new() {
  cat > "$scratch/loop.c" <<'EOF'
#include <braid.h>
int main(void) {
  unsigned char b[6];
  int n = 0;
  braid_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 6; i++)
    if (b[i] & 1) n++;
  return n;
}
EOF
  run 0 --tests=new --output-dir=o loop.c || return 1
  [ "$(count o '*.ktest')" -ge 2 ] && [ "$(count o '*.ktest')" -le 4 ]
}

# How long a joined path's model runs is known only with the side that it is of: the
# way without iterations is short, and has a test.
case_tests_joined_iterations() {
  cat >"$scratch/loop.c" <<'EOF'
#include <braid.h>
static unsigned asked;
static int ask(void) { return asked++ ? 0 : braid_u8("ask") & 64; }
int main(void) {
  const int times = braid_u8("times") & 3;
  for (int i = 0; i < times; i++) ask();
  if (ask()) return 1;
  return 0;
}
EOF
  run 0 --join=always --loops=template --tests=xml --output-dir=o loop.c &&
    grep -q '>64</input>' "$scratch"/o/test-suite/*.xml
}

case_sym_stdout() {
  cat >"$scratch/prog.c" <<'EOF'
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 'x') printf("x%5.3d|%x\n", 7, 255);
  else printf("[%-4d]%s\n", argc, argv[0] ? "" : "none");
  fputs("not this\n", stderr);
  return 0;
}
EOF
  run 0 --sym-stdout --output-dir=o prog.c -- --sym-arg 1 &&
    is "$(count o '*.out')" 2 outputs &&
    is "$(cat "$scratch"/o/*.out | sort | tr '\n' ' ')" \
      '[2   ] x  007|ff ' output
}

# Each line is a number printed while it is symbolic, and the same one concrete;
# the program itself compares what printf returns.
case_lazy_output() {
  cat >"$scratch/prog.c" <<'EOF'
#include <braid.h>
#include <stdio.h>
#include <stdlib.h>
static uint64_t random_state = 88172645463325252;
static uint64_t next(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  return random_state ^= random_state << 17;
}
static unsigned below(unsigned n) { return (unsigned) (next() >> 33) % n; }
static void compare(const char *size, uint64_t value) {
  char format[40], text[120];
  uint64_t x = braid_u64("x");
  braid_assume(x == value);
  int k = sprintf(format, "%%%s%s", below(3) ? "" : "-", below(3) ? "" : "+");
  if (below(2)) k += sprintf(format + k, "%s%u", below(2) ? "0" : "", 1 + below(25));
  if (below(2)) k += sprintf(format + k, ".%u", below(25));
  sprintf(format + k, "%s%c", size, "diuoxX"[below(6)]);
  int wanted = snprintf(text, sizeof text, format, value);
  int got = printf(format, x);
  printf("|%s|%s\n", text, format);
  if (got != wanted) abort();
}
int main(void) {
  for (int k = 0; k < 60; k++)
    compare((const char *[]) {"", "h", "hh", "l", "ll", "z"}[below(6)],
            k % 7 ? next() >> below(64) : below(2) ? 0 : 9 + below(3));
  return 0;
}
EOF
  run 0 --sym-stdout --output-dir=o prog.c &&
    is "$(wc -l <"$scratch/o/test000001.out" | tr -d ' ')" 60 lines &&
    is "$(awk -F'|' '$1 != $2' "$scratch/o/test000001.out")" '' different
}

case_keep_bitcode() {
  program
  run 10 --keep --output-dir=o prog.c && [ "$(count o '*.bc')" -ge 1 ] &&
    run 10 --output-dir=again "$(find "$scratch/o" -name '*.bc')"
}

case_dump_ir() {
  program
  run 0 --dump-ir prog.c && grep -q main "$scratch/out"
}

case_quiet() {
  program
  run 10 --quiet --output-dir=o prog.c && is "$(wc -c <"$scratch/out")" 0 output &&
    is "$(wc -c <"$scratch/errors")" 0 messages
}

case_coverage() {
  program
  run 10 --coverage --output-dir=o prog.c &&
    grep -q '^DA:' "$(find "$scratch/o" -name '*lcov*' -o -name '*.info' \
      ! -name run.info | head -n 1)"
}

# Line by line and in all, coverage is the same.
case_explored_lcov() {
  program
  run 10 --output-dir=o prog.c || return 1
  lines=$(sed -n '/"lines"/,/}/s/.*: \([0-9]*\).*/\1/p' "$scratch/o/stats.json")
  branches=$(sed -n '/"branches"/,/}/s/.*: \([0-9]*\).*/\1/p' \
    "$scratch/o/stats.json")
  sum() { awk -F: -v n="$1" '$1 == n { s += $2 } END { print s }' \
            "$scratch/o/explored.lcov"; }
  hits() { grep -c "^$1:.*,1\$" "$scratch/o/explored.lcov"; }
  # shellcheck disable=SC2086
  is "$(sum LH) $(sum LF)" "$(echo $lines)" lines &&
    is "$(sum BRH) $(sum BRF)" "$(echo $branches)" branches &&
    is "$(hits DA) $(hits BRDA)" "$(sum LH) $(sum BRH)" records
}

# A tree of three splits and four ends.
case_history() {
  program
  run 10 --classic --output-dir=o prog.c &&
    is "$(grep -c '"kind": "split"' "$scratch/o/history.json")" 3 splits &&
    is "$(grep -c '"kind": "end"' "$scratch/o/history.json")" 4 ends &&
    grep -q '"outcome": "div-by-zero".*"line": 4' "$scratch/o/history.json"
}

# Same input, same options, same seed: same bytes.
case_seed() {
  program
  run 10 --search=random-path --seed=3 --output-dir=a prog.c &&
    run 10 --search=random-path --seed=3 --output-dir=b prog.c || return 1
  for f in "$scratch"/a/*.ktest "$scratch"/a/*.err \
           "$scratch/a/history.json" "$scratch/a/explored.lcov"; do
    cmp "$f" "$scratch/b/${f##*/}" || return 1
  done
}

case_max_instructions() {
  echo 'int main(void) { for (volatile int i = 0;; i ^= 1); }' \
    >"$scratch/prog.c"
  run 5 --max-instructions=100000 prog.c
}

case_max_states() {
  cat >"$scratch/prog.c" <<'EOF'
int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  for (int i = 0; i < 8; i++) n += __VERIFIER_nondet_int() > 0;
  for (int i = 0; i < 8; i++) if (__VERIFIER_nondet_int() > 0) n++;
  return n > 100;
}
EOF
  run 0 --search=bfs --merge=off --loops=unroll --zeq=off --max-states=10 prog.c &&
    grep -q '"jobs": [1-9]' "$scratch"/braid-last/stats.json || return 1
  # What is still on disk when the time is over was cut.
  sed -i 's/8; i/40; i/g' "$scratch/prog.c"
  run 5 --search=bfs --merge=off --loops=unroll --zeq=off --no-seen --max-states=10 \
    --max-time=2s prog.c &&
    grep -q '"jobs": [1-9]' "$scratch"/braid-last/stats.json &&
    grep -q cut-time "$scratch"/braid-last/stats.json
}

case_replay_of_a_run() {
  program
  run 10 --output-dir=o prog.c || return 1
  status=0
  (cd "$scratch" && "$braid" replay o) >"$scratch/out" 2>&1 || status=$?
  is "$status" 0 replay && grep -q 'div-by-zero' "$scratch/out"
}

# A page a command, without complaint, and the options of the table are in it.
case_manual() {
  setup/manual "$braid" "$scratch/man" || return 1
  for command in run replay report cc lib relevancy solve; do
    [ -s "$scratch/man/braid-$command.1" ] || { echo "no $command"; return 1; }
  done
  for option in $("$braid" help run | sed -n 's/^  --\([a-z0-9-]*\).*/\1/p'); do
    sed 's/\\-/-/g' "$scratch/man/braid-run.1" | grep -q -e "--$option" ||
      { echo "--$option is missing"; return 1; }
  done
}

case_completion() {
  command -v bash >/dev/null 2>&1 || return 0
  is "$(PATH=$build:$PATH bash -c '. setup/completion/braid.bash
    COMP_WORDS=(braid rel) COMP_CWORD=1; _braid; echo "${COMPREPLY[@]}"
    COMP_WORDS=(braid run --search = cov) COMP_CWORD=4; _braid
    echo "${COMPREPLY[@]}"
    COMP_WORDS=(braid run --max-solver) COMP_CWORD=2; _braid 2>/dev/null
    echo "${COMPREPLY[@]}"')" "relevancy
coverage
--max-solver-time=" completions
}

case_installed() {
  program
  cmake --install "$build" --prefix "$scratch/usr" >/dev/null &&
    (cd "$scratch" && status=0 &&
      { usr/bin/braid run --output-dir=o prog.c >out 2>&1 || status=$?; } &&
      [ "$status" = 10 ] && grep -q '"confirmed": *"ubsan"' o/stats.json) ||
    return 1
  # A foreign target's headers come along; the machine's own are not asked.
  cat >"$scratch/foreign.c" <<'EOF'
#include <assert.h>
#include <sys/stat.h>
int main(void) {
  struct stat about;
  assert(!mkdir("d", 0700) && !stat("d", &about) && S_ISDIR(about.st_mode));
  assert((about.st_mode & 0777) == 0700 && sizeof about.st_size == 8);
}
EOF
  for target in x86_64 i386; do
    (cd "$scratch" && status=0 &&
      { usr/bin/braid run --sym=none --target=$target --output-dir=$target foreign.c \
          >out 2>&1 || status=$?; } &&
      [ "$status" = 5 ] &&
      grep -q "PROVED UNDER ASSUMPTIONS" out) || return 1
  done
}

# Native functions run on numbers, one of them meets the input, and where is
# said; the path splits there as it would without native code.
case_native_meets_input() {
  cat >"$scratch/sum.c" <<'EOF'
unsigned char __VERIFIER_nondet_uchar(void);
static int table[9];
static int sum(int n) { return n ? table[n - 1] + sum(n - 1) : 0; }
static int mix(int n) { return n ? n ^ mix(n - 1) : 1; }
int main(void) {
  int s = 0;
  for (int k = 0; k < 3000; k++) {
    if (k == 2990) table[3] = __VERIFIER_nondet_uchar();
    s ^= sum(k % 9) + mix(k % 5);
  }
  if (s > 1000000) return 1 / (s - s);
  return table[3] > 7;
}
EOF
  for native in on off; do
    run 0 --output-dir=$native --merge=off --native-after=1 --native=$native \
      sum.c || return 1
    sed -n '/"paths_completed"\|"instructions":/p' "$scratch/$native/stats.json" \
      >"$scratch/$native.counts"
  done
  grep -q '"symbolic data met in sum()": [1-9]' "$scratch/on/stats.json" &&
    grep -q '"exits at a load of symbolic data": [1-9]' \
      "$scratch/on/stats.json" &&
    grep -q '"functions compiled for calls": [1-9]' "$scratch/on/stats.json" &&
    ! grep -q 'symbolic data met in mix()' "$scratch/on/stats.json" &&
    cmp "$scratch/on.counts" "$scratch/off.counts"
}

# same_counts OPTIONS FILE: native code changes nothing of a run; what it wrote is
# in on/ and off/.
same_counts() {
  for native in on off; do
    rm -rf "${scratch:?}/$native"
    # shellcheck disable=SC2086
    run 0 --output-dir=$native --native=$native $1 "$2" || return 1
    sed -n '/"paths_completed"\|"instructions":\|"forks":\|"joins":/p' \
      "$scratch/$native/stats.json" >"$scratch/$native.counts"
  done
  cmp "$scratch/on.counts" "$scratch/off.counts"
}

natively() {
  sed -n 's/.*"instructions executed natively[^:]*: \([0-9]*\).*/\1/p' \
    "$scratch/on/stats.json"
}

# Two states, of which one runs on numbers for long: natively, though the other
# waits to be joined.
case_native_while_another_waits() {
  cat >"$scratch/wait.c" <<'EOF'
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned mix(unsigned turns) {
  unsigned h = 1, table[16] = {0};
  for (unsigned i = 0; i < turns; i++) {
    table[i & 15] += i;
    if (table[h & 15] & 1) h = h * 31 + i;
  }
  return h;
}
int main(void) {
  unsigned h = 0;
  for (int k = 0; k < 3; k++)
    if (__VERIFIER_nondet_uchar() > 10) h = mix(TURNS);
  return h == 12345;
}
EOF
  same_counts "--join=always --tests=none -DTURNS=200000" wait.c &&
    [ "$(natively)" -gt 100000 ] &&
    grep -q '"joins": 3' "$scratch/on.counts" &&
    run 0 --output-dir=blind --join=always --relevancy=off --tests=none \
      -DTURNS=100 wait.c &&
    ! grep -q natively "$scratch/blind/stats.json"
}

# The same where templates look at each turn, until they have seen enough.
case_native_while_templates_look() {
  cat >"$scratch/look.c" <<'EOF'
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned h = 1, table[16] = {0}, turns = 0;
  for (unsigned i = 0; i < 400000; i++) {
    table[i & 15] += i;
    if (table[h & 15] & 1) h = h * 31 + i;
  }
  while (turns < n) turns++;
  return h == 12345 && turns == 7;
}
EOF
  same_counts "--merge=off --loops=template --tests=none" look.c &&
    [ "$(natively)" -gt 100000 ] &&
    same_counts "--join=always --loops=template --tests=none" look.c &&
    [ "$(natively)" -gt 100000 ]
}

# A pointer that the analysis lost sight of brings symbolic data to where it saw
# none, late: native code leaves it to the interpreter, paths part, and where is
# said.
case_paths_part_late() {
  cat >"$scratch/late.c" <<'EOF'
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char zero, input;
static int scan(uintptr_t lost, unsigned turns) {
  int seen = 0;
  for (unsigned i = 0; i < turns; i++) {
    const unsigned char *p =
        i < turns - 3 ? &zero : (const unsigned char *) (lost / 3);
    if (*p > 200) seen++;
  }
  return seen;
}
int main(void) {
  const unsigned char first = __VERIFIER_nondet_uchar();
  int seen = 0;
  input = __VERIFIER_nondet_uchar();
  if (first > 10) seen = scan((uintptr_t) &input * 3, 5000);
  if (seen && (seen != 3 || input <= 200)) return 1 / (seen - seen);
  return 0;
}
EOF
  same_counts "--join=always --native-after=1 --tests=none" late.c &&
    grep -q '"forks in a fork-free region in scan()": [1-9]' \
      "$scratch/on/stats.json" &&
    [ "$(natively)" -gt 10000 ]
}

# Files of the corpus and of exported suites are as long as the input was.
case_true_lengths() {
  cat >"$scratch/in.c" <<'EOF'
#include <unistd.h>
int main(void) { char c[4]; if (read(0, c, 4) == 2) return 1; return 0; }
EOF
  run 0 --output-dir=o --sym-stdin 4 --corpus=corpus --merge=off in.c || return 1
  "$braid" export "$scratch/o" --as=shell --output="$scratch/suite" >/dev/null || return 1
  [ "$(find "$scratch/corpus" -type f -size -4c | wc -l)" -ge 1 ] &&
    find "$scratch/corpus" -type f -size 2c | grep -q . &&
    find "$scratch/suite" -name stdin -size 2c | grep -q . || return 1
  run 0 --output-dir=p --sym-stdin =4 --corpus=exact --merge=off in.c &&
    [ -z "$(find "$scratch/exact" -type f ! -size 4c)" ]
}

# One line in each format says what the verdict is about.
case_scope() {
  cat >"$scratch/scope.c" <<'EOF'
double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  return d * d + 1 == d;
}
EOF
  run 0 --output-dir=o --target=x86_64 --max-alloc=1MiB scope.c &&
    "$braid" report "$scratch/o" >/dev/null || return 1
  line='x86_64; resources suffice: blocks of up to 1 MiB, a stack of 8 MiB; C library: '
  for file in summary.txt stats.json results.sarif junit.xml report.html; do
    grep -q "$line.*round twice" "$scratch/o/$file" || { echo "no scope in $file"; return 1; }
  done
  # Another target, a whole program whose expressions do not contract.
  echo 'int main(void) { return 0; }' >"$scratch/plain.c"
  run 0 --output-dir=p --target=i386 plain.c && grep -q 'scope  *i386;' "$scratch/out" &&
    ! grep -qE 'optimiser|round' "$scratch/out" || return 1
  # On i386 a compiler may keep floats in registers of 80 bits.
  run 0 --output-dir=x --target=i386 scope.c && grep -q 'x87.s may round later' "$scratch/out" &&
    run 0 --output-dir=y --target=i386 -msse2 scope.c && ! grep -q 'x87' "$scratch/out"
}

# Bitcode of an optimiser is said to be that; bitcode of the front end alone is not.
case_scope_optimised() {
  cat >"$scratch/b.c" <<'EOF'
int g;
__attribute__((noinline)) static int twice(int n) { return g + 2 * n; }
int main(void) { return twice(0); }
EOF
  for how in -O0 -O2 '-O0 -Xclang -disable-O0-optnone' '-O2 -Xclang -disable-llvm-passes'; do
    # shellcheck disable=SC2086
    "${BRAID_CLANG:-clang-19}" $how -g -emit-llvm -c "$scratch/b.c" -o "$scratch/b.bc" ||
      return 1
    rm -rf "$scratch/o"
    run 0 --output-dir=o b.bc || return 1
    marks=$(grep -c 'the program as an optimiser left it' "$scratch/out" || true)
    case $how in
    -O2) is "$marks" 1 "$how" || return 1 ;;
    *) is "$marks" 0 "$how" || return 1 ;;
    esac
  done
}

# A property that asks for tests gets no proof, in any format.
case_cover_is_no_proof() {
  program
  sed -i 's/x - 10/x - 11/' "$scratch/prog.c"
  for goal in 'COVER EDGES(@DECISIONEDGE)' 'COVER EDGES(@CALL(reach_error))'; do
    echo "COVER( init(main()), FQL($goal) )" >"$scratch/cover.prp"
    rm -rf "$scratch/o"
    run 0 --output-dir=o --property=cover.prp prog.c &&
      "$braid" report "$scratch/o" >/dev/null || return 1
    is "$(sed -n 's/.*"verdict": "\(.*\)".*/\1/p' "$scratch/o/stats.json")" explored \
      "verdict of $goal" || return 1
    ! grep -iE '(^|[^a-z])proved|no bug on any path' "$scratch/out" \
      "$scratch/o/summary.txt" "$scratch/o/stats.json" "$scratch/o/results.sarif" \
      "$scratch/o/junit.xml" || return 1
    ! grep -q '<h1>Proved' "$scratch/o/report.html" || return 1
    [ ! -e "$scratch/o/correctness.witness.yml" ] || return 1
  done
}

# A build that works in a directory of its own, and a header outside the working directory: names
# are relative to that or to --source-root, and each leads to a file.
tree() {
  mkdir -p "$scratch/w/src" "$scratch/beside"
  printf 'static int third(int x) { return 30 / x; }\n' >"$scratch/beside/out.h"
  cat >"$scratch/w/src/a.c" <<'EOF'
#include "../../beside/out.h"
int main(int argc, char **argv) {
  int x = argc > 1 ? argv[1][0] : 0;
  if (x == 7) return 1 / (x - 7);
  return x == 3 ? third(x - 3) : 0;
}
EOF
  printf 'a: a.c\n\t$(CC) -g -O2 -o a a.c\n' >"$scratch/w/src/Makefile"
  make -s -C "$scratch/w/src" CC="$braid cc"
}

case_names_of_files() {
  tree || return 1
  run_in() {    # DIRECTORY OPTIONS...
    (cd "$1" && shift && timeout 60 "$braid" run --no-replay "$@" >"$scratch/out" \
      2>"$scratch/errors"); is $? 10 "exit status"
  }
  outside=$(cd "$scratch/beside" && pwd -P)/out.h
  run_in "$scratch/w" --output-dir=../o src/a || return 1
  for said in 'at src/a\.c:4 in main' '4 |   if (x == 7)' "at $outside:1 in third" \
              '1 | static int third'; do
    grep -q "$said" "$scratch/out" || { echo "no $said"; return 1; }
  done
  (cd "$scratch/w" && for name in $(sed -n 's/^SF://p' ../o/explored.lcov); do
    [ -f "$name" ] || { echo "lcov: $name"; exit 1; }
  done) || return 1
  grep -q 'filename="src/a.c"' "$scratch/o/cobertura.xml" &&
    grep -q '"uri": "src/a.c"' "$scratch/o/results.sarif" &&
    grep -q "\"uri\": \"file://$outside\"" "$scratch/o/results.sarif" &&
    grep -q "\"uri\": \"file://$(cd "$scratch/w" && pwd -P)/\"" "$scratch/o/results.sarif" ||
    return 1
  ! command -v genhtml >/dev/null ||
    (cd "$scratch/w" && genhtml -q -o ../html ../o/explored.lcov) || return 1
  # From elsewhere, and where the page's maker is.
  run_in "$scratch" --output-dir=p --source-root=w/src w/src/a || return 1
  grep -q 'at a\.c:4 in main' "$scratch/out" && grep -q '4 |   if (x == 7)' "$scratch/out" &&
    (cd / && "$braid" report "$scratch/p" >/dev/null) &&
    ! grep -q 'source text is not there' "$scratch/p/report.html" || return 1
  # The tree has moved since it was built.
  mv "$scratch/w" "$scratch/moved"
  run_in "$scratch/moved/src" --output-dir=../q a && grep -q 'at a\.c:4 in main' "$scratch/out"
}

case_version() {
  "$braid" --version >"$scratch/said" && is "$(wc -l <"$scratch/said")" 2 lines &&
    grep -qE '^braid [0-9.]+$' "$scratch/said" &&
    grep -qE '^build [0-9a-f]{40}, LLVM [0-9]+\.[0-9]+\.[0-9]+$' "$scratch/said"
}

# What the program prints: nowhere, on the terminal, or in a file.
case_own_output() {
  cat >"$scratch/say.c" <<'EOF'
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int()) puts("one side");
  else fputs("other side\n", stderr);
  return 0;
}
EOF
  run 0 --quiet --output-dir=o say.c || return 1
  [ ! -s "$scratch/out" ] && [ ! -s "$scratch/errors" ] && [ ! -e "$scratch/o/output.txt" ] ||
    return 1
  run 0 --quiet --output-dir=p --output=show --merge=off say.c || return 1
  is "$(cat "$scratch/out")" 'one side' 'standard output' &&
    is "$(cat "$scratch/errors")" 'other side' 'standard error' || return 1
  run 0 --output-dir=q --output=file --merge=off say.c || return 1
  ! grep -q side "$scratch/out" "$scratch/errors" &&
    is "$(sort "$scratch/q/output.txt" | tr '\n' ,)" 'one side,other side,' 'the file'
}

# The line of progress on a narrow terminal.
case_progress_fits() {
  command -v script >/dev/null || return 0
  cat >"$scratch/long.c" <<'EOF'
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_uint() != n * n) n++;
  return 0;
}
EOF
  (cd "$scratch" && script -qec "stty cols 40; $braid run --no-replay --classic --max-time=2s \
    --output-dir=o long.c 2>&1 >/dev/null" typescript >/dev/null 2>&1 </dev/null) || true
  longest=$(tr '\r' '\n' <"$scratch/typescript" | sed 's/\x1b\[K//g' |
    grep -E '^[0-9]+ of 2 s, ' | awk '{ if (length($0) > n) n = length($0) } END { print n + 0 }')
  [ "$longest" -gt 10 ] && [ "$longest" -lt 40 ] || { echo "columns: $longest"; return 1; }
}

# Calls of a recursion are folded.
case_recursion_is_folded() {
  cat >"$scratch/deep.c" <<'EOF'
int __VERIFIER_nondet_int(void);
static int down(int n) { return n ? down(n - 1) : 1 / n; }
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 2 / n; }
static int odd(int n) { return n ? even(n - 1) : 0; }
int main(void) { return __VERIFIER_nondet_int() ? down(20) : even(20); }
EOF
  run 10 --output-dir=o deep.c &&
    grep -q 'down at deep.c:2, 21 times' "$scratch/out" &&
    grep -q 'odd at deep.c:5, these 2 calls, 10 times' "$scratch/out" &&
    [ "$(grep -c 'down at' "$scratch/out")" -le 2 ]
}

# Inputs as people write them, by the types that the calls name.
case_values_by_type() {
  cat >"$scratch/types.c" <<'EOF'
#include <braid.h>
#include <stdbool.h>
#include <stdlib.h>
enum colour { RED = -3, GREEN, BLUE = 70000 };
struct part { int x; enum colour c; char name[8]; float f; unsigned short tail[3]; void *p; int low : 3; };
int main(void) {
  double d;
  char c;
  bool b;
  enum colour hue;
  struct part v;
  int *many = malloc(2 * sizeof *many);
  braid_make_symbolic(&d, sizeof d, "d");
  braid_make_symbolic(&c, sizeof c, "c");
  braid_make_symbolic(&hue, sizeof hue, "hue");
  braid_make_symbolic(&v, sizeof v, "v");
  braid_make_symbolic(many, 2 * sizeof *many, "many");
  unsigned u = braid_uint("u");
  float f = braid_float("f");
  if (d == 17.5 && c == '\n' && hue == GREEN && v.x == -5 && v.c == BLUE && v.name[0] == 'h' &&
      v.name[1] == 'i' && !v.name[2] && !v.name[3] && !v.name[4] && !v.name[5] && !v.name[6] &&
      !v.name[7] && v.f == 0.1f && v.tail[0] == 0 && v.tail[1] == 65535 && v.tail[2] == 0 && !v.p &&
      v.low == -2 && many[0] == 7 && many[1] == -1 && u == 4000000000u && f == 0.25f)
    abort();
  free(many);
  return 0;
}
EOF
  run 10 --output-dir=o --max-bugs=1 --no-check=leak types.c || return 1
  for value in 'd = 17.5 (0x4031800000000000)' "c = '\\n'" 'hue = GREEN (0xfffffffe)' \
    'v = {.x = -5, .c = BLUE, .name = "hi", .f = 0.1, .tail = {0, 65535}, .p = NULL, .low = -2}' \
    'many = {7, -1}' 'u = 4000000000 (0xee6b2800)' 'f = 0.25 (0x3e800000)'; do
    grep -qF -- " $value" "$scratch/out" || { echo "not shown: $value"; grep -A9 input "$scratch/out"; return 1; }
  done
}

failures=0
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(list)
for name in "$@"; do
  rm -rf "${scratch:?}"/*
  if ! "case_$name"; then
    echo "FAILED $name"
    failures=$((failures + 1))
  fi
done
[ "$failures" -eq 0 ]
