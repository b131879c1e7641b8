// A signed left shift that does not fit; unsigned ones and those that fit are none.
// bugs: 4
#include <braid.h>

int main(void) {
  unsigned char c = braid_u8("c"), which = braid_u8("which");
  int amount = c & 31;
  switch (which) {
  case 0: return c << 24 == 7;                          // expect: shift-base
  case 1: return (int) ((unsigned) c << 24) == 7;
  case 2: return (c & 127) << 24 == 7;
  case 3: return -1 << 2;                               // expect: shift-base
  case 4: return 1 << amount == 7;                      // expect: shift-base
  case 5: return 1L << amount == 7;
  case 6: return 1 << 31 == 7;                          // expect: shift-base
  case 7: return (int) (1u << 31) == 7;
  }
  return 0;
}
