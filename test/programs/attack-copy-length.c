// A copy of unknown length: one report, and all lengths that fit.
// paths: 10
#include <assert.h>
#include <string.h>
unsigned long __VERIFIER_nondet_ulong(void);

char from[8] = "abcdefg", to[9];

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  memcpy(to, from, n);          // expect: out-of-bounds
  assert(strlen(to) == (n < 8 ? n : 7));
  return 0;
}
