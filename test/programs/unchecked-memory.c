// options: --no-check=use-after-free,use-after-scope,double-free,invalid-free,bad-pointer,read-only,unreachable
// exit: 5
// verdict: inconclusive
// cut: unchecked
// reports: any
// Nor behind any other error of memory.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int *scope(void) {
  int a = 1, *p = &a;
  return p;
}

int main(void) {
  char *p = malloc(1);
  if (!p) return 0;
  switch (__VERIFIER_nondet_int()) {
  case 1: free(p); return *p;
  case 2: free(p); free(p); return 0;
  case 3: free(p + 1); return 0;
  case 4: *(char *) "x" = 1; break;
  case 5: free(p); return *scope();
  }
  free(p);
  return 0;
}
