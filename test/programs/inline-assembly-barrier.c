// Empty assembly is a barrier: it neither changes nor hides anything.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  __asm__ volatile("" ::: "memory");
  __asm__("" : "+r"(y));
  __asm__ volatile("" : : "r"(x));
  assert(x == y);
  return 0;
}
