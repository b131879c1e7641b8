// options: --no-check=overflow
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 2147483647) {
    int y = x + 1;
    assert(y < 0);                      /* goes on, wrapped */
  }
  return 0;
}
