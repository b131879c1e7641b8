/* A recursion without bottom: what comes after it is reached all the same. */
// options: --max-instructions=300000
// exit: 10
// cut: cut-instructions
// matrix: no
// replay: no
#include <assert.h>
#include <braid.h>

static unsigned deep(unsigned n) {
  if (!braid_u8("go on")) return n;
  return deep(n + 1);
}

int main(void) {
  const unsigned n = deep(0);
  const unsigned char c = braid_u8("c");
  if (c == 200) assert(n != 2); // expect: assert
  if (c == 100) assert(n < 40); // expect: assert
  return 0;
}
