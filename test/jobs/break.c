/* Stands between clients and a server on sockets, and breaks the connection of every N-th
 * answer before it arrives:  break LISTEN SERVER N */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MOST = 64 };
static int client[MOST], server[MOST], asked[MOST];

static int open_socket(const char *path, int listens) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  const int s = socket(AF_UNIX, SOCK_STREAM, 0);
  strncpy(a.sun_path, path, sizeof a.sun_path - 1);
  if (listens ? bind(s, (void *) &a, sizeof a) || listen(s, MOST)
              : connect(s, (void *) &a, sizeof a)) {
    close(s);
    return -1;
  }
  return s;
}

static int pass(int from, int to) {
  static char buffer[1 << 16];
  const ssize_t got = read(from, buffer, sizeof buffer);
  for (ssize_t at = 0; at < got;) {
    const ssize_t put = write(to, buffer + at, (size_t) (got - at));
    if (put <= 0) return 0;
    at += put;
  }
  return got > 0;
}

int main(int argc, char **argv) {
  int count = 0, answers = 0;
  if (argc != 4) return 1;
  const int door = open_socket(argv[1], 1), each = atoi(argv[3]);
  if (door < 0) return 1;
  signal(SIGPIPE, SIG_IGN);
  for (;;) {
    struct pollfd p[1 + 2 * MOST] = {{.fd = door, .events = POLLIN}};
    for (int k = 0; k < count; k++) {
      p[1 + 2 * k] = (struct pollfd) {.fd = client[k], .events = POLLIN};
      p[2 + 2 * k] = (struct pollfd) {.fd = server[k], .events = POLLIN};
    }
    if (poll(p, (nfds_t) (1 + 2 * count), -1) < 0) return 1;
    for (int k = count - 1; k >= 0; k--) {
      int is_good = 1;
      if (p[1 + 2 * k].revents) is_good = pass(client[k], server[k]), asked[k]++;
      /* What comes first is a greeting, which may arrive. */
      if (is_good && p[2 + 2 * k].revents) {
        const int breaks = asked[k] > 4 && ++answers % each == 0;
        is_good = !breaks && pass(server[k], client[k]);
        if (breaks) fprintf(stderr, "broken\n");
      }
      if (is_good) continue;
      close(client[k]);
      close(server[k]);
      count--;
      client[k] = client[count], server[k] = server[count], asked[k] = asked[count];
    }
    if (p[0].revents & POLLIN && count < MOST) {
      client[count] = accept(door, NULL, NULL);
      server[count] = open_socket(argv[2], 0);
      asked[count] = 0;
      if (server[count] < 0) close(client[count]);
      else count++;
    }
  }
}
