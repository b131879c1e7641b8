// How much of its output stdio still holds is part of what this program sees: states that
// differ in it are not the same.
// matrix: endless
// options: --max-bugs=1
#include <assert.h>
#include <braid.h>
#include <stdio.h>
#include <stdio_ext.h>

int main(void) {
  for (;;) {
    const unsigned char c = braid_u8("c");
    if (c == 1) putchar('x');
    if (c == 2) assert(__fpending(stdout) < 3);         // expect: assert
  }
}
