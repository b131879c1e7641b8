// What is known of a loop that is folded says nothing about its end: here 1 and 2 take
// turns, for ever, and that is no proof.
// matrix: no
// options: --loops=invariant
// exit: 5
// verdict: inconclusive
#include <assert.h>

int main(void) {
  int x = 1;
  while (x != 3) {
    x = 3 - x;
    assert(x == 1 || x == 2);
  }
  return 0;
}
