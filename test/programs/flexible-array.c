#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct message { unsigned length; unsigned char data[]; };

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() & 3;
  struct message *m = malloc(sizeof *m + n);
  if (!m) return 0;
  m->length = n;
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) m->data[i] = (unsigned char) i;
  for (unsigned i = 0; i < m->length; i++) sum += m->data[i];
  assert(sum == n * (n - (n > 0)) / 2);
  free(m);
  return 0;
}
