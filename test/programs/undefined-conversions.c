// Floating-point numbers that an integer cannot hold, at the ends of the ranges.
#include <braid.h>

static const double ends[] = {2147483647.5, -2147483648.9, 2147483648.0,
                              -2147483649.0, 0.0 / 0.0};

int main(void) {
  unsigned i = braid_u8("i");
  if (i > 4) return 0;
  float f = (float) ends[0];
  switch (braid_u8("which")) {
  case 0: return (int) ends[i] == 5;    // expect: float-cast-overflow
  case 1: return i < 2 ? (int) ends[i] == 5 : 0;
  case 2: return i == 2 ? (unsigned) ends[i] == 5 : 0;
  case 3: return (int) f;               // expect: float-cast-overflow
  case 4: return (int) (-0.9 + i - i);
  case 5: return (unsigned) (-0.9);
  case 6: return (unsigned char) (i * 64.5) == 3;       // expect: float-cast-overflow
  }
  return 0;
}
