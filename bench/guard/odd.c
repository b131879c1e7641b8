#include <braid.h>
#include <assert.h>
int main(void) {
  unsigned x = 1, y = 1; while (1) { x += 2 * braid_uint("a"); y += 2 * braid_uint("b"); assert(x + y != 1); }
}
