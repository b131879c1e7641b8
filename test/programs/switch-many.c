/* A switch of 1,000 cases: what is left of the word is kept for each of them as a difference to
 * the case before (src/solver/wordset.h).  Without that the counted work grew by the square,
 * to 700 ms. */
// options: --jobs=1
// matrix: no
// paths: 1001
// stats: counted_ms < 300
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
    MANY(250) MANY(500) MANY(750)
  default: r = -1;
  }
  return r == 12345;
}
