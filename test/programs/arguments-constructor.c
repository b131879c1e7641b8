// What --sym-args stands for are arguments of main: a constructor is given none of them, and
// not the words of the option either.
// options: --sym-args 0 2 8
// exit: 5
// verdict: proved-under-assumptions
// assumes: constructors are given no arguments
#include <stdlib.h>

static int count;

__attribute__((constructor)) static void early(int argc, char **argv) {
  if (argc > 1 || argv[1]) abort();
  count = argc;
}

int main(int argc, char **argv) { return count != 1 || argc > 3 || argv[argc]; }
