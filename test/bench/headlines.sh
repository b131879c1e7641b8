#!/bin/sh
# The headline of each technique's table, in figures that are counted and not timed:
# verdict, steps, joins, states kept, templates applied.  A headline that is lost is
# a failure here, on the day it is lost.
#
#   test/bench/headlines.sh BUILD [ROW...]
#
# A row: name | program | options | verdict | figures of stats.json ("KEY OP N; ...").
# The line above it says what the bounds mean.  They leave room for better and a
# quarter for worse; the doc page has the figure itself.  Templates and z-equivalence:
# test/bench/papers.sh.
set -eu
build=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
failures=0

joined='--merge=summary --join=always --loops=unroll --no-check=leak'
rows="
# MultiSE: 2^24 paths; each round's two states are one again, so steps are linear in N
multise-queue    | multise/queue.c    | $joined -DN=24 | proved | joins >= 24; forks <= 24; states_peak <= 2; paths_completed = 1; instructions <= 1600
# ... 2^19 paths; leaves are one of N values: operations on them stay below N^3
multise-findmax  | multise/findmax.c  | $joined -DN=20 | proved | joins >= 19; states_peak <= 2; instructions <= 950; operations on their leaves <= 2200
# ... and a sort, whose diagrams are those of all its orders: 24 paths become one
multise-heapsort | multise/heapsort.c | $joined -DN=4 | proved | paths_completed = 1; joins >= 30; instructions <= 2300
# ... diagram steps, which are most of the work there: bytes instead of words read took 1,085,334
# (bdd) and 8,142 (priority); without joins of other stacks pl0 takes 28,756 instructions
multise-bdd      | multise/bdd.c      | $joined | proved | diagram steps <= 1050000; operations on their leaves <= 13900
multise-priority | multise/priority.c | $joined | proved | diagram steps <= 7000; operations on their leaves <= 560
multise-redblack | multise/redblack.c | $joined | proved | diagram steps <= 159000; instructions <= 1650
multise-bst      | multise/bst.c      | $joined | proved | diagram steps <= 40000; instructions <= 1010
multise-pl0      | multise/pl0.c      | $joined | proved | diagram steps <= 468000; instructions <= 21900; joins of other stacks >= 180
# Lattices: loops folded by predicates, the same steps whatever the length (lost from 0725e8f on)
lattice-mergehi  | lattice/mergehi.c  | --merge=annotated -DABSTRACT -DN=4 | proved | instructions <= 2200; iterations folded into earlier ones >= 3; iterations widened <= 10; states_peak <= 50
lattice-longer   | lattice/mergehi.c  | --merge=annotated -DABSTRACT -DN=16 | proved | instructions <= 2600; iterations folded into earlier ones >= 3; iterations widened <= 10
# ... path by path it is 53,207 steps
lattice-stack    | lattice/stack.c    | --merge=annotated -DABSTRACT -DN=5 | proved | instructions <= 7500; values made abstract >= 1
# Relevancy: with what cannot be symbolic unwatched, the states of 30,000 entries meet at the calls only
relevancy-audit  | relevancy/audit.c  | --join=always -DENTRIES=30000 | proved | joins <= 8; joins >= 1; paths_completed <= 2
# The default alone finds what each technique would, by a contender; instructions are its
# own and those of the paths before others began, counted_ms what both took
mixed-options    | mixed/options.c    | --jobs=1 --max-bugs=1 | proved | joins >= 6; applications >= 6; counted_ms <= 40
mixed-tree       | mixed/tree.c       | --jobs=1 --max-bugs=1 | proved | applications >= 1; instructions <= 11000
mixed-sensors    | mixed/sensors.c    | --jobs=1 --max-bugs=1 | bug | instructions <= 80000
mixed-driver     | mixed/driver.c     | --jobs=1 --max-bugs=1 --externals=unknown | proved-under-assumptions | instructions <= 200000
"

number() {      # KEY: the first of that name, without a fraction
  awk -v key="\"$1\":" 'index($0, key) {
    sub(/^.*": */, ""); sub(/,.*$/, ""); printf "%.0f\n", $0; exit }' \
    "$work/out/stats.json"
}

check() {       # NAME FIGURES
  echo "$2" | tr ';' '\n' | while read -r line; do
    bound=${line##* } key=${line% *}
    op=${key##* } key=${key% *}
    got=$(number "$key")
    awk -v a="${got:-x}" -v op="$op" -v b="$bound" 'BEGIN {
      if (a == "x") exit 1
      a += 0; b += 0
      if (op == "=") exit a != b
      if (op == "<=") exit a > b
      if (op == ">=") exit a < b
      exit 1 }' || echo "$1: $key is ${got:-not there}, not $op $bound"
  done
}

[ $# -eq 0 ] || rows=$(echo "$rows" | grep -wE "^($(echo "$*" | tr ' ' '|'))")
ran=0
while IFS='|' read -r name program options verdict figures; do
  case $name in '' | '#'*) continue ;; esac
  name=${name%% *} verdict=$(echo $verdict)
  rm -rf "$work/out"
  # shellcheck disable=SC2086
  "$build/braid" run --quiet --no-replay --tests=none --max-time=100s \
    --output-dir="$work/out" $options bench/${program# } \
    >"$work/log" 2>&1 </dev/null || true
  ran=$((ran + 1))
  got=$(sed -n 's/^ *"verdict": "\(.*\)".*/\1/p' "$work/out/stats.json")
  {
    [ "$got" = "$verdict" ] || echo "$name: ${got:-no verdict}, not $verdict"
    check "$name" "$figures"
  } >"$work/wrong"
  [ -s "$work/wrong" ] || continue
  failures=$((failures + 1))
  cat "$work/wrong" "$work/log"
  echo "  command: braid run --no-replay --tests=none $options bench/${program# }"
done <<EOF
$rows
EOF
[ "$ran" -gt 0 ] || { echo "no such row: $*"; exit 1; }
[ "$failures" -eq 0 ]
