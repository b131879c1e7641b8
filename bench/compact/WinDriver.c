/* A driver takes requests as long as there are any, then lets go of them; its
 * lock must be free in the end.  The target: many requests and one left over. */
#include "targets.h"

int main(void) {
  int requests = number(0, 1000000), taken = 0, lock = 0, done = 0;
  while (requests > 0) {
    lock ^= 1;
    requests--;
    taken += 2;
  }
  int limit = number(0, 1000000);
  while (taken > limit) {
    taken--;
    done++;
  }
  if (lock && done == 4321 && taken == 1) target();
  return 0;
}
