#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  char *p = malloc((size_t) n);
  if (!p) return 0;
  for (int i = 0; i < n; i++) p[i] = (char) i;
  assert(p[n - 1] == n - 1);
  free(p);
  return 0;
}
