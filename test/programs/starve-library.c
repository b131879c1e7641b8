/* A loop in the library turns as often as an input says: what comes after it is
 * reached all the same, for many widths. */
// options: --max-instructions=40000
// exit: 10
// cut: cut-instructions
// matrix: no
// replay: no
#include <assert.h>
#include <braid.h>
#include <stdio.h>

int main(void) {
  char text[64];
  const int width = braid_int("width");
  if (width < 0) return 0;
  const int length = snprintf(text, sizeof text, "%*d", width, 7);
  const unsigned char c = braid_u8("c");
  if (c == 200) assert(length < 20); // expect: assert
  if (c == 100) assert(length < 40); // expect: assert
  return 0;
}
