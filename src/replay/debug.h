#ifndef REPLAY_DEBUG_H
#define REPLAY_DEBUG_H

#include "replay/replay_world.h"
#include "replay/run_info.h"

/*
 * A native reproduction that stays: the program, its test, standard input and files in a
 * directory, for a debugger.  It runs without a fence, in `work`.
 */
typedef struct debug_target {
  char *directory, *binary, *work;
  char *input;                  /* standard input; NULL: none */
  replay_words arguments;       /* argv, NULL at the end */
  replay_words environment;     /* the same */
  const run_info_bug *bug;      /* NULL: a test without one; borrowed */
} debug_target;

/* Builds it.  NULL, or a message to be freed. */
char *debug_target_init(debug_target *, const replay_program *, const run_info_bug *,
                        const testcase *, const char *directory);
void debug_target_release(debug_target *);

/* Commands for gdb that run to the bug, and the same as a launch.json of editors. */
void debug_write_commands(const debug_target *, FILE *);
void debug_write_launch(const debug_target *, FILE *);

#endif
