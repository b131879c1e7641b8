// Each kind of value has its own range, and every value of it.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
void __VERIFIER_assume(int);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  assert(b == 0 || b == 1);
  assert(__VERIFIER_nondet_uchar() <= 255);
  short s = __VERIFIER_nondet_short();
  assert(s >= -32768 && s <= 32767);
  assert(__VERIFIER_nondet_ushort() >= 0);
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u >= 4294967290u);
  assert(u > 5);
  long l = __VERIFIER_nondet_long();
  __VERIFIER_assume(l < 0);
  assert(l != 0);
  unsigned long long w = __VERIFIER_nondet_ulonglong();
  __VERIFIER_assume(w > 18446744073709551613u);
  if (b && s == -32768 && u == 4294967295u)
    assert(w != 18446744073709551615u); // expect: assert
  return 0;
}
