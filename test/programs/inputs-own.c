/* Inputs of its own do not keep arguments from being symbolic. */
#include <braid.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  const int x = braid_int("x");
  if (argc == 2 && argv[1][0] == 'k' && x == 77) abort(); // expect: abort
  return 0;
}
