// Pointers that were copied and moved at unknown places, by words and by bytes: they still
// hold what they point to, unless something was copied over them.
// matrix: no
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static void *all[12];
static char source[600], *bytes;

int main(void) {
  const int k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (k < 0 || k > 9 || n < (int) sizeof(void *) || n > 500) return 0;
  all[k] = malloc(4);                   // expect: leak
  memmove(all + k + 1, all + k, (11 - k) * sizeof *all);
  all[k] = NULL;
  if (k > 7)
    memmove(all + k, all + k + 2, (10 - k) * sizeof *all);
  bytes = calloc(600, 1);
  void *p = malloc(4);
  if (!bytes || !p) return 0;
  memcpy(source, &p, sizeof p);
  p = NULL;
  memcpy(bytes + 3, source, n);
  memset(source, 0, sizeof source);
  return 0;
}
