/*
 * <fenv.h>.  Braid rounds to nearest and keeps no exception flags: another
 * rounding mode, and a question about the flags, end the path as unsupported.
 * Clearing and raising flags is nothing as long as nobody asks.  An environment
 * that was saved holds what every environment here holds, so nothing is written
 * to it and it may always be restored.
 */
#include "libc.h"
#include "primitives.h"

#if defined __aarch64__
enum { MODES = 0xc00000 };
#else
enum { MODES = 0xc00 };
#endif

int fegetround(void);
WEAK int fegetround(void) { return 0; }         /* FE_TONEAREST everywhere */

int fesetround(int);
WEAK int fesetround(int mode) {
  if (mode & ~MODES) return 1;
  if (mode) __braid_unsupported("a rounding mode other than to nearest");
  return 0;
}

static int ask(int flags) {
  if (flags) __braid_unsupported("the flags of floating-point exceptions");
  return 0;
}

int fetestexcept(int);
WEAK int fetestexcept(int flags) { return ask(flags); }

int fegetexceptflag(void *, int);
WEAK int fegetexceptflag(void *to, int flags) {
  (void) to;
  return ask(flags);
}

int feclearexcept(int);
WEAK int feclearexcept(int flags) {
  (void) flags;
  return 0;
}

int feraiseexcept(int);
WEAK int feraiseexcept(int flags) {
  (void) flags;
  return 0;
}

int fesetexceptflag(const void *, int);
WEAK int fesetexceptflag(const void *from, int flags) {
  (void) from, (void) flags;
  return 0;
}

int fegetenv(void *);
WEAK int fegetenv(void *to) {
  (void) to;
  return 0;
}

int feholdexcept(void *);
WEAK int feholdexcept(void *to) {
  (void) to;
  return 0;
}

int fesetenv(const void *);
WEAK int fesetenv(const void *from) {
  (void) from;
  return 0;
}

int feupdateenv(const void *);
WEAK int feupdateenv(const void *from) {
  (void) from;
  return 0;
}

/* GNU: signals for exceptions. */
int feenableexcept(int);
WEAK int feenableexcept(int flags) {
  if (flags) __braid_unsupported("signals for floating-point exceptions");
  return 0;
}

int fedisableexcept(int);
WEAK int fedisableexcept(int flags) {
  (void) flags;
  return 0;
}

int fegetexcept(void);
WEAK int fegetexcept(void) { return 0; }
