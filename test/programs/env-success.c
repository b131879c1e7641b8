// exit: 0
// verdict: proved
// Success alone does not depend on what is open, nor on what is ignored.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends) < 0) return 1;
  int fd = dup(ends[0]), copy;
  if (fd == -1) return 1;
  copy = fd;
  fd = copy;
  if (signal(SIGHUP, SIG_IGN) == SIG_ERR) return 1;
  assert(!close(fd));
  return 0;
}
