#!/bin/sh
# Random programs about floats: what circuits and intervals find is what Z3 finds
# (--floats=z3) and what native runs on random inputs find, by line; a program that is
# proved fails natively on none of them.
#
#   test/floats/random.sh BUILD [FIRST [COUNT [SECONDS [TIME]]]]
#
# With SECONDS it ends after so long.  TIME is for each run of braid; what is not decided
# in it is compared as far as it went.  The last line counts; programs on which there is a
# difference are printed with their seed.
set -eu
build=$1
first=${2:-1}
count=${3:-4}
until=$(($(date +%s) + ${4:-100000}))
time=${5:-3s}
. "$(dirname "$0")/../beside.sh"
always=
decided=0
theirs=0
found=0

# missing A B: the lines of A that B does not have
missing() { comm -23 "$1" "$2" | tr '\n' ' '; }

seed=$first
while [ "$seed" -lt $((first + count)) ] && [ "$(date +%s)" -lt "$until" ]; do
  "$build/floats_generate" "$seed" >"$out/program.c"
  name=native
  clang-19 -w -O0 -DNATIVE -DTRIES=20000 -o "$out/executable" "$out/program.c" -lm
  "$out/executable" | sort >"$out/native"
  for name in classic bits z3; do
    case $name in
    classic) run classic --classic --max-time="$time" ;;
    bits) run bits --solver-check --max-time="$time" --max-solver-time="$time" ;;
    z3) run z3 --classic --floats=z3 --max-time="$time" ;;
    esac
    cut -d' ' -f1 "$out/$name.bugs" | sort -u >"$out/$name.lines"
    status=$(cat "$out/$name.status")
    case $status in
    0 | 5 | 10) ;;
    *) differ "exit $status"; tail -n 3 "$out/$name.errors" ;;
    esac
  done
  for name in classic bits; do
    status=$(cat "$out/$name.status")
    [ "$status" != 5 ] || continue
    [ $name = bits ] || decided=$((decided + 1))
    # After a bug the rest may have been cut.
    grep -q '"cut": \[\]' "$out/$name/stats.json" &&
      grep -q '"interrupted": false' "$out/$name/stats.json" || continue
    for other in native z3.lines; do
      lost=$(missing "$out/$other" "$out/$name.lines")
      [ -z "$lost" ] || differ "no bug on lines $lost, where $other has some"
    done
  done
  case $(cat "$out/z3.status") in
  0 | 10) theirs=$((theirs + 1)) ;;
  esac
  if [ "$(cat "$out/z3.status")" = 0 ] && [ -s "$out/classic.lines" ]; then
    name=classic
    differ "bugs in what Z3 proves"
  fi
  found=$((found + $(wc -l <"$out/classic.lines")))
  compared=$((compared + 3))
  seed=$((seed + 1))
done
echo "floats: $((seed - first)) programs, $decided decided, $theirs with Z3," \
  "$found bugs, $failed differ"
[ "$failed" -eq 0 ] && [ "$found" -gt 0 ]
