// options: --no-check=uninit
// What was never written is any value where that is not looked for.
#include <assert.h>

int main(void) {
  int x;
  int *volatile p = &x;
  if (*p == 17) assert(0); // expect: assert
  return 0;
}
