// One path for each order of the four, if no contender that joins ends first.
// options: --merge=off
// paths: 24
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  enum { N = 4 };
  unsigned char a[N];
  unsigned sum = 0;
  for (int i = 0; i < N; i++) sum += a[i] = __VERIFIER_nondet_uchar();
  for (int i = 1; i < N; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
      unsigned char t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  for (int i = 1; i < N; i++) assert(a[i - 1] <= a[i]);
  for (int i = 0; i < N; i++) sum -= a[i];
  assert(sum == 0);
  return 0;
}
