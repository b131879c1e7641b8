#!/bin/sh
# Writing the values of all inputs of all open states takes no more of a run than all else,
# however often the ledger is due.
#
#   test/jobs/values.sh BUILD
set -eu
build=$1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
cat >"$out/flag.c" <<'C'
#include <braid.h>
enum { N = 4096 };
int main(void) {
  unsigned char b[N];
  int hit = 0;
  braid_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < N; i++)
    if (b[i] == 7) hit = 1;
  return hit;
}
C

# counted AFTER_MS: work of all contenders, if the ledger is due after so much
counted() {
  rm -rf "$out/dir"
  "$build/braid" run --quiet --jobs=1 --no-replay --tests=none --output-dir="$out/dir" \
    --limit explore_ledger_after="$1" --limit explore_ledger_quantum=1 "$out/flag.c" >"$out/said" 2>&1 || cat "$out/said" >&2
  sed -n 's/^ *"explored_counted_ms": \([0-9]*\).*/\1/p' "$out/dir/stats.json"
}

without=$(counted 1048576)
with=$(counted 10)
[ "$with" -le $((2 * without + 100)) ] || {
  echo "$with ms with a ledger, $without without"
  exit 1
}
