/* What the programs here ask for, and the place to reach or not. */
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_nondet_memory(void *, size_t);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static inline int number(int low, int high) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= low && n <= high);
  return n;
}

static inline void symbols(void *bytes, size_t size) {
  __VERIFIER_nondet_memory(bytes, size);
}

static inline void target(void) { reach_error(); }
