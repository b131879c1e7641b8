/* A server that takes a connection, with a command that writes past its buffer; then
 * it waits for the next one, which is its end. */
// options: --sym-socket 6
// assumes: as many peers as --sym-socket gives come
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int answer(int peer) {
  char command[4], text[6];
  ssize_t n = recv(peer, text, sizeof text, 0);
  if (n <= 0) return 1;
  if (text[0] != 'G' || text[1] != ' ') return send(peer, "no", 2, 0) != 2;
  for (ssize_t k = 2; k < n && text[k] != ';'; k++)
    command[k - 1] = text[k];   // expect: out-of-bounds
  return write(peer, command + 1, 1) != 1;
}

int main(void) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(8080)};
  struct sockaddr_in from;
  socklen_t size = sizeof from;
  int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on)) return 1;
  if (bind(fd, (struct sockaddr *) &at, sizeof at) || listen(fd, 5)) return 2;
  for (;;) {
    int peer = accept(fd, (struct sockaddr *) &from, &size);
    if (peer < 0) return 3;
    if (from.sin_addr.s_addr != htonl(INADDR_LOOPBACK)) return 4;
    answer(peer);
    close(peer);
  }
}
