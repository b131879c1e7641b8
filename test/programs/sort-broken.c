// The inner loop stops one too early.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  enum { N = 3 };
  unsigned char a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < N - 2 - i; j++)
      if (a[j] > a[j + 1]) {
        unsigned char t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  assert(a[0] <= a[1]);
  assert(a[1] <= a[2]);                 // expect: assert
  return 0;
}
