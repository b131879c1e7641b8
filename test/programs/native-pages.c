// On 32-bit targets an object has a name a page: native code that writes all of
// it through one of them must not leave the others with what it was before.
// target: i386
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int a[3000];

int main(void) {
  int sum = 0;
  if (__VERIFIER_nondet_uchar() > 7) sum = 1; /* another state sees a, too */
  for (int k = 0; k < 3; k++) {
    sum += a[2500];
    for (int i = 0; i < 3000; i++) a[i] = i + k;
    assert(a[2500] == 2500 + k);
  }
  return sum == 7;
}
