// syscall() with as many arguments as the call has: others are not looked at.
// options: --sym=none
// exit: 5
// verdict: proved-under-assumptions
// assumes: the process has number 1000
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  assert(syscall(SYS_getpid) == getpid());
  assert(syscall(SYS_write, 1L, "a\n", 2L) == 2);
  assert(syscall(SYS_close, 77L) == -1 && errno == EBADF);
  assert(syscall(SYS_dup3, 1L, 5L, 0L) == 5 && syscall(SYS_close, 5L) == 0);
  return 0;
}
