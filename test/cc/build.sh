#!/bin/sh
# braid cc as builds use it: every way from C files to a program ends in one
# that runs natively and that braid run executes with the same output.
#   test/cc/build.sh BUILD
set -eu
braid=$(cd "$1" && pwd)/braid
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

fail() { echo "FAILED $*"; failures=$((failures + 1)); }
cc() { "$braid" cc "$@"; }
explore() {
  rm -rf out
  timeout 60 "$braid" run --no-replay --tests=none --output-dir=out "$@"
}

# same WHAT PROGRAM: it prints 14 21 natively and in braid.
same() {
  native=$("./$2" 7 2>&1) || true
  braided=$(explore --quiet --output=show "./$2" -- 7 2>&1) || true
  [ "$native, $braided" = "14 21, 14 21" ] ||
    fail "$1: natively '$native', in braid '$braided'"
}

# says STATUS PATTERN COMMAND...
says() {
  status=$1 pattern=$2
  shift 2
  got=0
  "$@" >said 2>&1 || got=$?
  [ "$got" = "$status" ] || fail "$*: status $got, not $status"
  grep -Eq -- "$pattern" said || { fail "$*: no $pattern"; cat said; }
}

cat >main.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int twice(int), thrice(int);
int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 0;
  printf("%d %d\n", twice(n), thrice(n));
  return 0;
}
END
echo 'int twice(int x) { return 2 * x; }' >twice.c
echo 'int thrice(int x) { return FACTOR * x; }' >thrice.c
echo 'int unused(int x) { return missing(x); }' >unused.c

# Objects, an archive with a member that nobody wants, a makefile.
cat >Makefile <<'END'
CFLAGS = -O2 -Wall -MMD -MP -D FACTOR=3
prog: main.o libpart.a
	$(CC) $(LDFLAGS) -o $@ main.o -L. -lpart
libpart.a: twice.o thrice.o unused.o
	$(AR) rcs $@ twice.o thrice.o unused.o
END
make -s -j4 CC="$braid cc" >log 2>&1 || { fail "make"; cat log; }
same "make" prog
[ -s main.d ] || fail "no dependencies were written"
cp prog stripped && strip stripped && same "strip" stripped
many='-Os -flto -ffunction-sections -D_FORTIFY_SOURCE=2 -g3'
many="$many -fsanitize=undefined -fsanitize-trap=undefined"
make -s -B CC="$braid cc" LDFLAGS='-Wl,--gc-sections' \
  CFLAGS="$many -DFACTOR=3 -Wno-error" >log 2>&1 ||
  { fail "make with many flags"; cat log; }
same "many flags" prog
explore --quiet --output=show main.c libpart.a -- 7 >said 2>&1 || true
grep -q '^14 21$' said || { fail "an archive under a C file"; cat said; }

# Compiled and linked at once, in several ways.
cc -DFACTOR=3 main.c twice.c thrice.c -o at-once && same "at once" at-once
cc -DFACTOR=3 -Wl,--gc-sections -x c main.c twice.c thrice.c -o gc &&
  same "--gc-sections" gc
cc -DFACTOR=3 -static main.c twice.c thrice.c -o static && same "-static" static
cc -DFACTOR=3 -x c - -x none libpart.a -o piped <main.c && same "stdin" piped
cc -x c -c - -o from-stdin.o <main.c && cc from-stdin.o -L. -lpart -o piped2 &&
  same "stdin to an object" piped2
echo "-c 'main.c' -o \"in a file.o\"" >response
cc @response && cc "in a file.o" libpart.a -o response-file &&
  same "a response file" response-file
cc -r main.o twice.o thrice.o -o part.o && cc part.o -o partial &&
  same "ld -r" partial
cc -E -DFACTOR=3 thrice.c -o thrice.i && cc main.c twice.c thrice.i -o from-i &&
  same "preprocessed C" from-i
# Names that a shell would trip over.
mkdir 'a dir' && cp twice.c 'a dir/tw o.c'
(cd 'a dir' && "$braid" cc -c -- 'tw o.c') &&
  cc -DFACTOR=3 main.c thrice.c 'a dir/tw o.o' -o names && same "names" names

# A shared object in a directory of its own, found where it was linked.
mkdir lib
cc -DFACTOR=3 -fPIC -shared -Wl,-soname,libpart.so.1 twice.c thrice.c \
  -o lib/libpart.so && ln -s libpart.so lib/libpart.so.1
cc main.c -Llib -Wl,-rpath,"$work/lib" -lpart -o shared && same "shared" shared
# One that nothing needs is on the line, and no part of the program.
echo 'int twice(int x) { return x; }' >other.c
cc -fPIC -shared other.c -o lib/libnone.so
cc -DFACTOR=3 main.c twice.c thrice.c -Llib -Wl,--as-needed -lnone -o beside &&
  same "a shared object that nothing needs" beside

# A bug is confirmed natively by compiling each file as its build did.
mkdir bug bug/sub
cat >bug/main.c <<'END'
#include "part.h"
int __VERIFIER_nondet_int(void);
int main(void) { return pick(__VERIFIER_nondet_int() & 15); }
END
echo 'int pick(int);' >bug/sub/part.h
echo '#include "part.h"
static const int table[SIZE] = {1, 2};
int pick(int i) { return table[i]; }' >bug/sub/part.c
(cd bug/sub && "$braid" cc -O2 -DSIZE=13 -c part.c)
(cd bug && "$braid" cc -Isub -c main.c && ar rcs all.a main.o sub/part.o)
says 10 'confirmed natively by UndefinedBehaviorSanitizer' \
  timeout 120 "$braid" run --output-dir=bug/out bug/all.a

# The linker drops code that calls what is nowhere: the native check does, too.
cat >bug/dropped.c <<'END'
int nowhere(int), __VERIFIER_nondet_int(void);
int unused(int x) { return nowhere(x); }
int main(void) { return 12 / (__VERIFIER_nondet_int() - 3) == 4; }
END
cc -ffunction-sections -Wl,--gc-sections,--unresolved-symbols=ignore-all bug/dropped.c -o bug/dropped
says 10 'confirmed natively by UndefinedBehaviorSanitizer' \
  timeout 120 "$braid" run --output-dir=bug/out2 bug/dropped

# What is only asked or written elsewhere is the native compiler's business.
says 0 'clang version' cc --version
says 0 'return 2 \* x' cc -E twice.c
says 0 'twice:' cc -S twice.c -o -
says 0 'twice.o: twice.c' cc -MM twice.c
cc -c twice.c -o /dev/null || fail "no compilation to /dev/null"
[ ! -f /dev/null ] || fail "/dev/null was replaced"
says 1 'no such file' cc -c nosuch.c
echo 'int main(void) { return x; }' >wrong.c
says 1 'wrong.c:1:.*undeclared' cc -c wrong.c
[ ! -e wrong.o ] || fail "an object of what does not compile"
says 1 'undefined (reference|symbol)' cc main.c -o no-link
says 127 'cannot start /nosuch' env BRAID_CC=/nosuch "$braid" cc -c main.c

# The second compilation may fail: one warning, and the build goes on.
says 0 'twice.c: no bitcode: cannot start /nosuch' \
  env BRAID_CC=clang-19 BRAID_CLANG=/nosuch "$braid" cc -c twice.c main.c
[ "$(grep -c warning said)" = 1 ] || fail "more than one warning"
cc -DFACTOR=3 main.c twice.o thrice.c -o bypassed
says 5 'without braid cc.*: twice$' explore ./bypassed -- 7

# What has no bitcode.
clang-19 -DFACTOR=3 main.c twice.c thrice.c -o native
says 2 'native has no bitcode in it: it was built without braid cc' \
  explore ./native
strip -R .braid_bc -s -o bare prog
says 2 'it was stripped, or built without' explore ./bare
printf '#!/bin/sh\nexec true\n' >script
says 2 'script is neither C.*it is a script' explore ./script
head -c 100 prog >short
says 2 'short: a damaged or foreign object file' explore ./short

# A configure script's attempts leave no trace of braid.
cp main.c conftest.c
cc -c conftest.c
! readelf -SW conftest.o | grep -q braid || fail "bitcode in a conftest"

[ "$failures" -eq 0 ]
