/* One path with 12,000 cheap questions (does the sum overflow?).  Together they are most of
 * the work, but each costs little: none is put off and the path does not follow its model,
 * which once left 12,000 states behind, and no answer after 150 s. */
// matrix: no
// paths: 1
// stats: counted_ms < 4000
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
