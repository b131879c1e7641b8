// A local variable of a function that calls exit() still points.
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
