/* What a path prints is kept up to a mebibyte, and more than that is printed
 * all the same: nothing depends on it but the log. */
// options: --native=off
#include <assert.h>
#include <braid.h>
#include <unistd.h>

static char block[1 << 16];

int main(void) {
  const unsigned char more = braid_u8("more");
  long sum = 0;
  for (unsigned k = 0; k < 20; k++) sum += write(1, block, sizeof block);
  if (more > 100) sum += write(1, block, 10);
  assert(sum == 20L * (1 << 16) + (more > 100 ? 10 : 0));
}
