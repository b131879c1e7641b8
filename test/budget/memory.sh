#!/bin/sh
# --max-memory=M: braid is never resident with more than 1.25 M, whatever needs
# it, and leaves a report.
#
#   test/budget/memory.sh BUILD [PROGRAM...]
set -eu
build=$1
shift
. "$(dirname "$0")/common.sh"
[ $# -gt 0 ] || set -- memory heap symbolic terms diagrams
${CC:-cc} -o "$out/peak" "$here/peak.c"
megabytes=128
# Sanitizers need a hundred of their own.
! grep -q '^\(SANITIZE\|HOSTILE\):BOOL=ON' "$build/CMakeCache.txt" || megabytes=512

for program in "$@"; do
  "$here/generate" "$program" >"$out/$program.c"
  rm -rf "$out/dir"
  status=0
  TMPDIR=$out/tmp "$out/peak" "$out/most" "$braid" run --no-replay \
    --max-time=10s --max-memory=${megabytes}MiB --output-dir="$out/dir" \
    "$out/$program.c" >"$out/printed" 2>"$out/errors" || status=$?
  most=$(cat "$out/most")
  [ "$most" -le $((megabytes * 1280)) ] ||
    fail "$program: $most KiB resident for $megabytes MiB"
  sane "$program" 0 5 10
done

# A contender that is ended for want of memory is missed by the others, no more.
for megabytes in 40 44 48; do
  begin contended --max-time=20s --max-memory=${megabytes}MiB --jobs=1
  finish
  sane "contended, $megabytes MiB" 0 5 10
  ! grep -q cut-interrupt "$out/printed" ||
    fail "contended, $megabytes MiB: interrupted by nobody"
done
[ "$failures" -eq 0 ]
