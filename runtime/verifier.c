/* SV-COMP's and Test-Comp's functions. */
#include "libc.h"

#define NONDET(NAME, TYPE, TEXT) \
  TYPE __VERIFIER_nondet_##NAME(void); \
  WEAK TYPE __VERIFIER_nondet_##NAME(void) { \
    TYPE value; \
    __braid_input(&value, sizeof value, TEXT, 1); \
    return value; \
  }
#include "verifier.def"

/* Only 0 and 1 are values of the type; any other byte would be one that no
 * program can store. */
static int truth_value(void) {
  unsigned char value;
  __braid_input(&value, 1, "bool", 1);
  __braid_assume(value < 2);
  return value;
}

_Bool __VERIFIER_nondet_bool(void);
WEAK _Bool __VERIFIER_nondet_bool(void) { return (_Bool) truth_value(); }

_Bool __VERIFIER_nondet__Bool(void);
WEAK _Bool __VERIFIER_nondet__Bool(void) { return (_Bool) truth_value(); }

void __VERIFIER_nondet_memory(void *, size_t);
WEAK void __VERIFIER_nondet_memory(void *p, size_t n) {
  __braid_input(p, n, "memory", 0);
}

void __VERIFIER_assume(int);
WEAK void __VERIFIER_assume(int condition) { __braid_assume(condition); }

void __VERIFIER_assert(int);
WEAK void __VERIFIER_assert(int condition) {
  if (!condition) __braid_error("task-assert", "__VERIFIER_assert");
}

/* One thread, so every sequence is atomic. */
void __VERIFIER_atomic_begin(void);
WEAK void __VERIFIER_atomic_begin(void) {}

void __VERIFIER_atomic_end(void);
WEAK void __VERIFIER_atomic_end(void) {}
