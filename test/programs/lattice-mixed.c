// A lattice of its own for each expression: what one kept alone would not do.
// options: --merge=annotated
// matrix: no
#include <braid.h>

int main(void) {
  const int n = braid_int("n");
  int sum = 0, step = 0, left = 0, other = 0;
  BRAID_MERGE(mixed, BRAID_AS(sign, sum), BRAID_AS(parity, step),
              BRAID_AS(interval, left), BRAID_AS(pred, left < sum)) {
    if (n > 10) {
      sum = n;
      step = 4;
      left = 3;
      other = 1;
    } else {
      sum = 7;
      step = 6;
      left = 5;
      other = 2;
    }
  }
  braid_assert(sum > 0);                        /* its sign */
  braid_assert(step % 2 == 0);                  /* its parity */
  braid_assert(left >= 3 && left <= 5);         /* its bounds */
  braid_assert(left < sum);                     /* of both */
  braid_assert(other == (n > 10 ? 1 : 2));      /* exactly: not mentioned */
  int turns = 0, total = 0;
  while (turns < n)
    BRAID_FOLD(mixed, BRAID_AS(interval, turns), BRAID_AS(congruence, total)) {
      turns++;
      total = (int) ((unsigned) total + 8);
    }
  braid_assert(turns >= 0 && total % 8 == 0);
}
