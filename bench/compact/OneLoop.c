/* Steps of four never end at an odd number. */
#include "targets.h"

int main(void) {
  int n = number(0, 1000000), i = 0;
  while (i < n) i += 4;
  if (i % 4) target();
  return 0;
}
