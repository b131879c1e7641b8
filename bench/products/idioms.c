/* The idiom of idioms.def that the argument names, at -DBITS=32 or 64. */
#include <assert.h>
#include <braid.h>
#include <stdint.h>
#include <string.h>

#if BITS == 64
typedef uint64_t T;
typedef int64_t S;
typedef unsigned __int128 W;
typedef __int128 X;
#define UNKNOWN braid_u64
#else
typedef uint32_t T;
typedef int32_t S;
typedef uint64_t W;
typedef int64_t X;
#define UNKNOWN braid_u32
#endif
#define MAX ((T) -1)

int main(int argc, char **argv) {
  T a = UNKNOWN("a"), b = UNKNOWN("b"), c = UNKNOWN("c");
  S s = (S) UNKNOWN("s");
  assert(argc == 2);
#define IDIOM(NAME, BEFORE, CONDITION, TRUTH) \
  if (!strcmp(argv[1], #NAME)) { \
    braid_assume(BEFORE); \
    if (CONDITION) assert(TRUTH); \
    else assert(!(TRUTH)); \
    return 0; \
  }
#include "idioms.def"
  assert(!"there is such an idiom");
}
