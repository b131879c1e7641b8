// A cycle that longjmp makes has no loop in it.
// matrix: endless
#include <setjmp.h>

int __VERIFIER_nondet_int(void);
static jmp_buf where;
static void back(int n) { longjmp(where, n); }

int main(void) {
  volatile int n = __VERIFIER_nondet_int(), rounds = 0;
  const int from = setjmp(where); // expect: hang
  if (n == 1) back(2);
  if (n == 2 && rounds++ < 200) back(from + 1);
  return 0;
}
