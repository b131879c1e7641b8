// Objects of different unknown sizes, and what was written at unknown places of them, meet
// in one state, and the size is the one of either path.
// options: --join=always --max-forks=60
// matrix: no
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char *make(int n) { return malloc((size_t) n); }

int main(void) {
  const int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  const int k = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  if (n < 1 || m < 1 || n > 100000 || m > 500000) return 0;
  int size;
  char *a;
  if (c) {
    a = make(n);
    size = n;
  } else {
    a = make(m);
    size = m;
  }
  if (!a) return 0;
  if (k >= 0 && k < size) {
    if (c > 0) a[k] = 1;
    else a[size - 1] = 2;
    if (c > 0) assert(a[k] == 1);
    else assert(a[size - 1] == 2);
    if (c < 0 && k == n - 1) assert(a[k] == 1); // expect: assert
  }
  if (c == 5 && m == 70000) a[60000] = 1; // expect: out-of-bounds
  free(a);
  return 0;
}
