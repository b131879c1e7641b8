#!/bin/sh
# What a new user may do wrong: each case has an exit status and a pattern that
# some line of braid's messages must match.
#
#   test/badinput.sh BUILD [CASE...]
#   test/badinput.sh --list
set -eu

list() { sed -n 's/^case_\([a-z0-9_]*\)() .*/\1/p' "$0"; }
if [ "${1:-}" = --list ]; then list; exit 0; fi

braid=$(cd "$1" && pwd)/braid
shift
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
clean() {
  umount "$scratch/full" 2>/dev/null || true
  rm -rf "${scratch:?}"/*
}
trap 'clean; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

good_program='int main(void) { return 0; }'

# expect STATUS PATTERN COMMAND...: within 30 seconds, and no crash
expect() {
  want=$1
  pattern=$2
  shift 2
  status=0
  timeout -k 5 30 "$@" >"$scratch/out" 2>&1 || status=$?
  if [ "$status" = "$want" ] && grep -Eq -- "$pattern" "$scratch/out"; then
    return 0
  fi
  echo "exit $status (wanted $want), pattern: $pattern"
  echo "command: $*"
  tail -n 15 "$scratch/out"
  return 1
}

# run STATUS PATTERN "OPTIONS AND FILES"
run() {
  rm -rf "$scratch/out-dir"
  # shellcheck disable=SC2086
  expect "$1" "$2" "$braid" run --output-dir="$scratch/out-dir" $3
}

annotated() {   # STATUS PATTERN KIND: of a program with BRAID_MERGE(KIND)
  printf '#include <braid.h>\nint main(void) {\n  int x = 1;\n  %s\n}\n' \
    "BRAID_MERGE($3) x++;" >"$scratch/annotated.c"
  run "$1" "$2" "$scratch/annotated.c"
}

# report STATUS PATTERN WORD...
report() {
  want=$1 pattern=$2
  shift 2
  expect "$want" "$pattern" "$braid" report "$@"
}

case_no_main() {
  echo 'int quotient(int x) { return 10 / x; }' >"$scratch/f.c"
  run 2 'neither .*main.*--entry=NAME starts at any other, as quotient' "$scratch/f.c"
}

case_two_mains() {
  echo "$good_program" >"$scratch/one.c"
  echo "$good_program" >"$scratch/two.c"
  run 2 "'main' is defined in .*/one\.c and in .*/two\.c" "$scratch/one.c $scratch/two.c"
}

case_file_taken_by_an_option() {
  echo "$good_program" >"$scratch/x.c"
  expect 1 'nothing to run.*"x\.c" is the value of --output-dir' \
    env -C "$scratch" "$braid" run --output-dir x.c
}

case_other_languages() {
  echo 'fn main() {}' | tee "$scratch/x.hs" >"$scratch/x.rs"
  run 2 'compiles C, and C\+\+ without exceptions.*Bitcode' "$scratch/x.rs" &&
    run 2 'neither C .*, C\+\+ .* nor bitcode' "$scratch/x.hs"
}

case_bitcode_of_another_target() {
  echo "$good_program" >"$scratch/x.c"
  for target in i386 x86_64 aarch64; do
    "${BRAID_CLANG:-clang-19}" --target=$target-linux-gnu -emit-llvm -c -o "$scratch/$target.bc" \
      "$scratch/x.c" || return 1
  done
  run 2 'is for i386: run with --target=i386' "$scratch/i386.bc" &&
    run 0 PROVED "--target=i386 --no-replay $scratch/i386.bc" || return 1
  case $(uname -m) in
  aarch64) run 2 'is for x86_64: run with --target=x86_64' "$scratch/x86_64.bc" ;;
  *) run 2 'is for aarch64: braid runs that only' "$scratch/aarch64.bc" ;;
  esac
}

# Flags of ordinary builds, and C of before 1999.
case_flags_as_compilers_take_them() {
  printf '%s\n' '#include <stdlib.h>' \
    'static int by(const int *a, const int *b) { return *a - *b; }' \
    'int main(void) { int v[2] = {2, 1}; qsort(v, 2, sizeof *v, by); return v[0] != 1; }' \
    >"$scratch/x.c"
  run 0 PROVED "-O2 -g -ggdb3 -pipe -pthread -ansi -pedantic -Wall -lm -lpthread -lrt -ldl $scratch/x.c"
}

case_function_without_code() {
  echo 'int other(int); int main(void) { return other(3); }' >"$scratch/x.c"
  run 5 'other\(\) has no code' "--no-replay $scratch/x.c" &&
    grep -q 'name the file that has the code.*--externals=unknown' "$scratch/out"
}

case_source_root() {
  echo "$good_program" >"$scratch/x.c"
  run 1 'source-root: .*: No such file' "--source-root=$scratch/none $scratch/x.c" &&
    run 1 'source-root: .*: Not a directory' "--source-root=$scratch/x.c $scratch/x.c"
}

case_report_of_nothing() { report 1 'usage: braid report'; }
case_report_of_two() { report 1 'one directory at a time' a b; }
case_report_option() { report 1 'unknown option --html' --html x; }
case_report_of_no_directory() {
  report 2 'No such file or directory' "$scratch/none" &&
    report 2 'is not a directory; give the one' "$0" &&
    report 2 'is not the directory of a run: it has no stats' "$scratch"
}

case_report_of_a_half_run() {
  mkdir "$scratch/half" && : >"$scratch/half/test000001.ktest" &&
    report 2 'has not finished, or was killed' "$scratch/half" &&
    printf '{\n"verdict": "pro' >"$scratch/half/stats.json" &&
    report 2 'stats.json is damaged: line 2:' "$scratch/half" &&
    echo '{"a": 1}' >"$scratch/half/stats.json" &&
    report 2 'says no verdict' "$scratch/half"
}

# A run is reported on even if all but its figures is gone; the page says so.
case_report_without_the_rest() {
  echo 'int main(void) { return 0; }' >"$scratch/a.c"
  run 0 PROVED "$scratch/a.c" || return 1
  rm "$scratch/a.c"
  report 0 'No such file|The source text is not there' --output=- \
    "$scratch/out-dir" &&
    rm "$scratch/out-dir/run.info" "$scratch/out-dir/explored.lcov" &&
    echo '{"nodes": 1}' >"$scratch/out-dir/history.json" &&
    report 0 'What was covered is not known: cannot read' --output=- \
      "$scratch/out-dir" &&
    report 0 'How the paths split is not known: there are no nodes' --output=- \
      "$scratch/out-dir"
}

case_report_without_room() {
  mkdir "$scratch/run" && echo '{"verdict": "proved"}' >"$scratch/run/stats.json"
  report 2 'cannot write .*/none/page' --output="$scratch/none/page" \
    "$scratch/run"
}

case_callers() {
  echo 'int f(int *p) { return *p; }' >"$scratch/a.c"
  run 2 '--callers goes with --entry' "--callers $scratch/a.c" &&
    run 2 'the program has no call of f' "--callers --entry=f $scratch/a.c"
}

case_limit_unknown() {
  run 1 'unknown limit solver_crowdd; did you mean solver_crowded' \
    "--limit solver_crowdd=1 x.c" &&
    run 1 'unknown limit qqqqqqqqqqqqqq; braid help limits lists them' \
      "--limit=qqqqqqqqqqqqqq=1 x.c"
}
case_limit_value() {
  run 1 'limit solver_crowded takes a number, not "x"' "--limit solver_crowded=x x.c" &&
    run 1 'takes a number, not "18446744073709551616"' \
      "--limit solver_crowded=18446744073709551616 x.c" &&
    run 1 'limit solver_crowded is 1 to 64 times, not 0' "--limit solver_crowded=0 x.c" &&
    run 1 'needs a value: --limit solver_crowded=' "--limit solver_crowded x.c"
}

case_annotation_unknown() {
  annotated 2 "annotated\.c:4:.*undeclared.*BRAID_MERGE_foo" foo
}

case_annotation_without_predicates() {
  annotated 2 'annotated\.c:4: BRAID_MERGE\(pred\) needs predicates' pred
}

case_annotation_folds_nothing() {
  printf '#include <braid.h>\nint main(void) {\n  %s\n}\n' \
    'for (int k = 0; k < 3; k++) BRAID_FOLD(ite) {}' >"$scratch/annotated.c"
  run 2 'annotated\.c:3: BRAID_FOLD\(ite\) would' "$scratch/annotated.c"
}

case_annotation_with_too_much() {
  annotated 2 'annotated\.c:4: BRAID_MERGE\(ite\) takes no expr' 'ite, x > 0'
}

case_annotation_mixed_without_kinds() {
  wants='annotated\.c:4: BRAID_MERGE\(mixed\) takes BRAID_AS\(KIND, expr'
  annotated 2 "$wants" 'mixed, x' && annotated 2 "$wants" mixed &&
    annotated 2 "$wants" 'mixed, x, x'
}

case_annotation_mixed_of_all() {
  annotated 2 'annotated\.c:4: BRAID_AS\(pred_any, \.\.\.\) is no lattice' \
    'mixed, BRAID_AS(pred_any, x)' &&
    annotated 2 'annotated\.c:4: BRAID_AS\(ite, \.\.\.\) is no lattice' \
      'mixed, BRAID_AS(ite, x)'
}

lattices() {    # PATTERN LIST
  echo "$good_program" >"$scratch/x.c"
  run 1 "$1" "--merge=lattice:$2 $scratch/x.c"
}

case_merge_lattices() {
  lattices 'is one of off.ite.summary.annotated.lattice:LIST.multise.store, not "lattice:"' \
    '' &&
    lattices 'no lattice has the name "foo": it is ite, sign, int' foo &&
    lattices 'pred needs predicates' int=pred &&
    lattices 'no type has the name "float": it is char' int=sign,float=sign &&
    lattices '"sign" should be TYPE=LATTICE' int=interval,sign &&
    lattices '"" should be TYPE=LATTICE' int=interval, &&
    lattices 'int is named twice' int=sign,int=parity
}

case_annotation_no_integer() {
  annotated 2 'annotated\.c:4: an expression .* is no integer' 'sign, x + 0.5'
}

case_missing_file() {
  run 2 'cannot read .*nosuch\.c: No such file' "$scratch/nosuch.c"
}

case_missing_bitcode() {
  run 2 'cannot read .*nosuch\.bc: No such file' "$scratch/nosuch.bc"
}

case_directory() {
  mkdir "$scratch/dir.c"
  run 2 'is a directory' "$scratch/dir.c"
}

case_unknown_suffix() {
  echo "$good_program" >"$scratch/x.txt"
  run 2 'neither C .* nor bitcode' "$scratch/x.txt"
}

# clang's own message, with its line.
case_uncompilable() {
  printf 'int main(void) {\n  return x;\n}\n' >"$scratch/x.c"
  run 2 "x\.c:2:10: .*use of undeclared identifier 'x'" "$scratch/x.c" &&
    run 2 'x\.c does not compile' "$scratch/x.c" &&
    [ ! -e "$scratch/out-dir" ]
}

case_no_main() {
  echo 'int f(void) { return 0; }' >"$scratch/x.c"
  run 2 'main' "$scratch/x.c"
}

case_two_mains() {
  echo "$good_program" >"$scratch/x.c"
  echo "$good_program" >"$scratch/y.c"
  run 2 'main.*(twice|already|defined|multiple)' "$scratch/x.c $scratch/y.c"
}

case_text_as_bitcode() {
  echo 'this is no bitcode' >"$scratch/x.bc"
  run 2 'x\.bc' "$scratch/x.bc"
}

case_empty_bitcode() {
  : >"$scratch/x.bc"
  run 2 'x\.bc' "$scratch/x.bc"
}

case_truncated_bitcode() {
  echo "$good_program" >"$scratch/x.c"
  clang-19 -O1 -g -c -emit-llvm "$scratch/x.c" -o "$scratch/whole.bc"
  size=$(wc -c <"$scratch/whole.bc")
  for part in 3 4 16 64 $((size / 4)) $((size / 2)) $((size - 4)); do
    head -c "$part" "$scratch/whole.bc" >"$scratch/x.bc"
    run 2 'x\.bc' "$scratch/x.bc" || return 1
  done
}

# One byte after the other is damaged: a message and exit 2, or a program that
# still loads; never a crash.
case_damaged_bitcode() {
  echo "$good_program" >"$scratch/x.c"
  clang-19 -O1 -c -emit-llvm "$scratch/x.c" -o "$scratch/whole.bc"
  size=$(wc -c <"$scratch/whole.bc")
  at=8
  while [ "$at" -lt "$size" ]; do
    cp "$scratch/whole.bc" "$scratch/x.bc"
    printf '\377' |
      dd of="$scratch/x.bc" bs=1 seek="$at" conv=notrunc 2>/dev/null
    rm -rf "$scratch/out-dir"
    status=0
    timeout 20 "$braid" run --quiet --no-replay \
      --output-dir="$scratch/out-dir" "$scratch/x.bc" \
      >"$scratch/out" 2>&1 || status=$?
    case $status in
    0 | 2 | 5 | 10) ;;
    *) echo "byte $at of $size damaged: exit $status"; return 1 ;;
    esac
    at=$((at + size / 40 + 1))
  done
}

case_misspelt_option() {
  echo "$good_program" >"$scratch/x.c"
  run 1 'did you mean --search\?' "--serach=bfs $scratch/x.c"
}

case_misspelt_command() {
  expect 1 'did you mean braid run\?' "$braid" rnu "$scratch/x.c"
}

case_no_command() { expect 1 'braid run' "$braid"; }

case_no_file() { run 1 'nothing to run' ''; }

case_option_out_of_range() {
  echo "$good_program" >"$scratch/x.c"
  run 1 'max-memory' "--max-memory=1KiB $scratch/x.c"
}

case_world_misdescribed() {
  echo "$good_program" >"$scratch/a.c"
  run 1 'MIN is above MAX' "$scratch/a.c --sym-args 3 2 8" &&
    run 1 'takes a number' "$scratch/a.c -- --sym-arg x" &&
    run 1 'needs 2 values' "$scratch/a.c -- --sym-files 1" &&
    run 1 'takes PATH:N' "$scratch/a.c --sym-file conf" &&
    run 1 'takes PATH:N or PATH:=N' "$scratch/a.c --sym-file conf:=x" &&
    run 1 'or one after =, not "=x"' "$scratch/a.c --sym-stdin =x" &&
    run 1 'takes a number up to 1048576, not "=1"' "$scratch/a.c --sym-files =1 8" &&
    run 1 'takes NAME=VALUE' "$scratch/a.c --env HOME" &&
    run 1 'No such file' "$scratch/a.c --root=$scratch/none" &&
    run 1 'not a directory' "$scratch/a.c --root=$scratch/a.c"
}

case_outside_root() {
  mkdir "$scratch/root"
  cat >"$scratch/a.c" <<'EOF'
#include <stdio.h>
int main(void) { return fopen("/etc/passwd", "r") != NULL; }
EOF
  run 0 'program opens /etc/passwd outside --root' \
    "$scratch/a.c --root=$scratch/root"
}

# Nothing reaches what is not there; the user should know why.
case_error_nowhere() {
  echo "$good_program" >"$scratch/x.c"
  run 0 'nothing in the program calls "raech"' \
    "--error-function=raech $scratch/x.c" &&
    run 0 'has no label "ERORR"' "--error-label=ERORR $scratch/x.c" &&
    run 10 reach-error "--error-label=ERROR test/programs/error-label.c" &&
    ! grep 'no label' "$scratch/out"
}

case_malformed_property() {
  echo "$good_program" >"$scratch/x.c"
  echo 'CHECK( init(main()), LTL(G valid-nonsense) )' >"$scratch/x.prp"
  run 2 'x\.prp:1: ' "--property=$scratch/x.prp $scratch/x.c"
}

case_missing_property() {
  echo "$good_program" >"$scratch/x.c"
  run 2 'nosuch\.prp' "--property=$scratch/nosuch.prp $scratch/x.c"
}

case_missing_compiler() {
  echo "$good_program" >"$scratch/x.c"
  BRAID_CLANG=/nosuch/clang run 2 '/nosuch/clang is not there' "$scratch/x.c"
}

# Root may write anywhere, so the way to the directory leads through a file.
case_unwritable_output() {
  echo "$good_program" >"$scratch/x.c"
  : >"$scratch/file"
  expect 2 'file/out' "$braid" run --output-dir="$scratch/file/out" \
    "$scratch/x.c"
}

case_output_exists() {
  echo "$good_program" >"$scratch/x.c"
  mkdir "$scratch/taken"
  : >"$scratch/taken/precious"
  expect 2 'taken' "$braid" run --output-dir="$scratch/taken" "$scratch/x.c" &&
    [ -e "$scratch/taken/precious" ]
}

# A disk that fills up during the run: the report, and the test of the bug that comes last, have
# room that was kept for them.
case_disk_that_fills() {
  cat >"$scratch/x.c" <<'EOF'
#include <braid.h>
int main(void) {
  unsigned n = 0;
  for (int i = 0; i < 9; i++) { if (braid_int("x") > 3) n = 2 * n + 1; else n = 2 * n; }
  return n == 0 || n == 511 ? 1 / (n == 511 && 0) : 0;
}
EOF
  mkdir "$scratch/full"
  mount -t tmpfs -o size=1300k none "$scratch/full" 2>/dev/null || return 0
  for search in dfs bfs; do
    expect 2 'nor could [0-9]+ more files be written' "$braid" run --classic --search=$search \
      --no-replay --output-dir="$scratch/full/$search" "$scratch/x.c" || return 1
    grep -q '^tests  *[0-9]* in .*; [0-9]* more could not be written' "$scratch/out" &&
      grep -q '"verdict": "bug"' "$scratch/full/$search/stats.json" &&
      grep -q 'BUG' "$scratch/full/$search/summary.txt" || return 1
    bug=$(sed -n 's/.*test  *\(.*\.ktest\)$/\1/p' "$scratch/out" | head -1)
    [ -s "$bug" ] || { echo "no test of the bug: $bug"; return 1; }
    tests=$(sed -n 's/^tests  *\([0-9]*\) in .*/\1/p' "$scratch/out")
    [ "$tests" = "$(find "$scratch/full/$search" -name 'test*.ktest' | wc -l)" ] ||
      { echo "$tests tests are said to be there"; return 1; }
    rm -rf "${scratch:?}/full/$search"
  done
}

# A file system of one page.  Mounting needs rights that not every machine
# gives; without them a limit on the size of files does nearly the same.
case_full_disk() {
  echo "$good_program" >"$scratch/x.c"
  mkdir "$scratch/full"
  if mount -t tmpfs -o size=4k none "$scratch/full" 2>/dev/null; then
    expect 2 '[Nn]o space|cannot write' "$braid" run \
      --output-dir="$scratch/full/out" "$scratch/x.c" &&
      expect 2 'nor could [0-9]+ more files be written' "$braid" run --classic \
        --output-dir="$scratch/full/two" test/programs/paths-independent.c &&
      [ "$(grep -c 'cannot write' "$scratch/out")" = 4 ] &&
      TMPDIR=$scratch/full expect 2 'No space|does not say why; is there room' \
        "$braid" run --output-dir="$scratch/out-dir" "$scratch/x.c"
  else
    # shellcheck disable=SC2016
    expect 2 'too large|cannot write|cannot read|does not compile' \
      sh -c 'ulimit -f 0; trap "" XFSZ; exec "$@"' sh \
      "$braid" run --output-dir="$scratch/out-dir" "$scratch/x.c"
  fi
}

case_endless_program() {
  # It never ends, since the cube of 1 modulo 4 is 1; but that takes a proof, and it
  # comes back to where it was after very many iterations only.
  echo 'int main(void) { unsigned long i = 1; while (i % 4 != 3) i = i * i * i + 4; }' \
    >"$scratch/x.c"
  run 5 'cut-time|time budget' "--max-time=1s $scratch/x.c"
}

# Its cases are questions of thousands of conjuncts, all asked in one step.
case_long_switch() {
  {
    echo 'unsigned __VERIFIER_nondet_uint(void);'
    echo 'int main(void) { switch (__VERIFIER_nondet_uint()) {'
    seq -f 'case %.0f: return 1;' 0 7 98000
    echo '} return 0; }'
  } >"$scratch/x.c"
  run 5 'cut-time|time budget' "--max-time=1s $scratch/x.c"
}

case_endless_fork() {
  cat >"$scratch/x.c" <<'EOF'
int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) n++;
  return (int) (n & 1);
}
EOF
  run 5 'cut-time|time budget' "--loops=unroll --max-time=1s $scratch/x.c"
}

case_endless_recursion() {
  echo 'static int f(int n) { return f(n + 1) ^ n; }
int main(void) { return f(0); }' >"$scratch/x.c"
  run 10 'stack-overflow' "--no-check=overflow $scratch/x.c"
}

case_endless_allocation() {
  echo '#include <stdlib.h>
void *keep[1 << 20];
int main(void) {
  for (unsigned n = 0;; n = (n + 1) & ((1 << 20) - 1)) {
    keep[n] = malloc(1 << 16);
    if (keep[n]) *(char *) keep[n] = 1;
  }
}' >"$scratch/x.c"
  run 5 'cut-memory|memory budget' "--max-memory=128MiB $scratch/x.c"
}

case_no_memory() {      # a sanitizer needs all addresses there are
  ! grep -q sanitize "$(dirname "$braid")/build.ninja" || return 0
  echo '#include <stdlib.h>
int main(void) {
  for (unsigned n = 0; n < 100; n++) {
    char *p = malloc(1 << 24);
    if (p) p[n] = 1;
  }
}' >"$scratch/x.c"
  (ulimit -v 700000 && run 5 'cut-memory|memory budget|out of memory' "--classic $scratch/x.c")
}

case_huge_allocation() {
  echo '#include <stdlib.h>
int main(void) {
  char *p = malloc((size_t) 1 << 45);
  if (!p) return 0;
  p[((size_t) 1 << 45) - 1] = 1;
  free(p);
  return 0;
}' >"$scratch/x.c"
  status=0
  timeout 30 "$braid" run --output-dir="$scratch/out-dir" "$scratch/x.c" \
    >"$scratch/out" 2>&1 || status=$?
  case $status in
  0 | 5 | 10) ;;
  *) echo "exit $status"; tail -n 5 "$scratch/out"; return 1 ;;
  esac
}

# Everything found so far is written within two seconds.
interrupted() {         # SIGNAL
  cat >"$scratch/x.c" <<'EOF'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  if (__VERIFIER_nondet_int() == 7) assert(0);
  while (__VERIFIER_nondet_int()) n++;
  return (int) (n & 1);
}
EOF
  "$braid" run --search=bfs --loops=unroll --no-replay \
    --output-dir="$scratch/out-dir" \
    "$scratch/x.c" >"$scratch/out" 2>&1 &
  pid=$!
  sleep 3
  kill "-$1" $pid
  begun=$(date +%s)
  status=0
  wait $pid || status=$?
  ended=$(date +%s)
  [ $((ended - begun)) -le 3 ] || { echo "took too long"; return 1; }
  [ "$status" = 10 ] || { echo "exit $status"; cat "$scratch/out"; return 1; }
  grep -q '"cut-interrupt[":]' "$scratch/out-dir/stats.json" &&
    grep -q '"assert"' "$scratch/out-dir/stats.json"
}

case_interrupted() { interrupted TERM; }

# The terminal was closed; below nohup that says nothing.
case_hung_up() {
  case $(sed -n 's/^SigIgn:.*\(.\)$/\1/p' /proc/self/status) in
  [13579bdf]) return 0 ;;
  esac
  interrupted HUP
}

# Whenever it comes, nothing of braid stays behind: not while the program is
# compiled, loaded, explored, or replayed.
case_interrupted_at_any_time() {
  mkdir "$scratch/tmp"
  echo "int main(int n, char **a) { return a[0][0] / (n - 1); }" >"$scratch/x.c"
  for after in 0.02 0.05 0.08 0.11 0.15 0.2 0.3 0.4 0.5 0.7; do
    rm -rf "$scratch/out-dir"
    TMPDIR=$scratch/tmp "$braid" run --output-dir="$scratch/out-dir" \
      "$scratch/x.c" >"$scratch/out" 2>&1 &
    pid=$!
    sleep "$after"
    kill -TERM $pid 2>/dev/null
    status=0
    wait $pid || status=$?
    case $status in
    143) [ ! -e "$scratch/out-dir" ] || { echo "half a run"; return 1; } ;;
    5 | 10) [ -e "$scratch/out-dir/stats.json" ] || return 1 ;;
    *) echo "exit $status"; cat "$scratch/out"; return 1 ;;
    esac
    if [ -n "$(ls -A "$scratch/tmp")" ]; then
      echo "left after $after s: $(ls "$scratch/tmp")"
      return 1
    fi
  done
}

# braid lib: what is no package's name, no place to build in, and no archive to fetch from.
lib() { expect "$1" "$2" env HOME="$3" XDG_CACHE_HOME= APT_ETC="$scratch/none" "$braid" lib "$4"; }
case_library_name() {
  for name in ../zlib /etc/passwd -x Zlib 'z lib' ''; do
    lib 1 'no name of a package' "$scratch" "$name" || return 1
  done
}
case_library_nowhere() { lib 2 'neither XDG_CACHE_HOME nor HOME' relative zlib; }
case_library_home_is_a_file() {
  echo >"$scratch/file"
  lib 2 "$scratch/file/.cache/braid/lib: Not a directory" "$scratch/file" zlib
}
case_library_without_archive() {
  lib 2 'apt is configured for no archive|is not installed' "$scratch" zlib || return 1
  [ -z "$(ls -A "$scratch/.cache/braid/lib" | grep -v lock)" ] || { echo "half a library"; return 1; }
}
case_library_not_there() {
  echo "$good_program" >"$scratch/x.c"
  XDG_CACHE_HOME=$scratch run 1 'no library with bitcode for -lz: braid lib' "$scratch/x.c -lz"
}

cd "$here/.."
failures=0
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(list)
for name in "$@"; do
  clean
  if ! "case_$name"; then
    echo "FAILED $name"
    failures=$((failures + 1))
  fi
done
[ "$failures" -eq 0 ]
