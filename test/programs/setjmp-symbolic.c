// A buffer at an index that is an input: each one is jumped to by itself.
#include <assert.h>
#include <setjmp.h>
int __VERIFIER_nondet_int(void);

static jmp_buf env[3];

int main(void) {
  volatile int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (i < 0 || i > 2 || k < 0 || k > 2) return 0;
  volatile int came = 0;
  for (volatile int n = 0; n < 3; n++)
    if (n != i && setjmp(env[n]) != 0) return came != 1;
  int r = setjmp(env[i]);
  if (r != 0) {
    assert(r == i + 5);
    assert(came == 1);
    return 0;
  }
  came = 1;
  if (k == 1) longjmp(env[k], k == i ? i + 5 : 9);
  assert(i != 2 || k != 0); // expect: assert
  longjmp(env[k], i == k ? i + 5 : 1);
}
