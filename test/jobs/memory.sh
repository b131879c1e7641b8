#!/bin/sh
# With a third of the memory that a run wants, or less, no path is cut: states wait on
# disk, and verdict, paths and coverage are those of a run with room for all.
#
#   test/jobs/memory.sh BUILD
set -eu
. "$(dirname "$0")/begin"
# Sanitizers need a hundred megabytes of their own, at which nothing waits.
if grep -q '^\(SANITIZE\|HOSTILE\):BOOL=ON' "$build/CMakeCache.txt"; then
  echo "not with sanitizers"
  exit 0
fi
found() {
  sed -n 's/^ *"verdict": //p' "$1/stats.json" | head -n 1
  number paths_completed "$1"
  number paths_cut "$1"
  number paths_digest "$1"
  grep -E '^(BRDA|DA):' "$1/explored.lcov"
}
sed 's/N = 20/N = 17/' "$here/../../bench/jobs/tree20.c" >tree.c

# Before there is a ledger, and with one.
for search in bfs random-path; do
  for after in 1000 20; do
    for memory in 2G 34M; do
      rm -rf "$memory"
      timeout 100 "$build/braid" run --quiet --no-replay --merge=off --no-seen --tests=none \
        --jobs=1 --search=$search --limit explore_ledger_after=$after \
        --max-memory=$memory --output-dir=$memory tree.c >"said" 2>&1 || true
      [ -e "$memory/stats.json" ] || { echo "$search, $memory: no report"; cat said; exit 1; }
      found "$memory" >"$memory.txt"
    done
    cmp -s 2G.txt 34M.txt || {
      failures=$((failures + 1))
      echo "$search, ledger after $after: not the same with little memory"
      diff 2G.txt 34M.txt | head -n 10
      sed -n '/"cut": \[/,/\]/p' 34M/stats.json
    }
    # Else there was room for all, and nothing was tried.
    [ "$(number jobs 34M)" -gt 1000 ] 2>/dev/null || {
      failures=$((failures + 1))
      echo "$search, ledger after $after: no states waited"
    }
  done
done
[ "$failures" -eq 0 ]
