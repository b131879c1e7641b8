#!/bin/sh
# test/cc/lib.sh BUILD: braid lib fetches libraries of an archive and builds them with bitcode,
# without a network: the archive is a directory of this test.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 BUILD" >&2; exit 1; }
braid=$(cd "$1" && pwd)/braid
for tool in apt-get dpkg-source dpkg-scansources make cmake; do
  command -v $tool >/dev/null || { echo "lib: skipped, no $tool"; exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
XDG_CACHE_HOME=$work/cache APT_ETC=$work/etc
export XDG_CACHE_HOME APT_ETC
libs=$work/cache/braid/lib

fail() { echo "lib: $*" >&2; [ ! -f "$work/said" ] || cat "$work/said" >&2; exit 1; }

# lib STATUS PATTERN NAME...: what it says has the pattern
lib() {
  want=$1 pattern=$2
  shift 2
  status=0
  "$braid" lib "$@" >"$work/said" 2>&1 || status=$?
  [ $status = "$want" ] || fail "exit $status instead of $want: braid lib $*"
  grep -q -e "$pattern" "$work/said" || fail "says nothing like \"$pattern\": braid lib $*"
}

# A source package NAME with a library of one function, int NAME(int), which is 42 for 7.
package() {
  mkdir -p "$work/src/$1-1/debian"
  cat >"$work/src/$1-1/debian/control" <<EOF
Source: $1
Maintainer: nobody <nobody@localhost>

Package: lib$1-dev
Architecture: any
Description: none
EOF
  printf '%s (1) unstable; urgency=low\n\n  * None.\n\n -- nobody <nobody@localhost>  Thu, 01 Jan 2026 00:00:00 +0000\n' \
    "$1" >"$work/src/$1-1/debian/changelog"
  mkdir -p "$work/src/$1-1/debian/source"
  echo '3.0 (native)' >"$work/src/$1-1/debian/source/format"
  echo "int $1(int);" >"$work/src/$1-1/$1.h"
  printf '#include "%s.h"\nint %s(int x) { return x == 7 ? 42 : x; }\n' "$1" "$1" \
    >"$work/src/$1-1/$1.c"
}

archive() {
  for d in "$work"/src/*/; do
    (cd "$work/archive" && dpkg-source -b "$d" >/dev/null 2>&1) || fail "no source package of $d"
  done
  (cd "$work/archive" && dpkg-scansources . 2>/dev/null >Sources)
}

mkdir -p "$work/etc/sources.list.d" "$work/archive"
lib 2 "configured for no archive" one
[ ! -e "$libs/one" ] || fail "a directory is left where nothing was fetched"

# One with a makefile that installs nothing, one with a configure script, one for cmake, one that
# does not compile, and one that never ends.
package byhand
printf 'libbyhand.a: byhand.o\n\tar rc $@ $^\n' >"$work/src/byhand-1/Makefile"
package script
cat >"$work/src/script-1/configure" <<'EOF'
#!/bin/sh
case "$*" in *--help*) echo "  --disable-shared"; exit ;; esac
for word; do case $word in --prefix=*) prefix=${word#*=} ;; esac; done
printf 'CC = %s\nlibscript.a: script.o\n\tar rc $@ $^\ninstall: libscript.a\n\tmkdir -p %s/lib %s/include\n\tcp libscript.a %s/lib\n\tcp script.h %s/include\n' \
  "$CC" "$prefix" "$prefix" "$prefix" "$prefix" >Makefile
EOF
chmod +x "$work/src/script-1/configure"
package listed
cat >"$work/src/listed-1/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.13)
project(listed C)
add_library(listed listed.c)
install(TARGETS listed DESTINATION lib)
install(FILES listed.h DESTINATION include)
EOF
package broken
echo 'this is no C' >"$work/src/broken-1/broken.c"
printf 'libbroken.a: broken.o\n\tar rc $@ $^\n' >"$work/src/broken-1/Makefile"
package endless
printf 'all:\n\ttouch %s/begun\n\tsleep 600\n' "$work" >"$work/src/endless-1/Makefile"
archive
echo "deb [trusted=yes] file:$work/archive ./" >"$work/etc/sources.list"

lib 0 "byhand is there: -lbyhand" byhand
lib 0 "script is there: -lscript" script listed
grep -q "listed is there: -llisted" "$work/said" || fail "the second of two names is missing"
lib 0 "^braid lib: byhand is there$" byhand
lib 0 "listed" && [ "$(wc -l <"$work/said")" = 3 ] || fail "the list is not of three"

lib 2 "does not build" byhand broken
[ ! -e "$libs/broken" ] || fail "what does not build is left"
[ -f "$libs/byhand/built" ] || fail "another library's failure took one away"
lib 2 "gives no source package" missing
[ ! -e "$libs/missing" ] || fail "a missing package leaves a directory"
[ ! -e "$libs/.fetch" ] || fail "apt's lists are left"
lib 1 "no name of a package" ../byhand
lib 1 "no name of a package" --option
lib 0 "usage: braid lib" --help

# Both ways to it, and the bug that is behind it.
cat >"$work/p.c" <<'EOF'
#include <assert.h>
#include <byhand.h>
int main(int argc, char **argv) {
  assert(argc < 2 || byhand(argv[1][0]) != 42);
  return 0;
}
EOF
cd "$work"
"$braid" cc -c p.c && "$braid" cc p.o -o p -lbyhand || fail "braid cc does not find -lbyhand"
./p || fail "the program does not run natively"
for line in "p" "p.c -lbyhand" "-lbyhand p.c"; do
  status=0
  # shellcheck disable=SC2086
  "$braid" run --jobs=1 --output-dir="$work/out" $line >"$work/said" 2>&1 || status=$?
  [ $status = 10 ] || fail "exit $status instead of 10: braid run $line"
  grep -q "confirmed" "$work/said" || fail "not confirmed natively: braid run $line"
  rm -rf "$work/out"
done
status=0
"$braid" run p.c -lbroken >"$work/said" 2>&1 || status=$?
[ $status = 1 ] && grep -q "no library with bitcode for -lbroken" "$work/said" ||
  fail "exit $status of a library that is not there"

# A signal in the middle leaves nothing, and another version's libraries are none.
"$braid" lib endless >"$work/said" 2>&1 &
one=$!
for _ in $(seq 600); do [ -e "$work/begun" ] && break; sleep 0.1; done
[ -e "$work/begun" ] || fail "the build that does not end did not begin"
kill -TERM $one
status=0
wait $one || status=$?
[ $status = 143 ] || fail "exit $status of a run that was ended"
[ ! -e "$libs/endless" ] && [ ! -e "$libs/.fetch" ] || fail "a signal leaves something"
echo "braid 0 LLVM 0" >"$libs/byhand/built"
[ "$("$braid" lib | tr '\n' ' ')" = "listed script " ] || fail "another version's library counts"
lib 0 "byhand is there: -lbyhand" byhand
echo "lib: as it should be"
