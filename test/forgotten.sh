#!/bin/sh
# What holds terms over a sweep is a root (src/expr/sweep.h).  The hostile build forgets
# one on request: the run must then end with a message about it, and without that
# request as ever.  So each root is needed, and missing marks are noticed.
#
#   test/forgotten.sh BUILD-hostile
set -eu
BUILD=$(realpath "$1")
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# ROOT PROGRAM OPTIONS: where the root alone holds a term that is used again.
table() {
  cat <<'ROWS'
states sweep/window.c --classic --max-instructions=1000
solver sweep/window.c --classic --max-instructions=3000
diagrams programs/join-freed-on-one-side.c --join=always --loops=unroll
merger programs/invariant-sum.c --loops=invariant
ROWS
}
# No program was found that misses these: the first states of the exploration hold what
# the kept start state does, and addresses of made-up objects (forms) outlive their paths
# in the caches of the solver.  Seeds hold no term: their root only forgets.
UNSEEN="start forms seeds"

run() {
  rm -rf "$out/o"
  status=0
  "$BUILD/braid" run --jobs=1 --replay=off --output-dir="$out/o" "$@" >"$out/log" 2>&1 ||
    status=$?
}

failed=0
table >"$out/table"
while read -r root program options; do
  # shellcheck disable=SC2086
  run $options "test/$program"
  if [ $status -eq 6 ]; then
    echo "$program fails with all roots:"
    tail -n 3 "$out/log"
    failed=1
  fi
  export BRAID_FORGET_ROOT="$root"
  # shellcheck disable=SC2086
  run $options "test/$program"
  unset BRAID_FORGET_ROOT
  if [ $status -ne 6 ]; then
    echo "$program: nobody misses what the root \"$root\" holds (exit $status)"
    failed=1
  fi
done <"$out/table"

# Every root of the engine is in the table.
grep -rhoE '\(sweep_root\) \{"[a-z]+"' src | sed 's/.*"\(.*\)"/\1/' | sort >"$out/there"
{ cut -d' ' -f1 "$out/table"; printf "%s\n" $UNSEEN; } | sort >"$out/tried"
diff "$out/there" "$out/tried" || { echo "(<: root without a row, >: no such root)"; failed=1; }
exit $failed
