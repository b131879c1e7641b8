#!/bin/sh
# A program with many functions of which a caller can tell every return apart: each is
# called too seldom to learn from, all together are not, so that most calls go
# uncompared.  Counted in instructions, not timed.
#
#   test/zeq/gain.sh BUILD
set -eu
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk 'BEGIN {
  print "int ask(int);\nstatic int mark[4096];\nstatic int at;"
  for (k = 0; k < 60; k++) {
    printf "static void f%d(int v) {\n  const int r = ask(v + %d);\n", k, k
    print "  for (int i = 0; i < 24; i++) mark[(at + i) % 4096] ^= i * r;"
    printf "  if (r > %d) mark[at++] = r + %d;\n", k, k
    printf "  else if (r < -%d) mark[at++] = r * 3;\n", k + 3
    printf "  else mark[at++] = 2 * r - %d;\n}\n", k
  }
  print "int main(void) {\n  const int n = ask(0);"
  for (r = 0; r < 3; r++)
    for (k = 0; k < 60; k++) printf "  if (n != %d) f%d(n);\n", k + 100 * r, k
  print "}"
}' >"$work/many.c"
"$build/braid" run --quiet --externals=unknown --merge=off --zeq=on --tests=none \
  --no-replay --max-instructions=300000 --output-dir="$work/out" "$work/many.c" \
  >"$work/log" 2>&1 || true
returned=$(sed -n '/"zeq"/s/.*/x/; s/^ *"returned": \([0-9]*\),.*/\1/p' \
  "$work/out/stats.json" | head -1)
kept=$(sed -n 's/^ *"kept": \([0-9]*\),.*/\1/p' "$work/out/stats.json" | head -1)
[ -n "$returned" ] && [ "$returned" = "$kept" ] || {
  echo "$returned returns compared, $kept kept: the program is not as it should be" >&2
  exit 1
}
[ "$returned" -gt 10 ] && [ "$returned" -lt 120 ] || {
  echo "$returned returns compared although nothing is gained" >&2
  exit 1
}
echo "$returned returns compared"
