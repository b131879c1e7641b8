// options: --error-function=fail
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

void fail(const char *why) {
  (void) why;
  exit(1);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) fail("three");            // expect: reach-error
  return 0;
}
