// Ranges that are written anew from what they were: each cell from itself, from
// its neighbour, from another array that changes in the same turn.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

enum { SIZE = 9 };
unsigned char a[SIZE], b[SIZE], c[SIZE], old[SIZE];

int main(void) {
  const unsigned n = __VERIFIER_nondet_uchar() & 7;
  __VERIFIER_nondet_memory(a, sizeof a);
  for (unsigned i = 0; i < SIZE; i++) b[i] = c[i] = old[i] = a[i];
  for (unsigned i = 0; i < n; i++) a[i] = (unsigned char) (a[i] + i);
  for (unsigned i = 0; i < n; i++) b[i] = b[i + 1];
  for (unsigned i = n; i > 0; i--) {
    c[i] = (unsigned char) (c[i - 1] ^ b[i]);
    b[i] = 0;
  }
  assert(a[5] == (unsigned char) (old[5] + (n > 5 ? 5 : 0)));
  assert(n == 0 || b[0] == old[1]);
  assert(n < 3 || b[3] == 0);
  assert(n <= 4 || c[2] == (old[1] ^ old[3]));
  assert(n != 6 || old[6] == a[6] + 1);         // expect: assert
  return 0;
}
