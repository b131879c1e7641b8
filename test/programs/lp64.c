#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

struct mixed { char a; long long b; char c; };

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(size_t) == 8);
  assert(offsetof(struct mixed, b) == 8 && sizeof(struct mixed) == 24);
  long l = x;
  l += 1;                               /* cannot overflow: long is wider */
  unsigned u = (unsigned) x;
  assert(-1L < (long) u);               /* unsigned int fits a long */
  return (int) (l & 1);
}
