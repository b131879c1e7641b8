/* What one loop adds the other takes away. */
#include "targets.h"

int main(void) {
  int n = number(0, 1000000), up = 0, down = 0;
  while (up < n) up++;
  while (down < up) down++;
  if (down != n) target();
  return 0;
}
