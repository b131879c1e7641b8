#include <assert.h>
int __VERIFIER_nondet_int(void);

static int fill(int n) {
  int a[n], sum = 0;
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) sum += a[i];
  assert(sizeof a == (unsigned) n * sizeof(int));
  return sum;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  assert(fill(n) == n * (n - 1) / 2);
  for (int i = 1; i < 4; i++) {
    char *p = __builtin_alloca((unsigned) i);
    p[i - 1] = 1;
  }
  return 0;
}
