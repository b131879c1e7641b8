#!/bin/sh
# A run whose time is up while a contender is in the middle of confirming a bug: the bug is
# reported, or the run is inconclusive; it is not lost (once: "proved").
#   test/budget/late.sh BUILD
set -eu
build=$(realpath "$1")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cat >"$out/odd.c" <<'C'
int main(void) {
  unsigned x = 0;
  while (1) {
    x += 2;
    if (x & 1) return 1;
  }
}
C
for time in 1s 2s 3s; do
  status=0
  "$build/braid" run --quiet --jobs=1 --max-time=$time --replay=off --output-dir="$out/$time" \
    "$out/odd.c" >"$out/said" 2>&1 || status=$?
  case $status in
  5 | 10) ;;
  *) echo "exit $status with --max-time=$time"; cat "$out/said"; exit 1 ;;
  esac
done
