// What calls change in memory is a result like others: here by how much, and where it
// was read before.
// options: --loops=invariant --check-invariants
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int seen, most = 1000;

static void walk(int n) {
  if (n <= 0) return;
  if (n > most) return;
  seen++;
  walk(n - 1);
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  walk(n);
  assert(seen == n && most == 1000);
  return 0;
}
