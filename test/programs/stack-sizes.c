// Objects of unknown size share the stack: each fits alone, both do not. What is explored
// behind them are sizes that leave room for the call.
// assumes: objects of unknown size on the stack leave room for calls
#include <alloca.h>

int __VERIFIER_nondet_int(void);

static int sum(const char *a, const char *b) { return *a + *b; }

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || n > 6 << 20 || m < 1 || m > 6 << 20) return 0;
  char *a = alloca(n);
  char *b = alloca(m);          // expect: stack-overflow
  a[n - 1] = 1;
  b[m - 1] = 2;
  return sum(a + n - 1, b + m - 1) == 3 ? 0 : 1;
}
