#include <braid.h>
#include <assert.h>
static long b[6000];
int main(void) {
  unsigned x = 1;
  for (int i = 0; i < 6000; i++) { x = x * 1103515245u + 12345u; b[i] = x >> 16; }
  b[100] = braid_range(0, 1000000, "d");
  long s = 0, t = 0;
  for (int i = 0; i < 6000; i++) s += b[i];
  for (int i = 6000; i-- > 0;) t += b[i];
  assert(s == t);
  return 0;
}
