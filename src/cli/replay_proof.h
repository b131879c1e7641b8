#ifndef CLI_REPLAY_PROOF_H
#define CLI_REPLAY_PROOF_H

#include "replay/run_info.h"

/*
 * `braid replay` of a run whose verdict was a proof: none of its tests may end natively in
 * an error that was checked.  Left out are errors of which a native run with sanitizers
 * is no sure witness: stacks are larger there, time is another one, and what is not written or
 * not freed others look for.
 */
typedef struct replay_proof_test {
  uint32_t number;
  testcase test;
} replay_proof_test;

/* Says of each test that fails how it ended; *failed: how many do.  NULL, or why they cannot
 * be run, to be freed. */
char *replay_proof(const run_info *, const replay_limits *, const replay_proof_test *,
                   uint32_t count, uint32_t *failed);

#endif
