#!/bin/sh
# test/runtime/programs.sh DIR [BRAID]: programs print on braid's libc (the
# archives in DIR) what they print on the host's.  Without BRAID they run
# natively on shim.c, which shows the library alone; with it, under braid run.
set -eu
case $# in
1) braid= ;;
2) braid=$(cd "$(dirname "$2")" && pwd)/$(basename "$2") ;;
*) echo "usage: $0 DIR [BRAID]" >&2; exit 1 ;;
esac
dir=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${CLANG:=clang-19}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(uname -m)
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
    "$work/program.bc" "$dir/braid-rt-$target.a" "$dir/libc-$target.a" \
    "$($CLANG -print-libgcc-file-name)" -o "$work/braid"
  "$work/braid" < /dev/null > "$work/braid.out" 2> "$work/braid.err" || true
}

on_braid() {
  (cd "$work" && BRAID_SHARE=$dir "$braid" run --no-replay --quiet "$1" \
    > braid.out 2> braid.err) || true
}

status=0
for program in "$root"/test/runtime/programs/*.c; do
  on_host "$program"
  if [ -n "$braid" ]; then on_braid "$program"; else on_shim "$program"; fi
  if diff "$work/host.out" "$work/braid.out" &&
     diff "$work/host.err" "$work/braid.err"; then
    echo "programs: $(basename "$program" .c) agrees with the host"
  else
    echo "programs: $(basename "$program" .c) differs from the host" >&2
    status=1
  fi
done
exit $status
