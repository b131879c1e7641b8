// A look for hangs runs a state on.  It must not do so where the state waits at a call for a
// contract, which would be made of a state in the middle of the function.
// options: --loops=invariant --error-function=reach_error --max-bugs=1
// matrix: no
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int g;
volatile int v;
char a[200001];

static void f(int n) {
  int was = g;
  g = 1;
  for (int i = 0; i < 3; i++) v = v + 1;
  if (n > 0) f(n - 1);
  if (was == 0) reach_error();  // expect: reach-error
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000000) return 0;
  v = (int) strspn(a + 1, "xy");
  v = (int) strcspn(a, "q");
  memset(a, 'b', 12000);
  v = (int) strcspn(a, "q");
  f(n);
  return 0;
}
