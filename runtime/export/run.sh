#!/bin/sh
# Runs all tests of a suite that `braid export --as=shell` wrote, or those named:
#
#   ./run.sh [--known] [test000001 ...]
#
# Each bug that braid found is a test that fails until it is mended.  With --known
# such a failure is expected.  $PROGRAM is a build of your own; by default each test
# runs the one that the Makefile made for it.
set -eu
cd "$(dirname "$0")"
here=$(pwd)
known=no
if [ "${1:-}" = --known ]; then
  known=yes
  shift
fi
[ $# -gt 0 ] || set -- test[0-9]*
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0 expected=0 skipped=0

for test; do
  rm -rf "$work/files"
  cp -R "$test/files" "$work/files"
  status=0
  bug=
  case $(sed -n 's/^bug=//p' "$test/command") in '') ;; *) bug=yes ;; esac
  (
    cd "$work/files"
    leaks=0 build=program
    # It sets the arguments and the environment.
    . "$here/$test/command"
    LC_ALL=${LC_ALL:-C}
    KTEST_FILE=$here/$test/inputs.ktest
    ASAN_OPTIONS=exitcode=86:detect_leaks=$leaks:allocator_may_return_null=1
    UBSAN_OPTIONS=exitcode=86:halt_on_error=1
    MSAN_OPTIONS=$UBSAN_OPTIONS
    export LC_ALL KTEST_FILE ASAN_OPTIONS UBSAN_OPTIONS MSAN_OPTIONS
    exec timeout 10 "${PROGRAM:-$here/$build}" "$@" <"$here/$test/stdin"
  ) >"$work/output" 2>&1 || status=$?
  # 77: an assumption excludes the input; 79, 126, 127: it did not run; 86: a
  # sanitizer; 124: the clock; others: the signals of a crash.
  case $status in
  77) what=skipped ;;
  79 | 86 | 124 | 126 | 127 | 13[2-9]) what=FAILED ;;
  *) what=passed ;;
  esac
  if [ $what = skipped ]; then
    skipped=$((skipped + 1))
    echo "$test: skipped: an assumption of the program excludes its input"
  elif [ $what = FAILED ]; then
    if [ -n "$bug" ] && [ $known = yes ]; then
      expected=$((expected + 1))
      what=known
    else
      failed=$((failed + 1))
    fi
    echo "$test: $what: status $status$(sed -n "s/^bug='\(.*\)'$/; braid found \1/p" \
      "$test/command")"
  else
    passed=$((passed + 1))
    [ -z "$bug" ] || echo "$test: passed, the bug is gone"
  fi
done
echo "$passed passed, $failed failed, $expected known, $skipped skipped"
[ $failed -eq 0 ]
