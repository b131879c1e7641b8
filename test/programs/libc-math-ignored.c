// The last bits of a result that nobody looks at are nobody's business.
#include <math.h>
#include <stdlib.h>
int main(void) {
  double s, f = 0;
  int n = 0;
  do {
    s = sin(f);
    (void) cosf((float) f);
    f += 0.25;
    n++;
  } while (f < 1);
  if (n != 4) abort();
  return 0;
}
