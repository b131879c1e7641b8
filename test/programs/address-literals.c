// exit: 5
// verdict: proved-under-assumptions
// assumes: address-literals.c:16: string literals do not share bytes
// assumes: address-literals.c:17: string literals do not share bytes
// Of two literals one of which ends as the other, linkers make one.
#include <assert.h>
const char *volatile one = "in common", *volatile two = "common", *volatile three = "uncommon";
static const char common[] = "common";
int __VERIFIER_nondet_int(void);
int main(void) {
  const char *a = one, *b = two, *c = three;
  int n = __VERIFIER_nondet_int();
  assert(a != b && a + 2 != b && c + 1 != b && a != c && a + 9 != c + 8);
  assert(common != b && common != a + 3);
  if (n < 0 || n > 9) return 0;
  int same = a + n == b;
  same += a + 3 == b;
  assert(!same);
  return 0;
}
