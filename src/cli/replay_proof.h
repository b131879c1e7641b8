#ifndef CLI_REPLAY_PROOF_H
#define CLI_REPLAY_PROOF_H

#include "replay/run_info.h"

/*
 * `braid replay` of a run with a proof: no test may end natively in a checked error.  Left
 * out are errors that a native run with sanitizers does not show reliably: stacks are
 * larger there, time is different, and unwritten or unfreed memory needs other tools.
 */
typedef struct replay_proof_test {
  uint32_t number;
  testcase test;
} replay_proof_test;

/* Reports the end of each failing test; *failed: their number.  NULL, or why the tests
 * cannot be run, to be freed. */
char *replay_proof(const run_info *, const replay_limits *, const replay_proof_test *,
                   uint32_t count, uint32_t *failed);

#endif
