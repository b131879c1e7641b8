#!/bin/sh
# Seeds in, corpus out: what --seeds reaches that a run without does not, in each
# form, what --corpus writes, that no verdict depends on seeds, and what is said of
# directories and files that are no good.
#
#   test/fuzz/seeds.sh BUILD
set -eu
. "$(dirname "$0")/../jobs/begin"
braid=$build/braid
programs=$here/../programs

# run STATUS OPTIONS...
run() {
  want=$1
  shift
  status=0
  timeout 120 "$braid" run --no-replay --jobs=1 "$@" >log 2>&1 || status=$?
  [ "$status" = "$want" ] || fail "exit $status, not $want: $*: $(cat log)"
}
says() { grep -q "$1" log || fail "does not say \"$1\": $(cat log)"; }

# Chunks with lengths and a hash: nothing gets into the third one by chance.
cat >chunks.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <string.h>
static uint32_t get(const uint8_t *p) {
  return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t) p[3] << 24;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint32_t hash = 0, chunks = 0;
  if (size < 8 || memcmp(data, "CHUNKS!", 8)) return 0;
  for (size_t at = 8; at + 8 <= size; chunks++) {
    const uint32_t length = get(data + at);
    if (length > size - at - 8) return 1;
    for (uint32_t k = 0; k < length; k++) {
      if (data[at + 8 + k] < 32) return 2;
      hash = hash * 33 ^ data[at + 8 + k];
    }
    if (chunks < 2 && !(hash & 1)) return 3;
    if (chunks == 2 && get(data + at + 4) == 0x4b4f4f4c) return 1 / (length - 9);
    at += 8 + length;
  }
  return 4;
}
END
mkdir in
printf 'CHUNKS!\0\014\0\0\0HEADabcdefghijkl\020\0\0\0DATAabcdefghijklmnop\011\0\0\0TAILqrstuvwxy' >in/sample
run 10 --merge=off --max-instructions=6000 --seeds=in --corpus=out --output-dir=chunks chunks.c
says 'div-by-zero'
says 'sample: followed to its end'
run 5 --merge=off --max-instructions=6000 --output-dir=none chunks.c

# Each is named by what it has, and gets natively where braid says.
for f in out/*; do
  [ "$(sha1sum <"$f" | cut -d ' ' -f 1)" = "${f#out/}" ] || fail "name of $f"
done
cat >native.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *, size_t);
int main(int argc, char **argv) {
  FILE *f = fopen(argv[1], "rb");
  uint8_t *bytes = malloc(4096);
  size_t n = fread(bytes, 1, 4096, f);
  printf("%d\n", LLVMFuzzerTestOneInput(bytes, n));
  return argc - 2;
}
END
clang-19 -w chunks.c native.c -o native
for f in out/*; do ./native "$f"; done | sort -u | tr '\n' ' ' >reached
case $(cat reached) in *0*1*2*3*4*) ;; *) fail "the corpus reaches $(cat reached)" ;; esac

# States are few: what left a seed's path by a known side is cut, and said so; seeds are
# followed from the start, and no less is found.
run 10 --merge=off --max-instructions=60000 --limit explore_sides=4 --limit explore_waiting=1 \
  --seeds=in:out --corpus=few --output-dir=few.out chunks.c
says 'div-by-zero'
says 'cut-states'
says 'other sides queued: [1-9]'

# Default run: contenders; seeds stay an order of the paths'.
run 10 --max-time=60s --seeds=in --max-bugs=1 --output-dir=contend chunks.c
says 'div-by-zero'

# The other forms.
cat >forms.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef OBJECT
#include "braid.h"
int main(void) {
  char text[24];
  braid_make_symbolic(text, sizeof text, "text");
#elif defined ARGUMENT
int main(int argc, char **argv) {
  char text[24] = "";
  if (argc != 3) return 0;
  strncat(text, argv[2], 23);
#else
int main(void) {
  char text[24] = "";
#ifdef NAMED
  FILE *f = fopen("A", "r");
#else
  FILE *f = stdin;
#endif
  if (!f || fread(text, 1, 23, f) < 10) return 0;
#endif
  unsigned hash = 7;
  for (int k = 0; k < 10; k++) {
    if (text[k] < 'a' || text[k] > 'z') return 1;
    hash = hash * 31 + (unsigned char) text[k];
  }
  if (hash != HASH) return 2;
  if (text[10] == '.') abort();
  return 3;
}
END
word=seedseedab
hash=$(python3 -c "
h = 7
for c in b'$word': h = (h * 31 + c) % 2**32
print(h)")
mkdir plain args test
printf %s. "$word" >plain/a
printf 'x\0%s.\0' "$word" >args/a
# form OUTPUT OPTIONS...: the seed itself comes to the end of the program.
form() {
  out=$1
  shift
  run 10 -DHASH="$hash" --merge=off --max-bugs=1 --output-dir="$out" "$@" forms.c
  says ': followed to a bug: abort'
}
form f1 --seeds=plain --sym-stdin 8
form f2 -DNAMED --seeds=plain --sym-files 1 8
form f3 -DARGUMENT --seeds=args --sym-args 0 2 12
form f4 -DOBJECT --seeds=plain
cp f4/test0*[0-9].ktest test
form f5 -DOBJECT --seeds=test

# A run with seeds is not resumed, and says so.
status=0
"$braid" run --resume=f1 >log 2>&1 || status=$?
[ $status = 2 ] || fail "resumed: exit $status"
says 'with --seeds'

# Bytes that have nothing to do with a program change no verdict.
mkdir any
head -c 40 /dev/zero | tr '\0' '\377' >any/high
printf '\001\002\003\004\005\006\007\010' >any/low
: >any/empty
for p in "$programs"/harness-*.c "$programs"/symbolic-*.c "$programs"/attack-symbolic-sizes.c \
         "$programs"/attack-index-*.c "$programs"/read-only-index.c; do
  grep -q 'options:' "$p" && continue
  a=0 b=0
  timeout 130 "$braid" run --quiet --no-replay --merge=off --max-time=120s --output-dir=a "$p" \
    </dev/null >/dev/null 2>&1 || a=$?
  timeout 130 "$braid" run --quiet --no-replay --merge=off --max-time=120s --output-dir=b --seeds=any \
    "$p" </dev/null >/dev/null 2>&1 || b=$?
  [ $a = $b ] || fail "${p##*/}: exit $a, with seeds $b"
  rm -rf a b
done

# A small target is proved, whatever the seed.
cat >small.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  static const char table[] = "abcdefgh";
  return n > 2 && d[0] < 8 ? table[d[0]] == d[1] : 2;
}
END
run 0 --seeds=any --output-dir=small small.c
says 'PROVED'
says 'input .*of up to 64 bytes'
run 0 --seeds=any --max-len=9 --output-dir=small9 small.c
says 'of up to 40 bytes'        # the longest seed

# Too hard a question is asked again with less of the path, and its answer run: what
# it covers is in the corpus, and the verdict stays what it was.
cat >hard.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <string.h>
static uint32_t mix(uint32_t x) {
  for (int k = 0; k < 3; k++) x = (x ^ x >> 15) * (0x2c1b3c6d + x);
  return x;
}
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  volatile uint32_t way = 0;
  uint32_t a, b;
  if (n < 8) return 0;
  memcpy(&a, d, 4);
  memcpy(&b, d + 4, 4);
  if ((mix(a) & 0xffff) < (mix(b) & 0xffff)) way = 1;
  if ((a ^ b) * 77 + a == 0x12345677) way = 2;
  return (int) way;
}
END
mkdir digits
printf 12345678 >digits/a
hard() { run 5 --merge=off --max-conflicts=3 --solver=sat "$@" hard.c; }
hard --seeds=digits --output-dir=hard0 --limit finding_optimistic=1
hard --seeds=digits --corpus=hard-out --output-dir=hard1
says 'too hard'
says ' [1-9][0-9]* new inputs of that'
says '8 of 8 branches'
clang-19 -w hard.c native.c -o native-hard
for f in hard-out/*; do ./native-hard "$f"; done | grep -qx 2 || fail 'no optimistic input'

# What is no good.
run 2 --seeds=nowhere --output-dir=x small.c
says 'cannot read the seeds in nowhere'
run 2 --seeds=small.c --output-dir=x small.c
says 'cannot read the seeds in small.c'
run 2 --corpus=small.c --output-dir=x small.c
says 'small.c is no directory'
run 2 --corpus=nowhere/deeper --output-dir=x small.c
says 'cannot make nowhere/deeper'
[ ! -e x ] || fail 'an output directory of a run that never began'
mkdir empty bad
run 0 --seeds=empty --output-dir=e small.c
says 'no seed in empty'
head -c 100000 /dev/zero >bad/huge
printf 'KTEST broken' >bad/broken.ktest
mkdir bad/directory
ln -s nowhere bad/dangling
printf 'a\0b\0' >bad/fine
run 0 --seeds=bad --output-dir=bad-out small.c
says 'huge is left out: it has 100000 bytes'
says 'broken.ktest is left out'
says 'dangling is left out'
says 'fine: '
if [ "$(id -u)" != 0 ]; then
  mkdir shut
  chmod 0 shut
  run 2 --seeds=shut --output-dir=x small.c
  run 2 --corpus=shut --output-dir=x small.c
fi
for o in --classic --search=dfs --join=always --loops=template --entry=LLVMFuzzerTestOneInput; do
  run 2 --seeds=any $o --output-dir=x small.c
  says 'path by path'
done

# Paths that follow seeds are not compared with earlier states at the heads of loops.
cat >loop.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  unsigned sum = 0;
  for (size_t k = 0; n == 6 && k < n; k++)
    if (d[k] > 'm') sum = sum * 31 + d[k];
  return sum == 77;
}
END
mkdir all
for k in a z; do for l in a z; do for m in a z; do
  for n in a z; do for o in a z; do for p in a z; do
    printf $k$l$m$n$o$p >all/$k$l$m$n$o$p
  done; done; done
done; done; done
run 0 --seeds=all --merge=off --max-len=8 --output-dir=loop loop.c
[ "$(sed -n 's/.*"states compared": \([0-9]*\).*/\1/p' loop/stats.json)" -lt 20 ] ||
  fail "compared: $(grep compared loop/stats.json)"

# A seed that the program does not accept says where it was left.
cat >assumes.c <<'END'
#include "braid.h"
int main(void) {
  unsigned char x = 0;
  braid_make_symbolic(&x, 1, "x");
  braid_assume(x < 10);
  return x > 5;
}
END
rm any/low any/empty
run 0 --seeds=any --merge=off --output-dir=assumes assumes.c
says 'high: left: '
exit $((failures > 0))
