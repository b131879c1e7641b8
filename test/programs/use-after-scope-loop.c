// A block's variable is alive again in each turn, and with each call.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int depth(int n) {
  int local = n, *p = &local;
  if (n > 0) depth(n - 1);
  assert(*p == n);
  return *p;
}

int main(void) {
  int turns = __VERIFIER_nondet_int();
  if (turns > 3) turns = 3;
  for (int i = 0; i < turns; i++) {
    int fresh = i, *p = &fresh;
    assert(*p == i);
  }
  return depth(3) == 3 ? 0 : 1;
}
