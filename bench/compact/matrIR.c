/* A matrix: the target wants a row with many entries in range. */
#include "targets.h"

enum { ROWS = 4, COLUMNS = 20 };
static signed char m[ROWS][COLUMNS];

int main(void) {
  int rows = number(0, ROWS), columns = number(0, COLUMNS), found = 0;
  symbols(m, sizeof m);
  for (int i = 0; i < rows; i++) {
    int hits = 0;
    for (int j = 0; j < columns; j++)
      if (m[i][j] > 10 && m[i][j] < 100) hits++;
    if (hits > 15) found++;
  }
  if (found > 1) target();
  return 0;
}
