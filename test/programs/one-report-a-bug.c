// Eight paths lead to the same failing assertion, two calls to the same division:
// one report of each mistake.
// bugs: 2
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int divide(int x) {
  return 10 / x;                        // expect: div-by-zero
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_uchar() > 100) sum += 1 << i;
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x == 1) return divide(sum * 0);
  if (x == 2) return divide(x - 2);
  assert(x != 3);                       // expect: assert
  return sum;
}
