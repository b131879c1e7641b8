/* A program may overwrite its argv: what it drops is no leak. */
// options: --sym-arg 2
#include <stddef.h>

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == '-') argv[1] = argv[0];
  argv[0] = NULL;
  return 0;
}
