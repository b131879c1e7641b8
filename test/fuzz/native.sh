#!/bin/sh
# The contender that runs natively (doc/contenders.md): a bug that only native runs come to,
# twice the same with one job; what is not there where it must not be; that a native crash
# which braid does not confirm is none; and targets that do what they can to be a nuisance.
#
#   test/fuzz/native.sh BUILD
set -eu
. "$(dirname "$0")/begin"

# One input in 4,096 gets through.
cat >hash.c <<'END'
#include "hash.h"
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 8) return 0;
  const uint64_t h = hash(data, size);
  if ((h & 0xfff) != 0xa2b) return 0;
  char *block = malloc(4);
  if (!block) return 0;
  block[4 + (h >> 62)] = 1;
  free(block);
  return 0;
}
END
run 10 --jobs=1 --max-bugs=1 --max-time=9min --output-dir=one hash.c
ran one || fail "no native runs: $(cat one/stats.json)"
grep -q '"confirmed": "asan"' one/stats.json || fail "not confirmed: $(cat one/stats.json)"
run 10 --jobs=1 --max-bugs=1 --max-time=9min --output-dir=two hash.c
for k in one two; do found $k >$k.txt; done
cmp -s one.txt two.txt || fail "not repeatable: $(diff one.txt two.txt)"
run 10 --jobs=2 --max-bugs=1 --max-time=9min --output-dir=both hash.c

# Where native runs were ruled out; where braid ends first; where the target is none natively.
run 5 --jobs=1 --no-replay --max-time=3s --output-dir=off hash.c
if ran off; then fail "native runs with --no-replay"; fi
cat >small.c <<'END'
#include <stddef.h>
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  return size > 2 && data[0] == 'a' && data[1] == 'b';
}
END
run 0 --jobs=1 --output-dir=small small.c
if ran small; then fail "a small target was built natively"; fi

# What natively crashes and is no bug; an input that natively does not end; exit().
cat >odd.c <<'END'
#include "hash.h"
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 8) return 0;
  const uint64_t h = hash(data, size);
  if (getenv("BRAID_HUNT")) {
    static int leaked[4];
    switch (h & 255) {
    case 0: abort();
    case 1: for (volatile int k = 0;; k++) continue;
    case 2: exit(0);
    case 3: leaked[h >> 9 & 3] += 1; malloc(1 << 20); break;
    case 4: if (!fork()) for (;;) pause(); break;
    case 5: kill(getppid(), SIGTERM); break;
    case 6: close(open("file", O_CREAT | O_WRONLY, 0666)); break;
    }
  }
  if ((h & 0x7fffffff) == 0x1a2b3c4d) abort();      /* nobody gets here, or can prove it */
  return 0;
}
END
early='--limit finding_hunt_build=1000 --limit finding_hunt_compile=0'
run 5 --jobs=1 $early --max-time=10s --output-dir=odd odd.c
ran odd || fail "no native runs of odd.c"
has_no_bug odd

# Nearly every input overflows first: the bug behind is found all the same, natively and by braid.
cat >past.c <<'END'
#include "hash.h"
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 8) return 0;
  int sum = 2147483647;
  sum += data[0] != 200;
  if ((hash(data, size) & 0xff) != 0x2b) return sum & 1;
  char *block = malloc(4);
  if (!block) return 0;
  block[4 + (size & 1)] = 1;
  free(block);
  return 0;
}
END
run 10 --jobs=1 $early --max-bugs=2 --max-time=9min --output-dir=past past.c
for kind in overflow out-of-bounds; do
  grep -q "\"kind\": \"$kind\"" past/stats.json || fail "no $kind: $(cat past/stats.json)"
done

# A seed's path goes on behind what UBSan calls recoverable; a null pointer is one bug.
cat >behind.c <<'END'
#include <stdint.h>
#include <string.h>
struct pair { int first, second; };
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char bytes[8] = {0}, *none = 0;
  struct pair *pair = 0;
  int sum = 2147483647, k = 0;
  if (size < 4) return 0;
  sum += data[0];                                        /* overflow */
  *(int *) (bytes + 1) = sum;                            /* alignment */
  if (data[1] == 'z') memcpy(bytes, none, 0);            /* nonnull */
  if (data[2] == 's') k += (int) strlen(none);           /* nonnull, and no null */
  if (data[2] == 'm') { int *at = &pair->second; return *at; }   /* null-member */
  if (data[1] == 'z' && data[3] > 8) bytes[data[3]] = 1; /* out-of-bounds */
  return k;
}
END
mkdir seeds
printf 'azx0' >seeds/a
printf 'aas0' >seeds/b
printf 'aam0' >seeds/c
run 10 --jobs=1 --merge=off --seeds=seeds --max-len=4 --check=all --output-dir=behind behind.c
kinds=$(sed -n 's/^      "kind": "\([a-z-]*\)",/\1/p' behind/stats.json | sort | tr '\n' ' ')
[ "$kinds" = "alignment nonnull nonnull null-member out-of-bounds overflow " ] ||
  fail "bugs behind a seed's: $kinds"

# An interrupt in the middle leaves nothing.
"$build/braid" run --quiet --jobs=2 $early --output-dir=cut odd.c >log 2>&1 &
id=$!
sleep 4
kill -INT $id
wait $id || true
[ -z "$(ls tmp)" ] || fail "an interrupt left $(ls tmp)"
if ps -eo args | grep -q "^$PWD/tmp/"; then fail "an interrupt left a process"; fi
exit $((failures > 0))
