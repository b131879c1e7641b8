#include <braid.h>
#include <stdlib.h>
static unsigned long out[1024]; static char *keep;
int main(void) {
  unsigned in[8];
  braid_make_symbolic(in, sizeof in, "in");
  keep = malloc(16);
  unsigned long h = 0;
  for (int i = 0; i < 1024; i++) { h = h * 31 + in[i & 7]; out[i] = h; }
  int n = 0;
  for (int i = 0; i < 6; i++) if (in[i] > 7) n++;
  return n > 100;
}
