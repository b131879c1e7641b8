#!/bin/sh
# Tests in one file are the tests in files of their own, and replay reads them.
#
#   test/bench/pack.sh BUILD
set -eu
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
cat >"$dir/program.c" <<'C'
#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
int main(void) {
  unsigned char b[8];
  int sum = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 8; i++)
    if (b[i] > 100) sum++;
  assert(sum != 7 || b[0] != 201);
  return 0;
}
C
fail() { echo "$*" >&2; exit 1; }
run() {         # NAME OPTION...
  to=$dir/$1
  shift
  "$build/braid" run --quiet --no-replay "$@" --output-dir="$to" "$dir/program.c" \
    >/dev/null 2>&1 || [ $? -eq 10 ] || fail "$*: exit $?"
}
run single --classic --tests=paths,ktest
run packed --classic --tests=paths
[ ! -e "$dir/single/tests.pack" ] || fail "a pack that nobody asked for"
few=$(ls "$dir"/packed/*.ktest | wc -l)
[ "$few" -le 8 ] || fail "$few files besides the pack"
"$build/braid" replay --extract=all "$dir/packed" >"$dir/said"
grep -q '^[0-9]* tests written' "$dir/said" || fail "$(cat "$dir/said")"
for file in "$dir"/single/*.ktest; do
  cmp "$file" "$dir/packed/${file##*/}" || fail "${file##*/} differs"
done
[ "$(ls "$dir"/single/*.ktest | wc -l)" -gt 200 ] || fail "hardly any tests"
[ "$(ls "$dir"/single/*.ktest | wc -l)" = "$(ls "$dir"/packed/*.ktest | wc -l)" ] ||
  fail "other numbers of tests"

# One of them, and one that is not there; a pack whose end is missing.
rm "$dir"/packed/test000100.ktest
"$build/braid" replay --extract=100 "$dir/packed" >/dev/null
cmp "$dir/single/test000100.ktest" "$dir/packed/test000100.ktest"
! "$build/braid" replay --extract=99999 "$dir/packed" >/dev/null 2>&1 ||
  fail "a test that is not there was written"
mkdir "$dir/cut"
head -c 2000 "$dir/packed/tests.pack" >"$dir/cut/tests.pack"
"$build/braid" replay --extract=all "$dir/cut" >/dev/null
cmp "$dir/cut/test000002.ktest" "$dir/single/test000002.ktest"
printf 'no pack' >"$dir/cut/tests.pack"
! "$build/braid" replay --extract=all "$dir/cut" >/dev/null 2>&1 ||
  fail "what is no pack was read"

# Several contenders and processes write one pack.
run both --jobs=2 --tests=paths
"$build/braid" replay --extract=all "$dir/both" >/dev/null
echo "$(ls "$dir"/single/*.ktest | wc -l) tests"
