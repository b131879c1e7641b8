#include <assert.h>
#include <setjmp.h>
int __VERIFIER_nondet_int(void);

static jmp_buf place;
static volatile int reached;

static void deep(int n, int x) {
  if (n == 0) {
    if (x > 5) longjmp(place, x == 6 ? 0 : 2);
    return;
  }
  deep(n - 1, x);
  reached++;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (setjmp(place)) {
  case 0:
    deep(3, x);
    assert(x <= 5 && reached == 3);
    break;
  case 1:                               /* longjmp turns 0 into 1 */
    assert(x == 6 && reached == 0);
    break;
  case 2:
    assert(x > 6 && reached == 0);
    break;
  default:
    assert(0);
  }
  return 0;
}
