#ifndef REPLAY_REPLAY_WORLD_H
#define REPLAY_REPLAY_WORLD_H

#include "files/testcase.h"

/*
 * The world round the program in a test, for a native run: arguments, environment, and the
 * files in the working directory.
 */
typedef VEC(const char *) replay_words;         /* owned; NULL at the end */

/* argv for the program: symbolic arguments have the test's values. */
replay_words replay_world_arguments(const testcase *, const char *binary);

/* "NAME=value" each, without the NULL. */
replay_words replay_world_environment(const testcase *);

/* Puts the files of --root and the symbolic files into the directory; if the directory
 * becomes the program's "/", also files under absolute paths.  NULL, or a message to be
 * freed. */
char *replay_world_place_files(const testcase *, const char *directory,
                               bool is_root);

/* NULL, or why no native run can be like the run in braid; `has_root`: the working
 * directory is "/". */
const char *replay_world_obstacle(const testcase *, bool has_root);
/* A possible answer of the C library is among the inputs (runtime/compare.c): natively the
 * library gives its own. */
bool replay_world_asks_library(const testcase *);

void replay_words_release(replay_words *);

#endif
