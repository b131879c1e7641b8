// Clang computes literals itself, and says so; natively they are errors all the same.
// bugs: 6
#include <braid.h>
#include <limits.h>

int main(void) {
  switch (braid_u8("which")) {
  case 0: return INT_MAX + 1;           // expect: overflow
  case 1: return 1 << 40;               // expect: shift
  case 2: return 1 / 0;                 // expect: div-by-zero
  case 3: return -(-INT_MAX - 1);       // expect: overflow
  case 4: return 3 % 0;                 // expect: div-by-zero
  case 5: return 1 << 31;               // expect: shift-base
  case 6: return 7 << 2;
  case 7: return INT_MAX - 1;
  }
  return 0;
}
