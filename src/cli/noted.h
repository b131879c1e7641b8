#ifndef CLI_NOTED_H
#define CLI_NOTED_H

#include "base/options.h"
#include "base/sha.h"
#include "replay/run_info.h"

/* What run.info notes of a run so that `braid explain` can make it again: the command line, without
 * passwords, where it was given, and the digest of the program's files. */
typedef struct noted {
  VEC(const char *) words;
  VEC(char *) shown;            /* words that are not the command line's own */
  char *where;
  sha256_text digest;
} noted;

/* Puts it into the run_info, which borrows it until noted_release. */
void noted_fill(noted *, const options *, run_info *);
void noted_release(noted *);

#endif
