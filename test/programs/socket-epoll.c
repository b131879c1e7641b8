/* An event loop on epoll: descriptors that come and go. */
// options: --sym-socket 2 --sym-socket 1
// assumes: as many peers as --sym-socket gives come
#include <assert.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  struct sockaddr_in at = {.sin_family = AF_INET};
  int fd = socket(AF_INET, SOCK_STREAM, 0), all = epoll_create1(0), total = 0;
  if (bind(fd, (struct sockaddr *) &at, sizeof at) || listen(fd, 1)) return 2;
  struct epoll_event e = {.events = EPOLLIN, .data.fd = fd}, got[4];
  assert(!epoll_ctl(all, EPOLL_CTL_ADD, fd, &e));
  assert(epoll_ctl(all, EPOLL_CTL_ADD, fd, &e) == -1);
  for (;;) {
    int n = epoll_wait(all, got, 4, -1);
    assert(n > 0);
    for (int k = 0; k < n; k++) {
      if (got[k].data.fd == fd) {
        int peer = accept(fd, 0, 0);
        assert(peer >= 0);
        e.data.fd = peer;
        assert(!epoll_ctl(all, EPOLL_CTL_ADD, peer, &e));
        continue;
      }
      unsigned char c;
      if (read(got[k].data.fd, &c, 1) == 1) {
        total += c == '!';
        assert(total < 3);      // expect: assert
      } else close(got[k].data.fd);     /* epoll forgets it */
    }
  }
}
