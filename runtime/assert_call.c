/* assert() called as a function, as by programs that forget <assert.h> and by some public
 * verification tasks, whose verdicts take it for an assertion. */
#include "libc.h"

int assert(int);
WEAK int assert(int condition) {
  if (!condition) __braid_error("task-assert", "assert() fails");
  return 0;
}
