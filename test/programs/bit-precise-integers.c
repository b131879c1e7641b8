// options: -std=c23
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  unsigned _BitInt(7) seven = (unsigned _BitInt(7)) u;
  assert(seven == u % 128);
  seven++;
  assert(seven == (u + 1) % 128);
  _BitInt(37) odd = (_BitInt(37)) u * 16;
  assert(odd >= 0 && odd >> 4 == u);
  unsigned _BitInt(100) large = (unsigned _BitInt(100)) u << 68;
  assert(large >> 68 == u && (unsigned) large == 0);
  return 0;
}
