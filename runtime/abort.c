/* Ends that are errors. */
#include "libc.h"

/* The message of a panic of Rust, if the program has Rust's library (rust.c). */
extern const char *__braid_panic(void) __attribute__((weak));

WEAK void abort(void) {
  const char *panic = __braid_panic ? __braid_panic() : NULL;
  if (panic) __braid_error("assert", panic);
  __braid_error("abort", "abort() called");
}

_Noreturn void __stack_chk_fail(void);
WEAK void __stack_chk_fail(void) {
  __braid_error("abort", "stack smashing detected");
}

_Noreturn void __chk_fail(void);
WEAK void __chk_fail(void) {
  __braid_error("abort", "buffer overflow detected");
}
