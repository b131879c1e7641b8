/* TimSort's ensureCapacity: afterwards the scratch array is large enough, for
 * all lengths of all arrays. */
#include "lattice.h"

static int scratch;             /* its length */

static void ensure_capacity(int wanted, int length) {
  const int half = (int) ((unsigned) length >> 1);
  JOIN((scratch >= wanted) & (scratch >= 0)) {
    if (scratch < wanted) {
      unsigned bits = (unsigned) wanted;
      bits |= bits >> 1;
      bits |= bits >> 2;
      bits |= bits >> 4;
      bits |= bits >> 8;
      bits |= bits >> 16;
      bits++;                   /* the power of two above it */
      int size = (int) bits;
      JOIN(size >= wanted, size <= half) {
        if (size < 0) size = wanted;
        else if (size > half) size = half;
      }
      scratch = size;
    }
  }
}

int main(void) {
  const int length = braid_int("length"), wanted = braid_int("wanted");
  scratch = braid_int("scratch");
  braid_assume((length >= 2) & (wanted >= 1) & (wanted <= length / 2) &
               (scratch >= 0));
  ensure_capacity(wanted, length);
  braid_assert(scratch >= wanted);
  braid_assert(scratch >= 0);
  braid_assert(wanted <= 0 || scratch - wanted >= 0);
}
