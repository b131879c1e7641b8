// A compressor's table: its size is a term, and no path forks for it.
// options: --max-forks=20
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int level = __VERIFIER_nondet_int();
  if (level < 1 || level > 9) return 1;
  const size_t size = (size_t) level * 100000;
  unsigned char *t = malloc(size);
  if (!t) return 1;
  t[0] = 1;
  t[99999] = 2;
  assert(t[99999] == 2 && t[0] == 1);
  if (level == 5) t[500000] = 1;        // expect: out-of-bounds
  if (level == 6 && t[599999]) t[0]++;  // expect: uninit
  free(t);
  return 0;
}
