// options: --property=test/programs/valid-memcleanup.prp
// replay: no
// However the program ends, what it has not freed by then was not cleaned up.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static char *kept;

static int divide(int a, int b) { return a / b; }

int main(void) {
  kept = malloc(2); // expect: leak
  char *local = malloc(3); // expect: leak
  kept[0] = 0;
  int n = __VERIFIER_nondet_int();
  if (n == 0) {
    free(kept);
    free(local);
    abort(); // expect: abort
  }
  free(n < 6 ? local : kept);
  switch (n) {
  case 1: abort();
  case 2: _exit(1);
  case 3: reach_error(); break;
  case 4: assert(n != 4); break;
  case 5: exit(3);
  case 6: __builtin_trap();
  case 7: return *(volatile char *) 0;
  default: abort();
  }
  return 0;
}
