/* main reads its arguments: without an option they are symbolic. */
// assumes: the program is given no other arguments than braid chose
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  char name[4];
  if (argc < 2) {
    puts("usage: inputs-arguments NAME");
    return 1;
  }
  if (!strncmp(argv[1], "-n", 2)) strcpy(name, argv[1]); // expect: out-of-bounds
  return 0;
}
