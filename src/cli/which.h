#ifndef CLI_WHICH_H
#define CLI_WHICH_H

#include "replay/run_info.h"

/* Which bug or test of which run: what `braid explain` and `braid debug` are given.  DIR and
 * --test=N as for `braid replay`, or the file of a test; nothing is braid-last and its first bug. */
typedef struct which {
  const char *place;            /* a directory, or a file of a test; NULL: braid-last */
  uint32_t test;                /* 0: the first bug's */
  VEC(const char *) flags;      /* --flag: allowed by hand */
} which;

typedef struct which_bug {
  char *directory;              /* absolute */
  run_info info;
  const run_info_bug *bug;      /* NULL: a test without one */
  uint32_t number;              /* of the test */
  testcase test;
  testcase unset;               /* beside it: values that no test sets */
} which_bug;

/* Whether the word of a command line was taken; *error: it is wrong. */
bool which_takes(which *, const char *word, char **error);
/* "--name=N" with N in a range. */
bool which_number(const char *word, const char *prefix, uint32_t low, uint32_t high, uint32_t *n);

/* NULL, or a message to be freed: no such run, bug or test. */
char *which_find(const which *, which_bug *);
void which_release(which_bug *);

/* The exit statuses after wrong words, and where what is needed is not there; the message of
 * `braid COMMAND` is printed and freed. */
int which_misused(const char *command, char *message);
int which_failed(const char *command, char *message);

#endif
