// exit: 5
// verdict: proved-under-assumptions
// assumes: address-hash.c:14: objects lie where braid puts them
// Which addresses collide in a table is the machine's business.
#include <assert.h>
#include <stdint.h>

static void *table[16];

int main(void) {
  int x[3];
  unsigned tried = 0;
  for (int i = 0; i < 3; i++) {
    unsigned h = (unsigned) (((uintptr_t) &x[i] >> 2) % 16);
    while (table[h]) h = (h + 1) % 16, tried++;
    table[h] = &x[i];
  }
  assert(tried < 3);
  return 0;
}
