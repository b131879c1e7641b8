/* Where the property is that every run ends, machines are taken to be fair. */
// options: --property=test/programs/termination.prp
// exit: 5
// verdict: proved-under-assumptions
// assumes: no weak compare-exchange fails on equal values
#include <stdatomic.h>

static atomic_int count;

int main(void) {
  int old = 0;
  while (!atomic_compare_exchange_weak(&count, &old, 1)) {}
  return 0;
}
