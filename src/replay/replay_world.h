#ifndef REPLAY_REPLAY_WORLD_H
#define REPLAY_REPLAY_WORLD_H

#include "files/testcase.h"

/*
 * What a test says about the world round the program, as a native run finds it:
 * its arguments, its environment, and the files in its working directory.
 */
typedef VEC(const char *) replay_words;         /* owned; NULL at the end */

/* argv as the program saw it: symbolic arguments are those of the test. */
replay_words replay_world_arguments(const testcase *, const char *binary);

/* "NAME=value" each, without the NULL. */
replay_words replay_world_environment(const testcase *);

/* Puts the files of --root and the symbolic ones into the directory; if it will be
 * the program's "/", also those under absolute paths.  NULL, or a message to be
 * freed. */
char *replay_world_place_files(const testcase *, const char *directory,
                               bool is_root);

/* NULL, or why no native run can be like the one in braid; `has_root`: its working
 * directory is "/". */
const char *replay_world_obstacle(const testcase *, bool has_root);
/* An answer that the C library may give is among the inputs (runtime/compare.c): natively the
 * library gives its own. */
bool replay_world_asks_library(const testcase *);

void replay_words_release(replay_words *);

#endif
