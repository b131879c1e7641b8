/* A client, select, a stream's end, and what sockets refuse. */
// options: --sym-socket 3
// exit: 5
// verdict: proved-under-assumptions
// assumes: each sends as many bytes as it says, all at once
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(80)}, back;
  socklen_t size = sizeof back;
  char text[8], one;
  fd_set in, out;
  int fd = socket(AF_INET, SOCK_STREAM, 0), value = -1;
  assert(send(fd, "x", 1, MSG_NOSIGNAL) == -1 && errno == ENOTCONN);
  assert(accept(fd, NULL, NULL) == -1 && errno == EINVAL);
  assert(!connect(fd, (struct sockaddr *) &at, sizeof at));
  assert(connect(fd, (struct sockaddr *) &at, sizeof at) == -1 && errno == EISCONN);
  assert(!getpeername(fd, (struct sockaddr *) &back, &size));
  assert(back.sin_family == AF_INET && size == sizeof back);
  size = sizeof value;
  assert(!getsockopt(fd, SOL_SOCKET, SO_ERROR, &value, &size) && !value);
  FD_ZERO(&in);
  FD_ZERO(&out);
  FD_SET(fd, &in);
  FD_SET(fd, &out);
  assert(select(fd + 1, &in, &out, NULL, NULL) == 2);
  assert(FD_ISSET(fd, &in) && FD_ISSET(fd, &out));
  assert(recv(fd, &one, 1, MSG_PEEK) == 1);
  assert(recv(fd, text, 2, 0) == 2 && text[0] == one);
  struct iovec parts[] = {{text, 0}, {text, 8}};
  struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2};
  assert(recvmsg(fd, &m, 0) == 1 && recv(fd, text, 8, 0) == 0);
  assert(!shutdown(fd, SHUT_WR));
  assert(send(fd, "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  struct stat s;
  assert(!fstat(fd, &s) && S_ISSOCK(s.st_mode));
  assert(lseek(fd, 0, SEEK_SET) == -1 && errno == ESPIPE);
  assert(!close(fd) && recv(fd, text, 1, 0) == -1 && errno == EBADF);
  assert(listen(0, 1) == -1 && errno == ENOTSOCK);
  return 0;
}
