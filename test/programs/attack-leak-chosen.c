// One of two objects is kept; for some inputs the other one was.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int *kept;

int main(void) {
  unsigned i = (unsigned) __VERIFIER_nondet_int() % 3;
  int *table[3] = {malloc(4), malloc(4), NULL}; // expect: leak
  kept = table[i];
  if (table[0] != kept) free(table[0]);
  if (i != 1 && i != 2) free(table[1]);
  return 0;
}
