#!/bin/sh
# Compiles the replay library for this machine, so that a native run need not:
#   runtime/replay.sh SHARE   writes SHARE/runtime/replay-NAME.o for each row of
#                             src/replay/variants.def, and replay-NAME-error.o, which watches
#                             reach_error
# src/replay/replay_build.c compiles replay.c itself for other machines and functions.
set -eu
share=$1
source=$share/runtime/replay.c
: "${LLVM:=19}" "${CLANG:=clang-$LLVM}"

# Reports name no directory of this build; src/replay/sanitizer.c knows its own by /runtime/.
one() {
  object=$share/runtime/replay-$1.o
  shift
  $CLANG -std=gnu17 -w "$@" -fno-sanitize=function "-ffile-prefix-map=$share=/braid" \
    -ffile-compilation-dir=/braid -c "$source" -o "$object.new"
  mv "$object.new" "$object"
}

printf '#define LIBRARY(NAME, ...) NAME __VA_ARGS__\n#include "%s"\n' \
  "$(dirname "$0")/../src/replay/variants.def" | $CLANG -E -P - |
  sed -e 's/", *"/" "/g' -e '/^$/d' |
  while read -r name flags; do
    eval "set -- $flags"
    one "$name" "$@"
    [ "$name" = plain ] || one "$name-error" "$@" -DBRAID_ERROR=reach_error
  done
