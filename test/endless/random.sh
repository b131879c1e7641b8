#!/bin/sh
# Random event loops over finite state: braid says of each what trying every state
# with every input says.  What it leaves open in its time is counted.
#
#   test/endless/random.sh BUILD [FIRST [COUNT]]
#
# ENDLESS_S: seconds for each run, else 3, and 1 for invariants: these decide few of them, and
# what counts is that none is wrong.
set -eu
build=$1
first=${2:-1}
count=${3:-8}
here=$(dirname "$0")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
failed=0 decided=0 open=0 wrong=0

ask() {   # ask NAME OPTIONS...: braid's verdict against the oracle's
  name=$1 seconds=${ENDLESS_S:-3}
  shift
  [ "$name" != invariant ] || seconds=${ENDLESS_S:-1}
  status=0
  rm -rf "$out/run"
  "$build/braid" run --quiet --no-replay --max-time="${seconds}s" \
    --check=hang --output-dir="$out/run" "$@" "$out/loop.c" \
    >/dev/null 2>"$out/errors" || status=$?
  case $status in
  5)
    # Invariants prove, and do not accuse.
    [ "$name" = invariant ] || open=$((open + 1))
    [ -z "${VERBOSE:-}" ] || echo "seed $seed, $name: open" ;;
  "$want") decided=$((decided + 1)) ;;
  *)
    failed=$((failed + 1))
    echo "seed $seed, $name: exit $status, but every state says $want"
    cat "$out/errors"
    echo "  command: $build/endless_generate $seed; options $*"
    ;;
  esac
}

seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  "$build/endless_generate" "$seed" >"$out/step.c"
  ${CC:-cc} -O1 -w -DFILE_OF_STEP="\"$out/step.c\"" -o "$out/enumerate" \
    "$here/enumerate.c"
  want=0
  "$out/enumerate" "$seed" >"$out/wrong.h" || want=$?
  [ "$want" -ne 10 ] || wrong=$((wrong + 1))
  [ $((seed % 3)) -ne 0 ] || echo "#define IN_REGISTERS" >>"$out/wrong.h"
  cat "$out/wrong.h" "$here/loop.h" "$out/step.c" >"$out/loop.c"
  case $want in
  0 | 10)
    ask default
    ask invariant --loops=invariant
    case $((seed % 4)) in
    0) ask paths --merge=off --loops=unroll ;;
    1) ask templates --merge=off --loops=template ;;
    2) ask joined --join=always ;;
    3) ask zeq --merge=off --zeq=on ;;
    esac
    ;;
  esac
  seed=$((seed + 1))
done
echo "$decided decided, $open open, $failed differ; $wrong of $count are wrong"
[ "$failed" -eq 0 ] && [ "$decided" -gt "$open" ]
