// Fills and copies of unknown length, short and long: no path forks for the length.
// options: --max-forks=40
// matrix: no
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  const unsigned l = __VERIFIER_nondet_uint();
  static char big[1 << 20];
  char from[100], to[100];
  if (n > sizeof big || k >= n) return 0;
  memset(big, 'a', n);
  assert(big[k] == 'a' && (n == sizeof big || big[n] == 0));
  memset(to, 'b', sizeof to);
  __VERIFIER_nondet_memory(from, sizeof from);
  if (l <= 100) {
    memcpy(to, from, l);
    assert(l < 50 || to[49] == from[49]);
    assert(l > 70 || to[70] == 'b');
    if (l == 60) assert(to[59] == 'b'); // expect: assert
    memmove(to + 1, to, l ? l - 1 : 0);
    assert(l < 10 || to[9] == from[8]);
  }
  if (l < 200 && l != 117) return 0;
  memcpy(to, big, l);                   // expect: out-of-bounds
  return 0;
}
