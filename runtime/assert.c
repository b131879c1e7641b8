/* What a failing assert() calls, in the C libraries' several spellings. */
#include "libc.h"

_Noreturn void __assert_fail(const char *, const char *, unsigned,
                             const char *);
WEAK void __assert_fail(const char *condition, const char *file,
                        unsigned line, const char *function) {
  (void) file; (void) line; (void) function;
  __braid_error("assert", condition);
}

_Noreturn void __assert_perror_fail(int, const char *, unsigned, const char *);
WEAK void __assert_perror_fail(int error, const char *file, unsigned line,
                               const char *function) {
  (void) error; (void) file; (void) line; (void) function;
  __braid_error("assert", "assert_perror");
}

_Noreturn void __assert(const char *, const char *, int);
WEAK void __assert(const char *condition, const char *file, int line) {
  (void) file; (void) line;
  __braid_error("assert", condition);
}
