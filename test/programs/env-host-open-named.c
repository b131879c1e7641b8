/* What a proof rests on is named: the file that was read. */
// options: --host-open 1048576
// verdict: proved-under-assumptions
// exit: 5
// assumes: the file /usr/bin/env is as it is now
// paths: 2
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char bytes[1];
  const int f = open("/usr/bin/env", O_RDONLY);
  assert(f < 0 || (read(f, bytes, 1) == 1 && bytes[0] == 127));
  return 0;
}
