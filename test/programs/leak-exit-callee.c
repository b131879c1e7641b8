/* Nothing holds the block when a callee ends the program, but a register of main's still has
 * its address: that is no proof (once it was taken for one). */
// exit: 5
// verdict: proved-under-assumptions
// assumes: what only the callers of exit() may point to is no leak
#include <stdlib.h>

static void bye(void) { exit(0); }

int main(void) {
  malloc(4);
  bye();
  return 0;
}
