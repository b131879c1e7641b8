#!/bin/sh
# The counted figures of the papers' tables are not behind bench/papers/record, and a figure
# that is behind, or missing, is told.
#   test/bench/papers.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
BENCH_TSV=$work/tsv bench/papers/run -b "$build" -q >"$work/log" || {
  cat "$work/log"
  exit 1
}
# PATTERN: of a run that measured the lines of standard input.
told() {
  cat >"$work/worse"
  if bench/papers/run -q -f "$work/worse" compact >"$work/log" 2>&1; then
    echo "passed: $1"
    exit 1
  fi
  grep -q "$1" "$work/log" || { cat "$work/log"; exit 1; }
}
sed 's/^\(compact\tHW\tstates\t\).*/\1500/' "$work/tsv" | told 'HW: states is 500, the record says'
sed '/^compact\tHW\tfailed\t/d' "$work/tsv" | told 'HW: failed is not measured'
told '^failed: record' </dev/null
