/* Two peers, poll, and a state that the second finds as the first has left it. */
// options: --sym-socket 1 --sym-socket 1
// verdict: bug
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  struct sockaddr_in6 at = {.sin6_family = AF_INET6};
  int locked = 0, fd = socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (bind(fd, (struct sockaddr *) &at, sizeof at) || listen(fd, 1)) return 2;
  for (int served = 0; served < 2;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (poll(&p, 1, -1) != 1 || !(p.revents & POLLIN)) return 3;
    int peer = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
    if (peer < 0) return 4;
    char c;
    while (read(peer, &c, 1) == 1) {
      if (c == 'L') {
        assert(!locked);        // expect: assert
        locked = 1;
      }
    }
    close(peer);
    served++;
  }
  assert(accept(fd, NULL, NULL) < 0);   /* nobody is left, and it does not wait */
  return 0;
}
