// options: --property=test/programs/valid-memsafety.prp
// Overflow is not asked for; nothing else is wrong.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
  unsigned *a = malloc(n * sizeof *a);
  if (!a) return 0;
  for (unsigned i = 0; i < n; i++) a[i] = i * i;
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum += a[i];
  free(a);
  return (int) (sum & 1);
}
