// Bytes that were never written, copied from and to unknown places: copies of them are as
// unknown as they, and each differs from its source.
// matrix: no
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int words(unsigned m) {
  if (m < 2 || m > 3) return 0;
  char a[4];
  memmove(a, a + m - 1, 1);
  if (a[0] == a[m - 1]) return 1;       // expect: uninit
  return 0;
}

static int runs(unsigned n, unsigned k) {
  if (n > 5000 || k >= n || k < 4500) return 0;
  char a[5000], b[5000];
  memset(a, 0, 4000);
  memcpy(b, a, n);
  if (b[k] == a[k]) return 1;           // expect: uninit
  return 0;
}

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (k ? runs(n, k) : words(n)) return 1;
  return 0;
}
