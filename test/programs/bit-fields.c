#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

struct fields {
  unsigned low : 3;
  signed middle : 5;
  unsigned : 0;
  unsigned long long wide : 40;
  _Bool flag : 1;
};

int main(void) {
  struct fields f;
  memset(&f, 0, sizeof f);
  unsigned u = __VERIFIER_nondet_uint();
  int i = __VERIFIER_nondet_int();
  f.low = u & 7;
  f.middle = i;
  f.wide = (unsigned long long) u << 20;
  f.flag = u != 0;
  assert(f.low == u % 8);
  assert(f.middle >= -16 && f.middle <= 15);
  if (i >= -16 && i <= 15) assert(f.middle == i);
  assert(f.wide == ((unsigned long long) (u & 0xfffff) << 20));
  assert(f.flag == (u > 0));
  f.low++;
  assert(f.low == (u + 1) % 8);
  return 0;
}
