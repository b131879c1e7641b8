/* A file of this machine below /usr is there or not, once, and only to be read; nothing else is. */
// options: --host-open 1048576
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char bytes[4] = {0};
  const int f = open("/usr/bin/env", O_RDONLY);
  assert(open("/usr/none", O_RDONLY) < 0 && open("/etc/passwd", O_RDONLY) < 0);
  assert(open("usr/share", O_WRONLY) < 0 && open("/usr/bin", O_WRONLY) < 0);
  assert((f >= 0) == !access("/usr/bin/env", R_OK));
  if (f < 0) return 0;
  assert(open("/usr/bin/env", O_WRONLY) < 0);
  assert(read(f, bytes, 4) == 4 && !memcmp(bytes + 1, "ELF", 3));
  return 1 / (bytes[0] - 127);          // expect: div-by-zero
}
