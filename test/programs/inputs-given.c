/* An option for one input: the others are as they were, and that is assumed. */
// exit: 5
// verdict: proved-under-assumptions
// options: --sym-stdin 2
// assumes: the program is given no arguments
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  (void) argv;
  if (getchar() == 'x' && argc > 1) abort();
  return 0;
}
