// exit: 5
// verdict: proved-under-assumptions
// assumes: functions of <math.h> do not set errno
// Natively sqrt(-1) sets EDOM: what follows from errno after such a call is listed
// as resting on an assumption.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
  volatile double x = -1;
  errno = 0;
  const double y = sqrt(x);
  assert(isnan(y));
  assert(errno == 0);
}
