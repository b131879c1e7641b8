/* Equal elements of two arrays are counted. */
#include "targets.h"

enum { SIZE = 32 };
static unsigned char a[SIZE], b[SIZE];

int main(void) {
  int n = number(0, SIZE), equal = 0;
  symbols(a, SIZE);
  symbols(b, SIZE);
  for (int i = 0; i < n; i++)
    if (a[i] == b[i]) equal++;
  if (equal == n && n > 25) target();
  return 0;
}
