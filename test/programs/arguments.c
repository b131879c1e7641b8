// arguments: first -x
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc == 3);
  assert(!strcmp(argv[1], "first") && !strcmp(argv[2], "-x"));
  assert(!argv[3]);
  return 0;
}
