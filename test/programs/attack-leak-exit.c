// A local variable of a function that calls exit() still points.
// exit: 5
// verdict: proved-under-assumptions
// assumes: what only the callers of exit() may point to is no leak
#include <stdlib.h>

static void *g;
static void bye(void) { free(g); }

int main(void) {
  g = malloc(5);
  atexit(bye);
  void *l = malloc(6);
  if (!l) return 0;
  exit(3);
}
