#!/bin/sh
# Contenders on small programs, over and over: whatever the number of jobs, the verdict
# and the distinct bugs are the same every time, with one job every file is.
#
#   test/bench/contenders.sh BUILD [TIMES]      (default: 9; 300 is 100 for each of
#                                                one, two and four jobs)
#
# The programs cost more than what the paths have for themselves, so that others
# begin; which one ends first may differ from time to time.  Of `bounded` all paths
# are cut by --max-depth, and joins are not: there, too, who was faster must not
# matter.  No two contenders may write tests for the same edge, so that of `proved`
# there are few beyond those that the paths had written before others began.
set -eu
build=$(cd "$1" && pwd)
times=${2:-9}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

cat >"$dir/bugs.c" <<'C'
#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
int main(void) {
  unsigned char b[10];
  int sum = 0, table[8] = {0};
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 10; i++) {
    if (b[i] > 200) sum += 2;
    else if (b[i] > 100) sum++;
  }
  assert(sum != 19);
  if (sum == 13) table[b[0]] = 1;
  return 100 / (sum - 17) + table[0];
}
C
cat >"$dir/proved.c" <<'C'
#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
int main(void) {
  unsigned char b[14];
  int sum = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 14; i++)
    if (b[i] > 100) sum++;
  assert(sum <= 14);
  return 0;
}
C
cat >"$dir/bounded.c" <<'C'
#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
int main(void) {
  unsigned char b[24];
  int sum = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 24; i++)
    if (b[i] > 100) sum++;
  assert(sum != 24 || b[0] != 177);
  return 0;
}
C

options_of() {
  case $1 in bounded) echo --max-depth=13 ;; esac
}

status=0
for program in bugs proved bounded; do
  "${CLANG:-clang-19}" -c -emit-llvm -g -O1 -Xclang -disable-llvm-passes \
    -o "$dir/$program.bc" "$dir/$program.c"
  first=
  for time in $(seq "$times"); do
    got=0
    case $((time % 3)) in 0) jobs=1 ;; 1) jobs=2 ;; 2) jobs=4 ;; esac
    # shellcheck disable=SC2046
    "$build/braid" run --quiet --no-replay --jobs=$jobs $(options_of $program) \
      --output-dir="$dir/out" "$dir/$program.bc" >"$dir/printed" 2>&1 || got=$?
    answer="exit $got, bugs at: $(sed -n 's/^Line: //p' "$dir"/out/*.err \
      2>/dev/null | sort | tr '\n' ' ')"
    : "${first:=$answer}"
    if [ "$answer" != "$first" ]; then
      echo "$program, time $time: $answer; at first: $first"
      status=1
    fi
    [ "$time" -gt 1 ] || grep -q '"finished_by"' "$dir/out/stats.json" || {
      echo "$program: no contender ever began"
      status=1
    }
    # An edge each, a bug each, a final state of who decides, and the paths' first.
    tests=$(ls "$dir"/out/*.ktest 2>/dev/null | wc -l)
    [ "$program" != proved ] || [ "$tests" -le 126 ] || {
      echo "$program, time $time, $jobs jobs: $tests tests"
      status=1
    }
    rm -rf "$dir/out"
  done
  echo "$program: $times times: $first"
  for time in 1 2; do
    (cd "$dir" &&
      { "$build/braid" run --quiet --no-replay --jobs=1 --output-dir=out \
          $(options_of $program) "$program.bc" >/dev/null 2>&1 || :; } &&
      # Times are times.
      sed -i '/_ms"\|_per_counted"\|memory_peak/d' out/stats.json &&
      sed -i '/^time /d' out/summary.txt &&
      sed -i 's/ time="[^"]*"//' out/junit.xml &&
      sed -i '/creation_time:/d; /uuid:/d' out/*.yml && mv out "$time")
  done
  diff -r "$dir/1" "$dir/2" || status=1
  rm -rf "$dir/1" "$dir/2"
done
exit $status
