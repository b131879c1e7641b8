/* The greatest of N numbers.  paths: 512
 * One comparison for each element after the first, all of them open: 2^(N-1). */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 10
#endif

static int max(int a, int b) {
  if (a > b) return a;
  return b;
}

int main(void) {
  int in[N];
  klee_make_symbolic(in, sizeof in, "in");
  int best = in[0];
  for (int i = 1; i < N; i++) best = max(in[i], best);
  int is_element = 0;
  for (int i = 0; i < N; i++) {
    assert(best >= in[i]);
    is_element |= best == in[i];
  }
  assert(is_element);
}
