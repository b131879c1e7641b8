// Exponents of many digits: the library's own sums must not overflow.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  assert(atof("0x0p214748360331") == 0);
  assert(strtod("1e-2147483609", NULL) == 0);
  assert(strtod("0x1p-2147483609", NULL) == 0);
  assert(strtod("1e2147483609", NULL) > 1e308);
  assert(strtod("0e99999999999999999999999", NULL) == 0);
  return 0;
}
