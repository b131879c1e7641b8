#ifndef RANDOM_ANSWER_H
#define RANDOM_ANSWER_H

#include "program.h"

/* What one run of braid said. */
typedef struct test {
  ending predicted;
  uint8_t bytes[MAX_BYTES];
} test;

typedef struct edge {           /* of a branch in the program's text */
  unsigned line, block, branch;
  bool is_taken;
} edge;

typedef struct answer {
  char verdict[32];             /* as stats.json has it */
  char cut[256];                /* what was cut; empty: nothing */
  char repeated[64];            /* a kind and line reported twice; or empty */
  uint64_t paths, paths_digest; /* how many were completed, and which */
  VEC(test) tests;
  VEC(edge) edges;
} answer;

void answer_release(answer *);

/* The tests in that directory; a path's exit, where no test says it, is taken
 * from what the program printed.  `untold`: some paths may have no test, so
 * that prints and tests cannot be matched.  False: a print is missing. */
bool answer_read_tests(answer *, const program *, const data_model *,
                       const char *directory, const char *output, bool untold,
                       bool joins);

/* Which branches were taken, by explored.lcov. */
void answer_read_edges(answer *, const char *directory);

/* The verdict and what was cut, by stats.json. */
void answer_read_verdict(answer *, const char *directory);

#endif
