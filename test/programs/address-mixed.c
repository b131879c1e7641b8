// exit: 5
// verdict: proved-under-assumptions
// assumes: address-mixed.c:22: objects lie where braid puts them
// assumes: address-mixed.c:23: objects lie where braid puts them
// assumes: address-mixed.c:24: objects lie where braid puts them
// assumes: address-mixed.c:25: objects lie where braid puts them
// assumes: address-mixed.c:26: objects lie where braid puts them
// assumes: address-mixed.c:27: objects lie where braid puts them
// assumes: address-mixed.c:28: objects lie where braid puts them
// What XOR makes of two addresses, or of one and a key, is the machine's business.
#include <assert.h>
#include <stdint.h>
unsigned long __VERIFIER_nondet_ulong(void);
int a, b, c, d;
char text[100];
int main(void) {
  unsigned long key = __VERIFIER_nondet_ulong();
  uintptr_t both = (uintptr_t) &a ^ (uintptr_t) &b, other = (uintptr_t) &c ^ (uintptr_t) &d;
  uintptr_t hidden = (uintptr_t) &a ^ 0x123456789abcdef0u, near = (uintptr_t) &a ^ 0x12345678u;
  uintptr_t keyed = (uintptr_t) &a ^ key;
  int n = 0;
  n += both > 64;
  n += (hidden & 0xff0) != 0;
  n += near % 7 == 3;
  n += (int) both != 4;
  n += keyed % 7 == 3;
  n += both == other;
  n += ((uintptr_t) (text + 63) ^ (uintptr_t) (text + 64)) == 127;
  assert(n >= 0);
  return 0;
}
