// What main returns is the exit status, and exit's argument likewise: both are looked at,
// as MemorySanitizer does.
#include <braid.h>
#include <stdlib.h>

int main(void) {
  int u, w;
  const unsigned char x = braid_u8("x");
  if (x != 3) u = 1;
  if (x != 4) w = 1;
  if (x == 4) exit(w);                          // expect: uninit
  return u;                                     // expect: uninit
}
