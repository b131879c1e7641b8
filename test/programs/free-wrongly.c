#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int global;

static void release(void *p) {
  free(p);                              // expect: invalid-free, double-free
}

int main(void) {
  int local = 0;
  char *heap = malloc(4);
  if (!heap) return 0;
  switch (__VERIFIER_nondet_int()) {
  case 0: release(&global); break;
  case 1: release(&local); break;
  case 2: release(heap + 1); break;
  case 3: release(heap); release(heap); break;
  case 4: release(heap); break;
  }
  free(heap);                           // expect: double-free
  return 0;
}
