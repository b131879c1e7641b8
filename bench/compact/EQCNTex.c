/* Two kinds are counted, then taken away in pairs: never is one left of each. */
#include "targets.h"

int main(void) {
  int n = number(0, 1000000), split = number(-10, 1000000);
  int low = 0, high = 0;
  for (int i = 0; i < n; i++) {
    if (i < split) low++;
    else high++;
  }
  if (low + high != n) target();
  while (low > 0 && high > 0) {
    low--;
    high--;
  }
  if (low > 0 && high > 0) target();
  return 0;
}
