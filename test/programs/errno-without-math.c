// exit: 0
// Functions of <math.h> that set no errno, and errno of other functions: nothing is
// assumed.
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

int main(void) {
  volatile double x = -1.5;
  assert(fabs(x) == 1.5 && floor(x) == -2);
  errno = 0;
  assert(strtol("99999999999999999999", 0, 10) > 0 && errno == ERANGE);
}
