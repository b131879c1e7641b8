// exit: 5
// verdict: possible
// replay: no
// An output in memory is written, with anything: it is neither uninitialised nor
// what it was before.
#include <assert.h>

struct pair { int a; char b[5]; };

int main(void) {
  int x;
  struct pair p = {1, {2, 3}};
  __asm__ volatile("nop" : "=m"(x), "=m"(p));
  int seen = 0;
  if (x == 5 && p.a == 9 && p.b[4] == 7) seen = 1;
  assert(!seen);
  return 0;
}
