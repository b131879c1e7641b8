// Each turn has inputs of its own.
// options: --loops=template --merge=off
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int turns = 0, last = 0;
  while (__VERIFIER_nondet_int() > 3) {
    last = __VERIFIER_nondet_uchar();
    if (++turns > 100000) return 0;
  }
  if (turns == 0) assert(last == 0);
  if (turns == 77 && last == 9)
    assert(0);                  // expect: assert
  int i = 0;
  while (__VERIFIER_nondet_int())
    if (i < 1000000) i++;
  assert(i <= 1000000);
  return 0;
}
