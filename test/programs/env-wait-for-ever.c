/* Nobody in the model sends what these wait for: cut, and nothing is proved. */
// options: --sym-arg 1
// exit: 5
// verdict: inconclusive
// cut: unsupported
#include <signal.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int ends[2];
  sigset_t none;
  char byte;
  if (argc < 2) return 0;
  switch (argv[1][0]) {
  case 'p': pause(); break;
  case 's': sigemptyset(&none); sigsuspend(&none); break;
  case 'r': if (!pipe(ends)) read(ends[0], &byte, 1); break;
  }
  return 0;
}
