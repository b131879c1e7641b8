#!/bin/sh
# The suites of `braid export` build and run where there is no braid: each bug fails
# its test, the rest pass; when the program is mended, all do.
#
#   test/formats/export.sh BUILD
set -eu
braid=$(cd "$1" && pwd)/braid
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"

die() { echo "$*"; exit 1; }

# Arguments, standard input, a file, a variable, an object, values: 2 bugs.
cat >p.c <<'EOF'
#include <braid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int main(int argc, char **argv) {
  int c = getchar(), x = braid_int("x");
  unsigned u = __VERIFIER_nondet_uint();
  FILE *f = fopen("A", "r");
  const char *mode = getenv("MODE");
  if (argc > 1 && !strcmp(argv[1], "'q") && c == '\'' && x == 7 && mode[0] == '$')
    return 100 / (x - 7 + FIX);
  if (f && fgetc(f) == '\\' && u == 0xdeadbeef && !FIX) abort();
  if (f) fclose(f);
  return x == 3;
}
EOF
# Path by path: joined states leave tests of what they cover on the way to a bug.
"$braid" run --quiet --no-replay --merge=off --loops=unroll --output-dir=out -DFIX=0 --sym-args 0 1 2 \
  --sym-files 1 1 --sym-stdin 1 --sym-env MODE:1 p.c || [ $? = 10 ]
tests=$(ls out/*.ktest | wc -l | tr -d ' ')
[ "$tests" -ge 5 ] || die "only $tests tests"
passed=$((tests - 2))

# suite FORM: builds it; the results are in $work/log
suite() {
  "$braid" export out --as="$1" --output="suite-$1" >log
  grep -q "^$tests tests in" log || die "export --as=$1: $(cat log)"
  make -s -C "suite-$1" CC=clang-19 all >log 2>&1 || die "$1: $(cat log)"
  status=0
  make -s -C "suite-$1" CC=clang-19 check >log 2>&1 || status=$?
  [ $status != 0 ] || die "$1: the bugs pass: $(cat log)"
}

suite c
grep -q "^$passed passed, 2 failed, 0 known, 0 skipped" log || die "c: $(cat log)"
grep -q 'FAILED: a sanitizer ended it; braid found div-by-zero at p.c:12' log || die "c: $(cat log)"
grep -q 'FAILED: Aborted; braid found abort at p.c:13' log || die "c: $(cat log)"
make -s -C suite-c CC=clang-19 check KNOWN=--known >log || die "known: $(cat log)"
grep -q "^$passed passed, 0 failed, 2 known" log || die "known: $(cat log)"
rm suite-c/program
make -s -C suite-c CC=clang-19 FLAGS=-DFIX=1 check >log || die "mended: $(cat log)"
grep -q "^$tests passed, 0 failed" log || die "mended: $(cat log)"

suite shell
grep -q "^$passed passed, 2 failed, 0 known, 0 skipped" log || die "shell: $(cat log)"
make -s -C suite-shell CC=clang-19 check KNOWN=--known >log 2>&1 || die "known: $(cat log)"
rm suite-shell/program
make -s -C suite-shell CC=clang-19 FLAGS=-DFIX=1 check >log || die "mended: $(cat log)"

if [ -e /usr/include/cmocka.h ]; then
  suite cmocka
  grep -q "PASSED  \] .*$passed test" log || die "cmocka: $(cat log)"
  grep -q 'FAILED  \] .*2 test' log || die "cmocka: $(cat log)"
  make -s -C suite-cmocka CC=clang-19 check KNOWN=--known >log 2>&1 || die "known: $(cat log)"
  rm suite-cmocka/program
  make -s -C suite-cmocka CC=clang-19 FLAGS=-DFIX=1 check >log 2>&1 || die "mended: $(cat log)"
else
  echo "skipped: cmocka is not installed"
fi

# An uninitialised read is seen by another build, a leak by its own option.
cat >u.c <<'EOF'
#include <braid.h>
#include <stdlib.h>
int main(void) {
  int x, y = braid_int("y");
  char *p = y == 2 ? malloc(3) : NULL;
  if (y == 1 && x > 3) return 4;
  return p && p == (char *) &y;
}
EOF
"$braid" run --quiet --no-replay --output-dir=uninit u.c || [ $? = 10 ]
"$braid" export uninit --as=c --output=suite-u >log
make -s -C suite-u CC=clang-19 check >log 2>&1 && die "uninit passes"
grep -q 'FAILED.*braid found uninit at u.c:6' log || die "uninit: $(cat log)"

cat >z.c <<'EOF'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  if (n == 3 && d[0] == 'x' && d[1] == 'y') return 1 / (d[2] - 'z' + FIX) > 5;
  return 0;
}
EOF
"$braid" run --quiet --no-replay --output-dir=fuzz -DFIX=0 z.c || [ $? = 10 ]
"$braid" export fuzz --as=libfuzzer-corpus --output=suite-f >log
[ "$(ls suite-f/crashes | wc -l)" -eq 1 ] || die "crashes: $(ls suite-f/crashes)"
[ "$(ls suite-f/corpus | wc -l)" -ge 2 ] || die "corpus: $(ls suite-f/corpus)"
make -s -C suite-f CC=clang-19 check >log 2>&1 && die "the crash passes"
grep -q 'division by zero' log || die "corpus: $(cat log)"
make -s -C suite-f CC=clang-19 check KNOWN=--known >log 2>&1 || die "known: $(cat log)"
rm suite-f/fuzz
make -s -C suite-f CC=clang-19 FLAGS=-DFIX=300 check >log 2>&1 || die "corpus: $(cat log)"

# A program of several files and an archive, built in a directory of its own; no path is absolute,
# and the compiler is one that is there.
mkdir -p tree/src
cat >tree/src/main.c <<'EOF'
#include "part.h"
#include <stdlib.h>
int main(int argc, char **argv) { return argc > 1 ? part(argv[1][0]) : 0; }
EOF
echo 'int part(int);' >tree/src/part.h
echo 'int part(int c) { int t[4] = {0}; return FIX ? 0 : t[c & 7]; }' >tree/src/part.c
cat >tree/src/Makefile <<'EOF'
FIX = 0
all:
	$(CC) -O2 -DFIX=$(FIX) -c part.c
	$(AR) rcs libpart.a part.o
	$(CC) -O2 -o prog main.c libpart.a
EOF
make -s -C tree/src CC="$braid cc"
(cd tree && "$braid" run --quiet --no-replay --output-dir=run src/prog || [ $? = 10 ])
for form in c shell; do
  "$braid" export tree/run --as=$form --output=tree/suite-$form >log || die "braid cc: $(cat log)"
  ! grep -n "$work" tree/suite-$form/Makefile || die "an absolute path"
done
mv tree moved
make -s -C moved/suite-c check >log 2>&1 && die "the bug of a program of several files passes"
grep -q 'FAILED.*out-of-bounds at part.c:1' log || die "braid cc: $(cat log)"
make -s -C moved/suite-shell check KNOWN=--known >log 2>&1 || die "braid cc, known: $(cat log)"

# What cannot be exported is refused.
"$braid" export out --as=libfuzzer-corpus --output=no 2>log && die "no fuzz target"
grep -q 'no fuzz target' log || die "$(cat log)"
"$braid" export out --as=c --output=suite-c 2>log && die "written over"
"$braid" export out --as=pascal 2>log && die "an unknown form"
"$braid" export nowhere --as=c 2>log && die "no run there"
[ ! -e no ] || die "something was written"
echo "all of $tests tests, in each form"
