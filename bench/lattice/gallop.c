/* TimSort's gallopLeft: where the key belongs in a sorted run of up to N
 * elements, searched from any hint; all contents. */
#include "lattice.h"

#ifndef N
#define N 8
#endif

static int a[N];

#define BELOW(K) ((K) < 0 || a[K] < key)
#define ABOVE(K) ((K) >= length || key <= a[K])

static int gallop_left(int key, int length, int hint) {
  int last = 0, offset = 1;
  JOIN(last >= -1, last < offset, offset <= length,
       last >= -1 && last < length && BELOW(last),
       offset >= 0 && offset <= length && ABOVE(offset)) {
    if (key > a[hint]) {
      const int most = length - hint;
      JOIN(last >= 0, last < offset, last < most, offset > 0,
           last >= 0 && last < most && BELOW(hint + last),
           offset >= most || (offset > 0 && ABOVE(hint + offset))) {
        while (offset < most && key > a[hint + offset]) {
          last = offset;
          offset = (int) ((unsigned) offset << 1) + 1;
          if (offset <= 0) offset = most;
        }
      }
      if (offset > most) offset = most;
      last += hint;
      offset += hint;
    } else {
      const int most = hint + 1;
      JOIN(last >= 0, last < offset, last < most, offset > 0,
           last >= 0 && last < most && ABOVE(hint - last),
           offset >= most || (offset > 0 && BELOW(hint - offset))) {
        while (offset < most && key <= a[hint - offset]) {
          last = offset;
          offset = (int) ((unsigned) offset << 1) + 1;
          if (offset <= 0) offset = most;
        }
      }
      if (offset > most) offset = most;
      const int old = last;
      last = hint - offset;
      offset = hint - old;
    }
  }
  braid_assert(-1 <= last && last < offset && offset <= length);
  last++;
  while (last < offset)
    FOLD(last >= 0, last <= offset, offset <= length,
         last >= 0 && last <= length && BELOW(last - 1),
         offset >= 0 && offset <= length && ABOVE(offset)) {
      const int middle = last + (int) ((unsigned) (offset - last) >> 1);
      if (key > a[middle]) last = middle + 1;
      else offset = middle;
    }
  braid_assert(last == offset);
  return offset;
}

int main(void) {
  const int key = braid_int("key"), length = braid_int("length"),
            hint = braid_int("hint");
  braid_make_symbolic(a, sizeof a, "a");
  int sorted = (length >= 1) & (length <= N) & (hint >= 0) & (hint < length);
  for (int k = 1; k < N; k++) sorted &= (k >= length) | (a[k - 1] <= a[k]);
  braid_assume(sorted);
  const int at = gallop_left(key, length, hint);
  braid_assert(at >= 0 && at <= length);
  braid_assert(at == 0 || a[at - 1] < key);
  braid_assert(at == length || key <= a[at]);
}
