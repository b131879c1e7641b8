#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
int __VERIFIER_nondet_int(void);

static atomic_int counter;
static _Atomic long wide = 5;

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  assert(atomic_fetch_add(&counter, x) == 0);
  assert(atomic_load(&counter) == x);
  int expected = 7;
  bool changed = atomic_compare_exchange_strong(&counter, &expected, 8);
  assert(changed == (x == 7));
  assert(changed || expected == x);
  assert(atomic_exchange(&wide, 6) == 5 && wide == 6);
  int plain = x;
  __sync_fetch_and_or(&plain, 1);
  assert(plain == (x | 1));
  assert(__atomic_sub_fetch(&plain, 1, __ATOMIC_SEQ_CST) == (x & ~1));
  atomic_thread_fence(memory_order_seq_cst);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  return 0;
}
