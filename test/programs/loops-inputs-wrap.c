// A counter of 32 bits is the same after 300 turns and after 2^32 more: of the models
// a short one is re-executed, although the length of a long one, taken modulo 2^64,
// looks shorter.
// options: --merge=off --loops=template
// matrix: no
// replay: no
#include <assert.h>
#include <braid.h>

int main(void) {
  unsigned waited = 0, read = 0, last = 0, blocks = braid_uint("blocks");
  while ((braid_uint("status") & 1) == 0) waited++;
  for (unsigned k = 0; k < blocks; k++) {
    last = braid_uint("data");
    read++;
  }
  assert(read == blocks);
  assert(waited != 300 || blocks < 5);          // expect: assert
  return last == 3;
}
