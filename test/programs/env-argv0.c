/* The program's own name is a fact of the run: listed where it is looked at. */
// options: --sym-arg 1
// exit: 5
// verdict: proved-under-assumptions
// assumes: argv[0] is the program's name
#include <assert.h>

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 'x') assert(argv[0][0] != 'x');
  return 0;
}
