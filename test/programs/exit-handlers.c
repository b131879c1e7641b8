#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int order;
static int *held;

static void last(void) {
  assert(order == 2);
  free(held);
}

static void first(void) {
  assert(order == 1);
  order = 2;
}

int main(void) {
  held = malloc(4);
  atexit(last);
  atexit(first);
  order = 1;
  if (__VERIFIER_nondet_int() > 3) exit(4);
  return 0;
}
