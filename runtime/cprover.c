/* CBMC's functions, as its harnesses call them, mostly without a declaration.  What such
 * a call passes for a condition may be an int or a pointer: the parameter holds both. */
#include "libc.h"

#define NONDET(NAME, TYPE, TEXT) \
  TYPE nondet_##NAME(void); \
  WEAK TYPE nondet_##NAME(void) { \
    TYPE value; \
    __braid_input(&value, sizeof value, TEXT, 1); \
    return value; \
  }
#include "verifier.def"

static int truth_value(void) {
  unsigned char value;
  __braid_input(&value, 1, "bool", 1);
  __braid_assume(value < 2);
  return value;
}

_Bool nondet_bool(void);
WEAK _Bool nondet_bool(void) { return (_Bool) truth_value(); }

_Bool nondet__Bool(void);
WEAK _Bool nondet__Bool(void) { return (_Bool) truth_value(); }

void __CPROVER_assume(unsigned long long);
WEAK void __CPROVER_assume(unsigned long long condition) { __braid_assume(condition != 0); }

void __CPROVER_assert(unsigned long long, const char *);
WEAK void __CPROVER_assert(unsigned long long condition, const char *text) {
  if (!condition) __braid_error("task-assert", text);
}

void __CPROVER_precondition(unsigned long long, const char *);
WEAK void __CPROVER_precondition(unsigned long long condition, const char *text) {
  if (!condition) __braid_error("task-assert", text);
}

void __CPROVER_cover(unsigned long long);
WEAK void __CPROVER_cover(unsigned long long condition) { (void) condition; }
