// exit: 5
// verdict: proved-under-assumptions
// assumes: address-narrow.c:9: objects lie where braid puts them
// A short part of a constant address is the machine's, too.
#include <assert.h>
#include <stdint.h>
int variable;
int main(void) {
  unsigned short part = (unsigned short) (uintptr_t) &variable;
  assert(part != 12);
  return 0;
}
