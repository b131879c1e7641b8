#!/bin/sh
# Random programs that use their environment (generate.c), natively and in braid.
#
#   test/env/random.sh BUILD [FIRST [COUNT [SECONDS]]]
#
# What braid lets a program print must be what it prints natively, in a scratch
# directory of its own; of a path that is cut, a beginning of it.  No program here
# has a bug, so a bug is a disagreement, too.  Disagreements stay in BUILD/env-kept.
set -eu
build=$(cd "$1" && pwd)
first=${2:-1}
count=${3:-15}
seconds=${4:-0}
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
trap 'chmod -R u+rwx "$out"; rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
: "${CLANG:=clang-19}"
end=$(($(date +%s) + seconds))
seed=$first
tried=0 same=0 cut=0 wrong=0

# confined DIR COMMAND...: with DIR as the only place to write, if there is a fence
confined() {
  dir=$1
  shift
  if [ -z "${fence+x}" ]; then
    fence=
    ! bwrap --ro-bind / / --unshare-all true 2>/dev/null || fence=bwrap
  fi
  if [ "$fence" ]; then
    timeout 10 bwrap --ro-bind / / --dev /dev --bind "$dir" "$dir" \
      --unshare-all --die-with-parent --chdir "$dir" "$@" </dev/null
  else
    (cd "$dir" && exec timeout 10 "$@") </dev/null
  fi
}

keep() {
  wrong=$((wrong + 1))
  mkdir -p "$build/env-kept"
  cp "$out/p.c" "$build/env-kept/$seed.c"
  echo "seed $seed: $1"
  diff "$out/native" "$out/own" | head -n 6 || true
  echo "  program: $build/env-kept/$seed.c (test/env/random.sh $build $seed 1)"
}

one() {
  "$build/env_generate" "$seed" >"$out/p.c"
  "$CLANG" -w -O1 -I"$here" "$out/p.c" -o "$out/p" -lm
  rm -rf "$out/scratch" "$out/run"
  mkdir -p "$out/scratch/in/it"
  confined "$out/scratch/in/it" "$out/p" >"$out/native" 2>/dev/null || true
  status=0
  timeout 60 "$build/braid" run --quiet --no-replay --sym=none --sym-stdout \
    --max-time=30s --output-dir="$out/run" "$out/p.c" -I"$here" -Wno-everything \
    >"$out/said" 2>"$out/errors" || status=$?
  # The last one is that of the path's end; others were for what it covered.
  last=$(ls "$out"/run/test*.out 2>/dev/null | tail -n 1)
  cat "${last:-/dev/null}" >"$out/own"
  if [ "$status" = 10 ]; then
    keep "a bug, $(ls "$out/run" | grep '[.]err' | head -n 1)"
  elif [ "$status" != 0 ] && [ "$status" != 5 ]; then
    keep "exit status $status"
  elif cmp -s "$out/native" "$out/own"; then
    same=$((same + 1))
  elif grep -q '"paths_cut": *[1-9]' "$out/run/stats.json"; then
    size=$(wc -c <"$out/own")
    if head -c "$size" "$out/native" | cmp -s - "$out/own"; then
      cut=$((cut + 1))
    else
      keep "the output before the cut differs"
    fi
  else
    keep "the output differs"
  fi
}

while [ "$tried" -lt "$count" ]; do
  [ "$seconds" = 0 ] || [ "$(date +%s)" -lt "$end" ] || break
  one
  tried=$((tried + 1))
  seed=$((seed + 1))
done
echo "env: $tried programs from seed $first: $same the same, $cut cut," \
  "$wrong disagree"
[ "$wrong" = 0 ]
