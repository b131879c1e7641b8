// target: x86_64
// replay: no
// matrix: no
// A short number goes through a long double of 80 bits, a format that an ARM host lacks: the
// double is what it was (by a rule of terms: not with --no-rewrite).
#include <assert.h>
#include <stdlib.h>

int main(void) {
  assert(strtod("0.3", NULL) == 0.3 && strtof("12.5e3", NULL) == 12.5e3f);
  return 0;
}
