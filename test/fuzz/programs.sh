#!/bin/sh
# The contender that runs natively, of programs with main() (doc/contenders.md): bugs that only
# native runs come to, by standard input, arguments, files and variables; twice the same with one
# job; where it must not be; and programs that do what they can to be a nuisance.
#
#   test/fuzz/programs.sh BUILD
set -eu
. "$(dirname "$0")/begin"
early='--limit finding_hunt_build=1000 --limit finding_hunt_compile=0'

# One input in 32, or in MASK + 1, gets through.
cat >check.h <<'END'
#include "hash.h"
#ifndef MASK
#define MASK 31
#endif
static int read_hash(uint64_t *h) {
  char text[8];
  const size_t size = fread(text, 1, sizeof text, stdin);
  *h = hash(text, size);
  return size >= 4;
}
static int check(const char *data, size_t size) {
  if (size < 4) return 0;
  const uint64_t h = hash(data, size);
  if ((h & MASK) != 0x1a) return 0;
  char *block = malloc(4);
  if (!block) return 0;
  block[4 + (h >> 62)] = 1;
  free(block);
  return 1;
}
END
cat >stdin.c <<'END'
#include "check.h"
int main(void) {
  char text[8];
  return check(text, fread(text, 1, sizeof text, stdin));
}
END
for k in one two; do
  run 10 --jobs=1 $early --max-bugs=1 --max-time=9min --output-dir=$k stdin.c
  ran $k || fail "no native runs: $(cat $k/stats.json)"
  grep -q '"confirmed": "asan"' $k/stats.json || fail "not confirmed: $(cat $k/stats.json)"
  found $k >$k.txt
done
cmp -s one.txt two.txt || fail "not repeatable: $(diff one.txt two.txt)"

# Arguments, a file and a variable at once, and what the command line says as it is.
cat >all.c <<'END'
#include "check.h"
int main(int argc, char **argv) {
  char text[64];
  const char *home = getenv("WHERE");
  FILE *f = argc == 3 && !strcmp(argv[1], "-f") ? fopen(argv[2][0] == 'd' ? "A" : "B", "r") : NULL;
  if (!f || !home) return 2;
  size_t n = fread(text, 1, 4, f);
  fclose(f);
  if (n + strlen(argv[2]) + strlen(home) > sizeof text) abort();
  strcpy(text + n, argv[2]);
  strcat(text + n, home);
  return check(text, n + strlen(text + n));
}
END
run 10 --jobs=2 $early --max-bugs=1 --max-time=9min --sym-file A:4 --sym-env WHERE:4 \
  --output-dir=all -DMASK=255 all.c -- -f --sym-arg 3
ran all || fail "no native runs with arguments and files"

# The name of an option: a table has it, and no solver finds it by its hash.
cp "$here/../../bench/guard/names.c" .
run 10 --jobs=1 $early --max-bugs=1 --max-time=9min --output-dir=names names.c
ran names || fail "the name of an option was found without native runs"

# Where native runs were ruled out, where braid ends first, or where inputs are no part of the world.
run 5 --jobs=1 --no-replay --max-time=1s -DMASK=0x7fffffff --output-dir=off stdin.c
if ran off; then fail "native runs with --no-replay"; fi
cat >small.c <<'END'
#include <stdio.h>
int main(void) { return getchar() == 'a' && getchar() == 'b'; }
END
run 5 --jobs=1 --output-dir=small small.c
if ran small; then fail "a small program was built natively"; fi
cat >made.c <<'END'
#include "check.h"
#include <braid.h>
int main(void) {
  char text[8];
  braid_make_symbolic(text, sizeof text, "text");
  return getchar() == 'a' && check(text, sizeof text);
}
END
run 5 --jobs=1 $early --max-time=1s -DMASK=0x7fffffff --output-dir=made made.c
if ran made; then fail "native runs of a program that makes its inputs"; fi

# What natively crashes and is no bug; what does not end, waits, forks, kills and closes.
cat >odd.c <<'END'
#include "check.h"
#include <sys/stat.h>
int main(void) {
  uint64_t h;
  if (!read_hash(&h)) return 0;
  if (getenv("BRAID_HUNT")) {
    switch (h & 63) {
    case 0: abort();
    case 1: for (volatile int k = 0;; k++) continue;
    case 2: _exit(7);
    case 3: if (!fork()) for (;;) pause(); break;
    case 4: kill(getppid(), SIGTERM); break;
    case 5: close(open("file", O_CREAT | O_WRONLY, 0666)); mkdir("directory", 0777); break;
    case 6: for (int k = 0; k < 64; k++) close(k); break;
    case 7: setsid(); if (!fork()) for (;;) getchar(); break;
    case 8: sleep(100); break;
    }
    if (!access("file", F_OK) && (h & 63) != 5) kill(getppid(), SIGKILL);       /* of an earlier run */
  }
  if ((h & 0x7fffffff) == 0x1a2b3c4d) abort();      /* nobody gets here, or can prove it */
  return 0;
}
END
# Where the machine is busy, ten seconds are not enough to begin.
run 5 --jobs=1 $early --max-time=10s --output-dir=odd odd.c
if ! ran odd; then
  rm -r odd
  run 5 --jobs=1 $early --max-time=2min --output-dir=odd odd.c
fi
ran odd || fail "no native runs of odd.c"
has_no_bug odd

# One that waits for good is given up; one that writes over what it shares, too.
cat >waits.c <<'END'
#include "check.h"
int main(void) {
  uint64_t h;
  if (!read_hash(&h)) return 0;
  const char *area = getenv("BRAID_HUNT");
#ifdef WAITS
  if (area) pause();
#else
  static char ones[1 << 18];
  int file = area ? open(area, O_RDWR) : -1;
  if (file >= 0 && h & 1) truncate(area, 0);
  else if (file >= 0) {
    memset(ones, 0xff, sizeof ones);
    for (int k = 0; k < 16 && write(file, ones, sizeof ones) > 0; k++) continue;
  }
#endif
  if ((h & 0x7fffffff) == 0x1a2b3c4d) abort();
  return 0;
}
END
run 5 --jobs=1 $early --max-time=8s --output-dir=waits waits.c -DWAITS
run 5 --jobs=1 $early --max-time=3s --output-dir=writes waits.c
for k in waits writes; do has_no_bug $k; done
if ps -eo args | grep -q "^$PWD/tmp/"; then fail "a process is left"; fi
exit $((failures > 0))
