// exit: 5
// verdict: proved-under-assumptions
// assumes: the program begins with the three standard streams alone
// The number of a new descriptor: `program 3>&1`.
#include <assert.h>
#include <unistd.h>

int main(void) {
  const int fd = dup(1);
  if (fd < 0) return 1;
  const int copy = fd;
  assert(copy == 3);
  return 0;
}
