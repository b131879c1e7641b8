/* The same words among braid's own options, with one dash or two. */
// options: -sym-arg=2 --sym-arg 1
// paths: 6
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc == 4);
  assert(strlen(argv[1]) <= 2);
  assert(strlen(argv[2]) <= 1);
  assert(!strcmp(argv[3], "last"));
  return 0;
}
// arguments: last
