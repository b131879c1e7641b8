#!/bin/sh
# Sizes that braid chose grow for native runs and paths along them (doc/inputs.md): a bug that no
# input of the first sizes has is found, confirmed, and repeated by the words of its test; twice the
# same with one job.  What the command line says stays.
#
#   test/fuzz/grow.sh BUILD
set -eu
. "$(dirname "$0")/begin"
early='--limit finding_hunt_build=1000 --limit finding_hunt_compile=0'

# A question that no solver answers keeps the paths; three arguments and 20 bytes are needed.
cat >grow.c <<'END'
#include "hash.h"
int main(int argc, char **argv) {
  char text[64];
  const size_t size = fread(text, 1, sizeof text, stdin);
  if (argc == 4 && size > 20 && argv[3][0] == '0') abort();
  return size >= 8 && hash(text, 8) == 0x123456789abcdefu;
}
END
for k in one two; do
  run 10 --jobs=1 $early --max-bugs=1 --max-time=9min --output-dir=$k grow.c
  ran $k || fail "no native runs: $(cat $k/stats.json)"
  grep -q '"confirmed": "native"' $k/stats.json || fail "not confirmed: $(cat $k/stats.json)"
  grep -q '"sizes_grown": [1-3]' $k/stats.json || fail "not grown: $(cat $k/stats.json)"
  found $k >$k.txt
done
cmp -s one.txt two.txt || fail "not repeatable: $(diff one.txt two.txt)"

# The words are in the test, larger than the first ones, and it alone shows the bug again.
words=$(strings -n 1 "$(echo one/*.abort.err | sed 's/\.abort\.err/.ktest/')" | grep -A 3 -x -e --sym-args | tr '\n' ' ')
case $words in
'--sym-args 0 4 16 '* | '--sym-args 0 8 32 '* | '--sym-args 0 8 64 '*) ;;
*) fail "the test says: $words" ;;
esac

# Sizes of the command line do not grow, nor do they without native runs.
for k in given off; do
  words='--no-replay'
  [ $k = off ] || words='--sym-args 0 2 8 --sym-stdin 16'
  status=0
  # shellcheck disable=SC2086
  timeout 600 "$build/braid" run --quiet --jobs=1 $early --max-time=5s $words --output-dir=$k \
    grow.c >log 2>&1 || status=$?
  [ -f $k/stats.json ] || fail "exit $status: $words: $(cat log)"
  ! grep -q '"sizes_grown": [1-3]' $k/stats.json || fail "sizes grew with $words"
done
exit $((failures > 0))
