#include <assert.h>
int __VERIFIER_nondet_int(void);

static int table[4] = {1, 2, 3, 4};

int main(void) {
  int i = __VERIFIER_nondet_int();
  int local[4] = {0};
  if (i < 0 || i >= 4) return 0;
  assert(table[i] == i + 1);
  local[i] = table[3 - i];
  assert(local[i] == 4 - i);
  int *end = local + 4;                 /* one past the end may be formed */
  assert(end - local == 4);
  assert(&local[i] < end);
  return 0;
}
