// options: --loops=template --merge=off
// acted: templates
// matrix: no
// The cell that a loop would have written in its next iteration is not written yet, and the
// one of its last iteration is.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned char a[6];

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint();
  if (n > 6) return 0;
  for (unsigned i = 0; i < n; i++) a[i] = 7;
  if (n == 3) assert(a[2] == 7 && a[3] == 0);
  if (n == 0) assert(a[0] == 0);
  if (n == 5) assert(a[4] == 7 && a[5] == 0);
}
