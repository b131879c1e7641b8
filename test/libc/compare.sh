#!/bin/sh
# Compares the C library under braid's programs with this machine's: the same calls natively
# and in braid, and what differs must be explained by runtime/libc/differences.def.
#   test/libc/compare.sh BUILD [COUNT [SEED]]     COUNT random arguments for each function
# A function of the runtime that no driver calls must be in test/libc/uncalled, with a reason.
set -eu
build=$1
count=${2:-100}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
: "${LLVM:=19}"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
status=0

case $(ldd --version 2>&1 | head -n 1) in
*GLIBC*|*"GNU libc"*|*glibc*) ;;
*) echo "this machine's C library is not the GNU C library: nothing to compare"; exit 0 ;;
esac

cc -w -o "$out/compare" "$here/compare.c" -lm

for driver in math strings wide streams times more; do
  cc -O0 -fno-builtin -w -DCOUNT="$count" -DSEED="$seed" -o "$out/$driver" "$here/$driver.c" -lm
  mkdir "$out/files"
  (cd "$out/files" && env -i LC_ALL=C "$out/$driver" >"$out/$driver.native" 2>/dev/null) || {
    echo "$driver: the native run failed"
    status=1
  }
  rm -rf "$out/files"
  "$build/braid" run --quiet --output=show --sym=none --libc=gnu --output-dir="$out/$driver.run" --tests=none \
    --limit=exec_output=67108864 -fno-builtin -w -DCOUNT="$count" -DSEED="$seed" \
    "$here/$driver.c" >"$out/$driver.braid" 2>/dev/null || [ $? -eq 5 ] || {
    echo "$driver: braid failed"
    sed -n '1,12p' "$out/$driver.run/summary.txt"
    status=1
  }
  echo "$driver: $("$out/compare" "$out/$driver.native" "$out/$driver.braid" \
    "$out/$driver.run/stats.json")" || status=1
done

# Every function that the runtime links, but for braid's own and those of tasks: called above, or
# listed with a reason.
target=$(uname -m)
for archive in braid-rt libc; do
  "llvm-nm-$LLVM" --defined-only "$build/share/braid/$archive-$target.a" 2>/dev/null
done | awk '$2 ~ /^[TW]$/ && $3 !~ /^(_|braid_|klee_|nondet_)/ { print $3 }' | sort -u >"$out/linked"
{ cat "$here"/*.c; awk '/^(NEAR|CHOICE)/' "$here/../../runtime/libc/differences.def"; } |
  tr -c 'A-Za-z0-9_' '\n' | sort -u >"$out/words"
# NEARs and the drivers' tables name a function once for its three types.
awk '{ print; print $0 "f"; print $0 "l"; print $0 "_l"; print $0 "_r"; print $0 "f_r"
       print $0 "l_r" }' "$out/words" | sort -u >"$out/called"
sed -e 's/#.*//' "$here/uncalled" | tr -s ' \t' '\n' | grep . | sort -u >"$out/uncalled"
comm -23 "$out/linked" "$out/called" | comm -23 - "$out/uncalled" >"$out/missing"
if [ -s "$out/missing" ]; then
  echo "neither called by a driver nor listed in test/libc/uncalled:"
  tr '\n' ' ' <"$out/missing"
  echo
  status=1
fi
exit $status
