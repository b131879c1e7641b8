// target: i386
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

struct mixed { char a; long long b; char c; };

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4);
  assert(offsetof(struct mixed, b) == 4 && sizeof(struct mixed) == 16);
  assert((char) 200 < 0);               /* plain char is signed on x86 */
  unsigned u = __VERIFIER_nondet_uint();
  if (u > 3000000000u) assert(-1L >= u);        /* long becomes unsigned */
  long l = x;
  l += 1;                               // expect: overflow
  return (int) (l & 1);
}
