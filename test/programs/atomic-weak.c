/* A weak compare-exchange may fail although the values are equal.  The loop that tries
 * again is not endless, and what it leaves is the same. */
// matrix: endless
// replay: no
// witness: no (whether an exchange fails is no choice of the source)
#include <assert.h>
#include <stdatomic.h>

static atomic_int count;

static void add(int n) {
  int old = atomic_load(&count);
  while (!atomic_compare_exchange_weak(&count, &old, old + n)) {}
}

int main(void) {
  add(3);
  add(4);
  assert(count == 7);
  int old = 7;
  if (!atomic_compare_exchange_strong(&count, &old, 8)) return 1 / (old - 7);
  old = 7;
  if (!atomic_compare_exchange_weak(&count, &old, 9)) assert(old == 8);
  old = 8;
  const _Bool done = atomic_compare_exchange_weak(&count, &old, 9);
  assert(count == (done ? 9 : 8) && old == 8);
  assert(done);                 // expect: assert
  return 0;
}
