#include <assert.h>
int __VERIFIER_nondet_int(void);

typedef int four __attribute__((vector_size(16)));

static four twice(four v) { return v + v; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -1000 || x > 1000) return 0;
  four v = {1, 2, 3, x}, w = {10, 20, 30, 40};
  four sum = twice(v) + w;
  assert(sum[0] == 12 && sum[3] == 2 * x + 40);
  four larger = v > w;                  /* -1 where true */
  assert(larger[0] == 0 && (larger[3] == -1) == (x > 40));
  four turned = __builtin_shufflevector(v, w, 3, 4, 1, 7);
  assert(turned[0] == x && turned[1] == 10 && turned[2] == 2 && turned[3] == 40);
  v[2] = x;
  assert(v[2] == v[3]);
  return 0;
}
