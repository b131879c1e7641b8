// The loop runs once too often.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  char *p = malloc((size_t) n);
  if (!p) return 0;
  for (int i = 0; i <= n; i++)
    p[i] = (char) i;                    // expect: out-of-bounds
  free(p);
  return 0;
}
