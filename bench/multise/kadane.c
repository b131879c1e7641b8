/* The greatest sum of a subarray, after Kadane.  paths: 162
 * The first element goes two ways.  Afterwards the sum falls below 0, or it does
 * not and is or is not the best; as long as the best may be 0 or more, falling
 * goes two ways, which makes up for those that are decided: 2 * 3^(N-1). */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 5
#endif

static int max(int a, int b) {
  if (a > b) return a;
  return b;
}

int main(void) {
  signed char in[N];            /* so that no sum overflows */
  klee_make_symbolic(in, sizeof in, "in");
  int current = 0, best = 0;
  for (int i = 0; i < N; i++) {
    const int before = best;
    current = max(0, current + in[i]);
    best = max(best, current);
    /* No sum that ends here is greater than the current one; so none that ended
     * before is greater than the best. */
    int is_greatest = (current >= 0) & (best >= current) & (best >= before);
    for (int from = 0; from <= i; from++) {
      int sum = 0;
      for (int k = from; k <= i; k++) sum += in[k];
      is_greatest &= current >= sum;
    }
    assert(is_greatest);
  }
  int is_sum = best == 0;       /* of nothing */
  for (int i = 0; i < N; i++)
    for (int k = i, sum = 0; k < N; k++) {
      sum += in[k];
      is_sum |= best == sum;
    }
  assert(is_sum);
}
