// What a loop wrote over a range is read back, and what it did not write stays.
// options: --loops=template --merge=off
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int global[60];

int main(void) {
  int local[60], n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (n < 0 || n > 60 || k < 0 || k >= 60) return 0;
  for (int i = 0; i < n; i++) {
    local[i] = 2 * i + n;
    global[59 - i] = i;
  }
  if (k < n) assert(local[k] == 2 * k + n && global[59 - k] == k);
  else assert(global[59 - k] == 0);
  char text[20], *p = text;
  int m = __VERIFIER_nondet_int();
  if (m < 0) return 0;
  while (m > 0) {
    *p++ = 'x';                 // expect: out-of-bounds
    m--;
  }
  return 0;
}
