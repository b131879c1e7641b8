/* A switch of CASES cases (a multiple of 250): the cost of a case does not grow with their number. */
#include <braid.h>

#define ONE(N) case 7 * (N) + 3: r = (N) * 13 % 1000; break;
#define FIVE(N) ONE(N) ONE(N + 1) ONE(N + 2) ONE(N + 3) ONE(N + 4)
#define FIFTY(N) FIVE(N) FIVE(N + 5) FIVE(N + 10) FIVE(N + 15) FIVE(N + 20) FIVE(N + 25) FIVE(N + 30) \
  FIVE(N + 35) FIVE(N + 40) FIVE(N + 45)
#define MANY(N) FIFTY(N) FIFTY(N + 50) FIFTY(N + 100) FIFTY(N + 150) FIFTY(N + 200)

int main(void) {
  const int x = braid_int("x");
  int r = 0;
  switch (x) {
    MANY(0)
#if CASES >= 1000
    MANY(250) MANY(500) MANY(750)
#endif
#if CASES >= 4000
    MANY(1000) MANY(1250) MANY(1500) MANY(1750) MANY(2000) MANY(2250) MANY(2500) MANY(2750)
    MANY(3000) MANY(3250) MANY(3500) MANY(3750)
#endif
  default: r = -1;
  }
  return r == 12345;
}
