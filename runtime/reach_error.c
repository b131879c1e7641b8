/* The functions that a verification task must never call; most tasks define
 * their own. */
#include "libc.h"

void reach_error(void);
WEAK void reach_error(void) {
  __braid_error("reach_error", "reach_error() called");
}

void __VERIFIER_error(void);
WEAK void __VERIFIER_error(void) {
  __braid_error("reach_error", "__VERIFIER_error() called");
}
