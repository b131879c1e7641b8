#!/bin/sh
# Compiles the runtime to archives of bitcode, one a target:
#   runtime/build.sh OUTDIR   writes OUTDIR/braid-rt-{aarch64,x86_64,i386}.a
# Members are small, so that a program links only what it reaches.  No header
# of the system is read, so any host builds for every target.
set -eu

if [ $# -ne 1 ]; then
  echo "usage: $0 OUTDIR" >&2
  exit 1
fi
out=$1
here=$(cd "$(dirname "$0")" && pwd)
: "${LLVM:=19}" "${CLANG:=clang-$LLVM}" "${LLVM_AR:=llvm-ar-$LLVM}"

# -O1 without passes: lifetimes and nsw flags as clang emits them, no
# undefined behaviour folded.  A byte loop stays a byte loop.  What costs loading
# time is left out: places (a bug in here is reported at its caller's), types of
# accesses, names of values.
flags="-std=c17 -ffreestanding -fno-builtin -fno-math-errno -nostdlibinc -O1
  -Xclang -disable-llvm-passes -g0 -fno-strict-aliasing -fdiscard-value-names
  -emit-llvm -c
  -Wall -Wextra -Wconversion -Wshadow -Wmissing-prototypes -Werror"

mkdir -p "$out"
for target in aarch64 x86_64 i386; do
  archive=$out/braid-rt-$target.a
  work=$out/braid-rt-$target.tmp
  rm -rf "$work"
  mkdir -p "$work"
  for source in "$here"/*.c; do
    name=$(basename "$source" .c)
    [ "$name" = replay ] && continue    # linked natively, into the replay
    # shellcheck disable=SC2086
    $CLANG -target "$target-linux-gnu" $flags "$source" -o "$work/$name.bc"
  done
  rm -f "$archive.new"
  $LLVM_AR rcs "$archive.new" "$work"/*.bc
  mv "$archive.new" "$archive"
  rm -rf "$work"
done
