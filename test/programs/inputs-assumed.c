/* No bug with the arguments that braid chose, nor with the larger sizes that it tries then.
 * That there are no others is assumed: nothing is proved without saying so. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: the program is given no other arguments than braid chose
#include <stdlib.h>

int main(int argc, char **argv) {
  (void) argv;
  if (argc == 200) abort();
  return 0;
}
