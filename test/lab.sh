#!/bin/sh
# The laboratory: random programs under every mode, two processes at a time.
#
#   test/lab.sh BUILD SECONDS
#
# BUILD/lab keeps seeds and counts, so the next call goes on where this one
# stopped; programs on which there is a disagreement are kept there, shrunk.
set -eu
cd "$(dirname "$0")/.."
build=$1
seconds=$2
lab=$build/lab
mkdir -p "$lab"
for part in 1 2; do
  "$build/random" --configurations=lab --seed=${part}000000000 \
    --count=1000000000 --time="$seconds" --patience=4 --native=20 \
    --counts="$lab/counts-$part" --keep="$lab/kept" >>"$lab/log-$part" 2>&1 &
done
# Programs that use their environment, for the same time; the next seed is kept.
seed=$(cat "$lab/env-seed" 2>/dev/null || echo 100000)
(test/env/random.sh "$build" "$seed" 1000000 "$seconds" >"$lab/env-now" 2>&1 || true
 cat "$lab/env-now" >>"$lab/log-env"
 tried=$(sed -n "s/^env: \([0-9]*\) programs.*/\1/p" "$lab/env-now")
 echo $((seed + ${tried:-0})) >"$lab/env-seed") &
wait
# What random programs of this kind cannot show: doc/testing.md.  A twentieth of
# the time each, from where the last call stopped.
status=0
for part in uninit undefined assembly lengths budget folds looks; do
  seed=$(cat "$lab/seed-$part" 2>/dev/null || echo 1000)
  until=$(($(date +%s) + seconds / 20))
  while
    case $part in
    uninit) test/uninit/random.sh "$build" "$seed" 1 ;;
    undefined) test/undefined/random.sh "$build" "$((10 * seed))" 10 ;;
    lengths) test/env/lengths.sh "$build" "$seed" 1 ;;
    assembly)
      TEST_MATRIX=techniques test/assembly/random.sh "$build" "$seed" 1
      ;;
    folds) test/jobs/random.sh "$build" "$seed" 1 ;;
    looks) test/endless/looks.sh "$build" "$seed" 1 ;;
    budget)
      # shellcheck disable=SC2046
      set -- $(test/budget/generate --list)
      shift $((seed % $#))
      test/budget/time.sh "$build" "$1" && test/budget/memory.sh "$build" "$1" &&
        test/budget/signal.sh "$build" "$seed" 4 &&
        test/budget/crash.sh "$build" "$seed" 1
      ;;
    esac >"$lab/last" 2>&1 || {
      status=1
      echo "lab: $part, seed $seed"
      cat "$lab/last"
    }
    seed=$((seed + 1))
    echo "$seed" >"$lab/seed-$part"
    [ "$(date +%s)" -lt "$until" ]
  do :; done
  echo "lab: $part, seeds up to $((seed - 1))"
done
# Hostile native runs, for a twentieth of the time: see test/fence.
"$build/unit/unit_replay_fence" random $((seconds / 20 + 1)) || status=1
grep -ah -A3 '^seed.*: ' "$lab/log-1" "$lab/log-2" | grep -av ': slow$' || true
cat "$lab/env-now"
grep -q " 0 disagree" "$lab/env-now" || status=1
echo "lab: all campaigns in $lab so far"
"$build/random" --table "$lab/counts-1" "$lab/counts-2"
exit $status
