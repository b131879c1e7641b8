/* A file that an argument names is not there unless it is known; a run with such an input, in which
 * the name is known, finds none either: no path is lost, and nor is the bug. */
// options: --sym-args 1 1 2 --sym-open 2
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const int conf = open("conf", O_RDONLY);
  const int named = open(argv[1], O_RDONLY);
  if (named >= 0) return 2;
  if (argv[1][0] == 'x' && conf >= 0) return argc / (argc - 2); // expect: div-by-zero
  return 0;
}
