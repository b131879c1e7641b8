#!/bin/sh
# Memory is swept after every slice of work, never, and when it pays: tests, bugs,
# coverage, the record of splits and joins and all counts must be the same, byte for
# byte, but for times and what concerns memory itself.
#
#   test/sweep/same.sh [BUILD]
set -eu
cd "$(dirname "$0")/../.."
BUILD=$(realpath "${1:-build}")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# What a run says, without what may differ.
told() {
  for f in "$1"/*.ktest "$1"/history.json "$1"/explored.lcov "$1"/explain.txt; do
    [ -e "$f" ] && { echo "${f##*/}"; cat "$f"; }
  done
  sed -e '/"counted_ms"/b' -e '/ms":/d' -e '/_per_counted"/d' -e '/memory_peak_bytes/d' -e '/"sweeps"/d' -e '/"swept_terms"/d' \
      -e '/"command"/d' -e '/"directory"/d' "$1/stats.json"
}

failed=0
# compare PROGRAM OPTION...
compare() {
  program=$1
  shift
  for mode in never always auto; do
    rm -rf "$out/$mode"
    "$BUILD/braid" run --jobs=1 --replay=off --sweep=$mode --output-dir="$out/$mode" "$@" \
      "$program" > "$out/$mode.log" 2>&1 || [ $? -le 10 ]
    told "$out/$mode" > "$out/$mode.told"
  done
  swept=$(sed -n 's/.*"sweeps": \([0-9]*\).*/\1/p' "$out/always/stats.json")
  if [ "$swept" -lt 20 ]; then
    echo "$program $*: only $swept sweeps"
    failed=1
  fi
  for mode in always auto; do
    cmp -s "$out/never.told" "$out/$mode.told" && continue
    echo "$program $*: --sweep=never and --sweep=$mode differ:"
    diff -a "$out/never.told" "$out/$mode.told" | head -10
    failed=1
  done
}

here=test/sweep
compare $here/checksum.c --classic --max-instructions=5000
compare $here/window.c --classic --max-instructions=4000
compare $here/window.c --merge=off --search=random-path --max-instructions=6000
compare $here/machine.c --join=always --loops=unroll --max-instructions=4000
compare $here/machine.c --join=always --loops=template --zeq=on --max-instructions=4000
compare $here/machine.c --merge=lattice:interval --max-instructions=4000
compare $here/scaled.c --classic --max-instructions=2000
# States seen before: their forms outlive the terms.
compare test/programs/endless-lift.c --merge=off
compare test/programs/endless-buffer-bug.c --merge=off --zeq=on
exit $failed
