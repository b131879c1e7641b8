#!/bin/sh
# States that wait on disk are found again: a run with room for a few states ends as
# one with room for all does: the same verdict, bugs, paths, forks and instructions,
# and depth first the same tests.  (Otherwise states are run in another order, and the
# solver may answer with other models.)
#
#   test/jobs/aside.sh BUILD [PROGRAM...]
set -eu
build=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
programs=$here/../programs
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
failures=0
# Ones with many paths, symbolic addresses, several kinds of inputs, and bugs.
[ $# -gt 0 ] || set -- "$here"/parser.c "$programs"/tree.c

fail() {
  failures=$((failures + 1))
  echo "$*"
}

number() { sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p" "$2/stats.json" | head -n 1; }

# What a run found: verdict, counts, the places of bugs, and the tests by content.
# A test for what a state covered is written before it is put aside, so that there
# may be another one for the end of its path: each content counts once.
found() {
  sed -n 's/^ *"verdict": /verdict /p' "$1/stats.json" | head -n 1
  echo "completed $(number paths_completed "$1") cut $(number paths_cut "$1")" \
       "forks $(number forks "$1") instructions $(number instructions "$1")"
  grep -o '"kind": "[a-z-]*"' "$1/stats.json" | sort | uniq -c
  [ $search != dfs ] ||
    for t in "$1"/*.ktest; do [ -e "$t" ] && cksum <"$t"; done | sort -u
}

compared=0
aside=0
for program in "$@"; do
  for search in dfs bfs random-path; do
    run() {     # DIRECTORY OPTIONS...
      to=$1
      shift
      timeout 130 "$build/braid" run --quiet --classic --search=$search \
        --tests=paths,ktest --no-replay --max-time=120s --output-dir="$to" "$@" \
        "$program" >/dev/null 2>"$out/errors" || true
    }
    rm -rf "$out/all" "$out/few"
    run "$out/all"
    [ -e "$out/all/stats.json" ] || continue
    # Only what ends by itself and has paths to put aside.
    [ "$(number forks "$out/all")" -gt 3 ] &&
      [ "$(number paths_completed "$out/all")" -lt 3000 ] || continue
    grep -q 'cut-time' "$out/all/stats.json" && continue
    run "$out/few" --max-states=2
    found "$out/all" >"$out/a"
    found "$out/few" >"$out/b"
    cmp -s "$out/a" "$out/b" || {
      fail "$program, $search: not the same with room for two states"
      diff "$out/a" "$out/b" | head -n 5
    }
    compared=$((compared + 1))
    few=$(number jobs "$out/few")
    aside=$((aside + ${few:-0}))
  done
done
echo "$compared runs, $aside states were put aside"
[ "$failures" -eq 0 ] && [ "$aside" -gt 0 ]
