#ifndef REPLAY_RUN_INFO_H
#define REPLAY_RUN_INFO_H

#include "files/outdir.h"
#include "replay/replay.h"

/*
 * Facts of a run for `braid replay DIR`: the file run.info in DIR. A "key value" a line;
 * values are percent-encoded, so a path may hold anything.  `program` and the bugs point
 * into `strings`, owned by a run_info that was read; a run_info for writing borrows and is
 * not released.
 */
typedef struct run_info_bug {
  uint32_t test;
  outcome kind;
  const replay_frame *stack;
  uint32_t stack_count;
} run_info_bug;

typedef struct run_info {
  replay_program program;
  uint32_t tests;               /* test000001.ktest .. */
  const run_info_bug *bugs;
  uint32_t bugs_count;
  const char *verdict;          /* of a proof, as in reports; NULL: no proof */
  const outcome *checked;       /* ... no test may end in one of these */
  uint32_t checked_count;
  const char *const *words;     /* the command line, from its second word on ... */
  uint32_t words_count;         /* ... 0: of a braid that did not note it */
  const char *where;            /* ... and where it was given, */
  const char *digest;           /* ... the digest of its files, and */
  const char *build;            /* ... of what build of braid */
  VEC(void *) strings;
} run_info;

bool run_info_write(const run_info *, outdir *);

/* NULL, or a message to be freed. */
char *run_info_read(run_info *, const char *directory);
void run_info_release(run_info *);

#endif
