#ifndef REPLAY_REPLAY_SETTINGS_H
#define REPLAY_REPLAY_SETTINGS_H

#include "replay/fence.h"
#include "replay/replay.h"
#include "replay/replay_world.h"

/* All that the program's environment holds: the test's, and what the sanitizers and
 * runtime/replay.c need; NULL at the end.  `profile` may be NULL. */
replay_words replay_run_settings(const testcase *, fence_kind, const char *ktest,
                                 const char *noted, const replay_limits *, const char *profile);

#endif
