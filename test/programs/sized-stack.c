// Arrays of unknown length on the stack, up to four megabytes: bounds are terms.
// matrix: no
// options: --max-forks=20
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static int count(const char *text) {
  const size_t n = (size_t) __VERIFIER_nondet_int();
  if (n < 8 || n > 1000000) return 0;
  char copy[n];
  memset(copy, 0, n);
  copy[3] = text[0];
  assert(copy[2] == 0 && copy[3] == 'x');
  return copy[7];
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1 << 20) return 0;
  int a[n];
  a[0] = 5;
  if (n > 1000) a[999] = 7;
  if (n == 4711) a[4711] = 1;           // expect: out-of-bounds
  assert(a[0] == 5 && count("x") == 0);
  return 0;
}
