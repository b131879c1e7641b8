#!/bin/sh
# The runtime's own libc functions against the host's: compiles them natively
# under other names (strlen becomes rt_strlen) and runs compare.c.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${CLANG:=clang-19}" "${NM:=nm}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sources="memory string string_search ctype ctype_table convert integer sort rand
  errno malloc gnu abort world"
flags="-std=c17 -O1 -g -ffreestanding -fno-builtin -fno-math-errno"

for name in $sources; do
  # shellcheck disable=SC2086
  $CLANG $flags -c "$root/runtime/$name.c" -o "$work/$name.o"
done
# Every function and variable that the runtime defines gets its other name.
$NM --defined-only -g -P "$work"/*.o |
  awk 'NF >= 2 && $2 ~ /[TWVDBR]/ { print "#define " $1 " rt_" $1 }' |
  sort -u > "$work/rename.h"

# Once as it is, once with the sanitizers watching.
for watch in "" "-fsanitize=address,undefined -fno-sanitize-recover=undefined"
do
  # shellcheck disable=SC2086
  for name in $sources; do
    $CLANG $flags $watch -include "$work/rename.h" -c "$root/runtime/$name.c" \
      -o "$work/$name.o"
  done
  # shellcheck disable=SC2086
  $CLANG -std=c17 -O1 -g -fno-builtin $watch -I"$root" -I"$root/src" \
    "$root/test/runtime/compare.c" "$root/src/base/fatal.c" "$work"/*.o \
    -o "$work/compare"
  "$work/compare"
done
echo "runtime: the libc functions agree with the host's"
