#ifndef SUITE_H
#define SUITE_H

/* A regression suite that `braid export` wrote: plain C, for any C compiler and any
 * POSIX system.  tests.c is the table; a test is one run of the program. */
#include <stddef.h>

struct suite_bytes {
  const char *name;             /* of a file; else NULL */
  const unsigned char *bytes;
  size_t size;
};

struct suite_test {
  const char *name;             /* "test000001" */
  const char *bug;              /* "div-by-zero at prog.c:7"; NULL: none was seen */
  const char *program;          /* which build sees it: "program" */
  int leaks;                    /* it is a leak that is to be seen */
  const char *const *arguments; /* without argv[0]; NULL at the end */
  const char *const *environment;       /* "NAME=value"; NULL at the end */
  const struct suite_bytes *inputs;     /* of symbolic objects: a .ktest file */
  const struct suite_bytes *input;      /* standard input; NULL: empty */
  const struct suite_bytes *files;      /* ends with a name that is NULL */
};

extern const struct suite_test suite_tests[];
extern const size_t suite_count;

enum suite_result {
  SUITE_PASSED,
  SUITE_FAILED,                 /* a sanitizer, a signal or the clock ended it */
  SUITE_SKIPPED                 /* its input is excluded by an assumption */
};

/* Runs it in a directory of its own; what happened is in `what`. */
enum suite_result suite_run(const struct suite_test *, char *what, size_t size);

#endif
