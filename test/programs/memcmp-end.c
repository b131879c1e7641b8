// exit: 10
// Bytes behind the first difference must be there, too.
#include <braid.h>
#include <string.h>

int main(void) {
  unsigned char text[6];
  braid_make_symbolic(text, sizeof text, "text");
  return memcmp(text, "abcdefgh", 8) == 0;     // expect: out-of-bounds
}
