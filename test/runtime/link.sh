#!/bin/sh
# test/runtime/link.sh BUILD: every symbol that the build's archives of bitcode
# leave undefined is a primitive of the executor, or listed here with the reason.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 BUILD" >&2; exit 1; }
share=$1/share/braid
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${LLVM_NM:=llvm-nm-19}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{ sed -n 's/.*[ *]\(__braid_[a-z_]*\)(.*/\1/p' "$root/runtime/primitives.h"
  echo LLVMFuzzerTestOneInput   # the program's, if it is a fuzz target
  echo setjmp; echo longjmp     # jumps that no C code can make: the executor's
  echo _GLOBAL_OFFSET_TABLE_    # llvm-nm's idea of 32-bit code
} | sort -u > "$work/allowed"

status=0
for runtime in "$share"/braid-rt-*.a; do
  target=$(basename "$runtime" .a)
  target=${target#braid-rt-}
  libc=$share/libc-$target.a
  if [ ! -f "$libc" ]; then
    echo "link: no $libc: setup/musl makes it" >&2
    continue
  fi
  "$LLVM_NM" -P "$runtime" "$libc" > "$work/symbols" 2>/dev/null
  awk 'NF > 1 && $2 ~ /^[TDBRVWCG]$/ { print $1 }' "$work/symbols" |
    sort -u - "$work/allowed" > "$work/defined"
  awk 'NF > 1 && $2 == "U" { print $1 }' "$work/symbols" | sort -u |
    comm -13 "$work/defined" - > "$work/undefined"
  if [ -s "$work/undefined" ]; then
    echo "link: undefined for $target: $(tr "\n" " " < "$work/undefined")" >&2
    status=1
  fi
done
[ $status -ne 0 ] || echo "link: nothing is undefined"
exit $status
