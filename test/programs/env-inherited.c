// exit: 5
// verdict: proved-under-assumptions
// assumes: the program begins with the three standard streams alone
// What a shell hands on: `nohup program 3>&1 </dev/tty`.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  struct sigaction action;
  sigset_t blocked;
  char c;
  for (int fd = 3; fd < 20; fd++) close(fd);
  assert((fcntl(0, F_GETFL) & O_ACCMODE) == O_RDONLY);
  assert(fcntl(3, F_GETFD) == -1 && errno == EBADF);
  assert(recv(0, &c, 1, 0) == -1 && errno == ENOTSOCK);
  assert(!sigaction(SIGHUP, NULL, &action) && action.sa_handler == SIG_DFL);
  assert(!sigprocmask(SIG_BLOCK, NULL, &blocked) && !sigismember(&blocked, SIGINT));
  return 0;
}
