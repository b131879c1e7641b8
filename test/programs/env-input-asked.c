// How much there is to be read, asked for in other ways than by reading: an answer that the
// environment gives.
// options: --sym=none
// exit: 5
// verdict: proved-under-assumptions
// assumes: standard input is empty
// assumes: standard input is a file, which has one
// assumes: the standard streams are ready whenever poll() or select() asks
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char bytes[40];
  if (lseek(0, 0, SEEK_END) > 20) abort();
  if (pread(0, bytes, sizeof bytes, 0) > 20) abort();
  if (poll(&(struct pollfd) {.fd = 0, .events = POLLIN}, 1, 0) == 0) abort();
  return 0;
}
