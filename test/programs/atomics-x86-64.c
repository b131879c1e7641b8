// target: x86_64
// options: -mcx16 -mfpmath=sse
// Sixteen bytes are compared and exchanged at once.
#include <assert.h>
#include <braid.h>

static unsigned __int128 cell = 7;

int main(void) {
  unsigned __int128 expected = (unsigned __int128) braid_range(6, 9, "expected");
  const unsigned __int128 wanted = (unsigned __int128) 1 << 100;
  const int is_done = __atomic_compare_exchange_n(&cell, &expected, wanted, 0, __ATOMIC_SEQ_CST,
                                                  __ATOMIC_SEQ_CST);
  assert(expected == 7);
  assert(cell == (is_done ? wanted : 7));
  assert(!is_done);             // expect: assert
  return 0;
}
