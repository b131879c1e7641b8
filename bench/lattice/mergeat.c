/* TimSort's mergeAt, on any stack of up to N runs; the searches and merges that
 * it calls by what they promise. */
#include "lattice.h"

#ifndef N
#define N 6
#endif
#ifndef MOST
#define MOST 256                 /* longer than any run */
#endif
#include "runs.h"

/* gallopLeft and gallopRight: a place in the run. */
static int gallop(int length) {
  const int at = braid_int("place");
  braid_assume((at >= 0) & (at <= length));
  return at;
}

static int merged_from, merged_to;

static void merge(int base1, int length1, int base2, int length2) {
  braid_assert(length1 > 0 && length2 > 0 && base1 + length1 == base2);
  merged_from = base1;
  merged_to = base2 + length2;
}

static void merge_at(int i) {
  braid_assert(size >= 2);
  braid_assert(i >= 0);
  braid_assert(i == size - 2 || i == size - 3);
  int base1 = base[i], length1 = run[i], base2 = base[i + 1],
      length2 = run[i + 1];
  braid_assert(length1 > 0 && length2 > 0);
  braid_assert(base1 + length1 == base2);
  run[i] = (unsigned short) (length1 + length2);
  if (i == size - 3) {
    base[i + 1] = base[i + 2];
    run[i + 1] = run[i + 2];
  }
  size--;
  const int skipped = gallop(length1);
  braid_assert(skipped >= 0);
  base1 += skipped;
  length1 -= skipped;
  if (length1 == 0) return;
  length2 = gallop(length2);
  braid_assert(length2 >= 0);
  if (length2 == 0) return;
  merge(base1, length1, base2, length2);
}

int main(void) {
  const int end = braid_range(1, N * MOST, "end");
  size = braid_range(2, N + 1, "size");
  for (int k = 0; k < N; k++) {
    base[k] = braid_u16("base");
    run[k] = braid_u16("run");
  }
  for (int k = 0; k < N; k++) braid_assume(is_run(k, end));
  const int i = size - 2 - braid_range(0, 2, "third");
  braid_assume(i >= 0);
  const int before = size;
  JOIN(size == before - 1, EACH_RUN(end),
       merged_from >= 0, merged_to <= end) {
    settle_size();
    merge_at(i);
  }
  braid_assert(size == before - 1);
  for (int k = 0; k < N; k++) braid_assert(is_run(k, end));
  braid_assert(merged_from >= 0 && merged_to <= end);
}
