/* The same with dimensions and memory chosen at run time. */
#include "targets.h"

#include <stdlib.h>

int main(void) {
  int rows = number(1, 3), columns = number(1, 24), found = 0;
  signed char *m = malloc(3 * 24);
  if (!m) return 0;
  symbols(m, 3 * 24);
  for (int i = 0; i < rows; i++) {
    int hits = 0;
    const signed char *row = m + i * columns;
    for (int j = 0; j < columns; j++)
      if (row[j] > 10 && row[j] < 100) hits++;
    if (hits > 20) found++;
  }
  if (found > 1) target();
  free(m);
  return 0;
}
