// options: --sym-stdin 2
/* A pair of stream sockets within a process: what is read is what was sent, in order; ends and
 * errors are the kernel's.  Natively confirmed, so that model and kernel agree up to the bug. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ready(int fd, int events) {
  struct pollfd p = {fd, (short) events, 0};
  return poll(&p, 1, 0) == 1 ? p.revents : 0;
}

static void must(int good) { if (!good) _exit(1); }

int main(void) {
  int ends[2], more[2];
  char in[2], text[8];
  signal(SIGPIPE, SIG_IGN);
  must(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends));
  must(read(0, in, 2) == 2);
  must(read(ends[0], text, 1) == -1 && errno == EAGAIN);
  must(!ready(ends[0], POLLIN) && ready(ends[1], POLLOUT) == POLLOUT);
  must(write(ends[0], "ab", 2) == 2 && send(ends[0], in, 2, MSG_NOSIGNAL) == 2);
  must(write(ends[1], "x", 1) == 1 && read(ends[0], text, 8) == 1 && text[0] == 'x');
  must(ready(ends[1], POLLIN) == POLLIN);
  must(recv(ends[1], text, 3, MSG_PEEK) == 3 && text[2] == in[0]);
  must(recv(ends[1], text, 3, 0) == 3 && read(ends[1], text + 3, 8) == 1);
  must(!memcmp(text, "ab", 2) && text[2] == in[0] && text[3] == in[1]);
  /* one way shut */
  must(write(ends[0], "end", 3) == 3 && !shutdown(ends[0], SHUT_WR));
  must(write(ends[0], "x", 1) == -1 && errno == EPIPE);
  must(read(ends[1], text, 8) == 3 && read(ends[1], text, 8) == 0);
  must(write(ends[1], "y", 1) == 1 && read(ends[0], text, 8) == 1 && text[0] == 'y');
  /* closed, with and without something left */
  must(!close(ends[0]) && ready(ends[1], POLLIN) == (POLLIN | POLLHUP));
  must(read(ends[1], text, 1) == 0 && write(ends[1], "x", 1) == -1 && errno == EPIPE);
  must(!close(ends[1]) && !socketpair(AF_UNIX, SOCK_STREAM, 0, more));
  must(write(more[0], "left", 4) == 4 && write(more[1], "z", 1) == 1 && !close(more[1]));
  must(read(more[0], text, 8) == 1 && text[0] == 'z');
  must(read(more[0], text, 8) == -1 && errno == ECONNRESET);
  must(read(more[0], text, 8) == 0 && !connect(more[0], NULL, 0) == 0);
  must(socketpair(AF_INET, SOCK_STREAM, 0, ends) == -1);
  assert(in[0] != 'q' || in[1] != '!');  // expect: assert
  return 0;
}
