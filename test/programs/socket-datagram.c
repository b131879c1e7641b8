/* Datagrams: what does not fit is lost; a bug that two of them make. */
// options: --sym-socket 3 --sym-socket 2
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(53)}, from;
  socklen_t size = sizeof from;
  char a[2], b[8];
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  if (bind(fd, (struct sockaddr *) &at, sizeof at)) return 1;
  assert(recvfrom(fd, a, sizeof a, 0, (struct sockaddr *) &from, &size) == 2);
  assert(sendto(fd, "ok", 2, 0, (struct sockaddr *) &from, size) == 2);
  assert(recv(fd, b, sizeof b, 0) == 2);
  if (a[1] == 'x' && b[0] == 'y') return a[b[1]];       // expect: out-of-bounds
  return 0;
}
