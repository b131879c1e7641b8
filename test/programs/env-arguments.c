/* A bug behind symbolic arguments, given as KLEE's users give them. */
// arguments: -v --sym-args 1 2 3
// bugs: 1
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int small[4] = {0};
  if (argc < 3 || strcmp(argv[1], "-v")) return 1;
  if (strcmp(argv[argc - 1], "ab") == 0)
    return small[argc - 1];
  if (argc == 4 && argv[2][0] == '-' && argv[2][1] == 'n')
    return small[atoi(argv[3]) & 7];     // expect: out-of-bounds
  return 0;
}
