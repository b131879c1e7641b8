/* Ends that are errors. */
#include "libc.h"

WEAK void abort(void) { __braid_error("abort", "abort() called"); }

_Noreturn void __stack_chk_fail(void);
WEAK void __stack_chk_fail(void) {
  __braid_error("abort", "stack smashing detected");
}

_Noreturn void __chk_fail(void);
WEAK void __chk_fail(void) {
  __braid_error("abort", "buffer overflow detected");
}
