#!/bin/sh
# test/runtime/programs.sh BUILD: programs print on braid's libc what they print
# on the host's: natively on shim.c, which shows the library alone, and under
# braid run.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 BUILD" >&2; exit 1; }
build=$(cd "$1" && pwd)
share=$build/share/braid
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${CLANG:=clang-19}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(uname -m)
if [ ! -f "$share/libc-$target.a" ]; then
  echo "programs: no $share/libc-$target.a: setup/musl makes it" >&2
  exit 1
fi
export LC_ALL=C

on_host() {
  $CLANG -w "$1" -o "$work/host" -lm
  "$work/host" < /dev/null > "$work/host.out" 2> "$work/host.err" || true
}

on_shim() {
  $CLANG -O1 -ffreestanding -fno-builtin -I"$root" -c \
    "$root/test/runtime/shim.c" -o "$work/shim.o"
  $CLANG -w -O1 -Xclang -disable-llvm-passes -emit-llvm -c "$1" \
    -o "$work/program.bc"
  $CLANG -fuse-ld=lld -flto -Wl,--lto-O0 -nostdlib -static "$work/shim.o" \
    "$work/program.bc" "$share/braid-rt-$target.a" "$share/libc-$target.a" \
    "$($CLANG -print-libgcc-file-name)" -o "$work/braid"
  "$work/braid" < /dev/null > "$work/braid.out" 2> "$work/braid.err" || true
}

on_braid() {
  (cd "$work" && BRAID_SHARE=$share "$build/braid" run --no-replay --quiet --output=show --sym=none "$1" \
    > braid.out 2> braid.err) || true
}

# agree WAY PROGRAM
agree() {
  if diff "$work/host.out" "$work/braid.out" &&
     diff "$work/host.err" "$work/braid.err"; then
    echo "programs: $(basename "$2" .c) prints on $1 what it prints on the host"
  else
    echo "programs: $(basename "$2" .c) differs on $1" >&2
    status=1
  fi
}

status=0
for program in "$root"/test/runtime/programs/*.c; do
  on_host "$program"
  on_shim "$program"
  agree "the shim" "$program"
  on_braid "$program"
  agree braid "$program"
done
exit $status
