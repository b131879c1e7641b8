/* The same with exactly 8 bytes: there is nothing to go wrong. */
// options: --sym-stdin =8
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char in[8];
  const ssize_t n = read(0, in, sizeof in);
  if (n == sizeof in) return 0;
  if (n > 2 && in[0] == n) return 1 / (int) (n - 5);
  return 0;
}
