/* What has no model is cut, not answered with a made-up error. */
// options: --sym-arg 1
// exit: 5
// verdict: inconclusive
// cut: unsupported
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (argc < 2 || p == MAP_FAILED) return 0;
  switch (argv[1][0]) {
  case 's': if (socket(AF_INET, SOCK_STREAM, 0) < 0) abort(); break;
  case 'b': if (sbrk(16) == (void *) -1) abort(); break;
  case 'e':     /* a program: what is there and may be executed */
    close(open("made", O_CREAT | O_WRONLY, 0755));
    execl("made", "made", (char *) NULL);
    abort();
  case 'k': if (kill(getppid(), 0)) abort(); break;
  case 'm': if (mprotect(p, 4096, PROT_READ)) abort(); break;
  case 'u': if (munmap(p, 4096)) abort(); break;
  case 'x': if (munmap(p, 8192)) abort(); break;
  }
  return 0;
}
