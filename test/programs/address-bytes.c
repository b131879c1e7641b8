// exit: 5
// verdict: proved-under-assumptions
// assumes: address-bytes.c:18: objects lie where braid puts them
// assumes: address-bytes.c:19: objects lie where braid puts them
// assumes: address-bytes.c:21: objects lie where braid puts them
// assumes: address-bytes.c:22: objects lie where braid puts them
// A pointer's bytes, one by one, are numbers of the machine's.
#include <braid.h>
#include <stdint.h>
#include <string.h>

int main(void) {
  static int a, b;
  int *p = &a, odd = 0;
  const unsigned char *bytes = (const unsigned char *) &p;
  union { void *p; uint16_t part[4]; } u = {.p = &b};
  uint32_t half;
  odd += bytes[3] & 1;
  odd += u.part[1] == 7;
  unsigned k = braid_range(1, 4, "k");
  odd += bytes[k] & 1;
  memcpy(&half, &u.p, sizeof half);
  odd += half > 100;
  braid_assert(odd <= 4);
  return 0;
}
