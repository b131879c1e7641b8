/* A program that polls has no end: where braid chose the inputs, its paths are cut, and others have
 * the work. */
// exit: 5
// verdict: inconclusive
// cut: unsupported
// stats: paths_completed > 0
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 'f')
    for (;;) sleep(1);
  for (int k = 0; k < 256; k++) sleep(1);
  return 0;
}
