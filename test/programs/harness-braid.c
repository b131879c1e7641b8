#include <braid.h>

int main(void) {
  int16_t s = braid_i16("s");
  uint8_t u = braid_u8("u");
  int r = braid_range(-5, 5, "r");
  char name[4];
  braid_string(name, sizeof name, "name");
  braid_assert(name[3] == 0);
  braid_assert(r >= -5 && r < 5);
  braid_assume(s > 100);
  braid_assert(s != 100 && u < 256);
  if (u == 200 && s == 1234 && name[0] == 'q')
    braid_assert(r != 4);               // expect: assert
  if (u == 201 && name[2] == 'z')
    braid_error("two hundred and one"); // expect: user
  return 0;
}
