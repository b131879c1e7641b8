// Of the hash the annotation keeps the sign: the joins there end first, and below
// them the assertion may fail.  Another contender proves it; what was possible is not
// reported then.
// options: --merge=ite --loops=unroll --zeq=off --jobs=1 --tests=none --limit=contest_first=100000
#include <braid.h>

int main(void) {
  unsigned char bytes[8];
  unsigned hash = 2166136261u;
  braid_make_symbolic(bytes, sizeof bytes, "bytes");
  for (unsigned i = 0; i < sizeof bytes; i++)
    BRAID_MERGE(sign) {
      if (bytes[i] > 100 + i) hash = (hash ^ 3) * 16777619;
      else hash = (hash ^ 5) * 16777619;
    }
  braid_assert(hash != 1);
}
