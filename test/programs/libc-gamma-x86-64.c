// exit: 5
// verdict: proved-under-assumptions
// assumes: tgammal() is as coarse as a function of double
// target: x86_64
// The sign, which no library leaves open; musl 1.2.3 has the other one.
#include <assert.h>
#include <math.h>

int main(void) {
  volatile long double x = -13.6L;
  assert(tgammal(x) > 0 && tgammal(x - 1) < 0);
}
