#include <assert.h>
unsigned long long __VERIFIER_nondet_ulonglong(void);
unsigned char __VERIFIER_nondet_uchar(void);

static int class_of(unsigned char c) {
  switch (c) {
  case '0' ... '9': return 1;
  case 'a' ... 'z': case 'A' ... 'Z': return 2;
  case ' ': case '\t': return 3;
  }
  return 0;
}

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int class = class_of(c);
  assert((class == 1) == (c >= '0' && c <= '9'));
  assert(class != 3 || c == 32 || c == 9);
  switch (__VERIFIER_nondet_ulonglong()) {
  case 0x100000000: assert(class <= 3); break;
  case 0xffffffffffffffff: assert(class >= 0); break;
  }
  return 0;
}
