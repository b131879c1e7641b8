/* The stack of runs of TimSort's sort: N runs of any lengths below MOST are
 * pushed, each followed by mergeCollapse; after each every run is longer than
 * the next two together, so that the stack cannot overflow.  As published
 * (-DBROKEN) it is not: only the top of the stack is looked at. */
#include "lattice.h"

#ifndef N
#define N 4
#endif
#ifndef MOST
#define MOST 256
#endif
#include "runs.h"

static void merge_at(int i) {
  run[i] = (unsigned short) (run[i] + run[i + 1]);
  if (i == size - 3) run[i + 1] = run[i + 2];
  size--;
}

static void merge_collapse(void) {
  while (size > 1) {
    int n = size - 2;
    if ((n > 0 && run[n - 1] <= run[n] + run[n + 1])
#ifndef BROKEN
        || (n > 1 && run[n - 2] <= run[n - 1] + run[n])
#endif
    ) {
      if (run[n - 1] < run[n + 1]) n--;
    } else if (run[n] > run[n + 1]) {
      break;
    }
    merge_at(n);
  }
}

/* So many elements are in runs at most: no sum wraps. */
static int is_small(int k, int pushed) {
  return (k >= size) | ((run[k] > 0) & (run[k] <= pushed * MOST));
}

#define EACH_SMALL(PUSHED) \
  is_small(0, PUSHED), is_small(1, PUSHED), is_small(2, PUSHED), \
  is_small(3, PUSHED), is_small(4, PUSHED), is_small(5, PUSHED), \
  is_small(6, PUSHED), is_small(7, PUSHED)

int main(void) {
  for (int k = 0; k < N; k++) {
    const int length = braid_range(1, MOST, "length");
    JOIN(size >= 1, size <= k + 1, EACH_SMALL(1 << k), EACH_LONGER) {
      settle_size();
      run[size] = (unsigned short) length;
      size++;
      merge_collapse();
    }
    for (int n = 0; n < N; n++) braid_assert(is_longer(n));
  }
}
