#ifndef FINDING_WORLD_H
#define FINDING_WORLD_H

#include "base/options.h"
#include "exec/exec.h"
#include "files/testcase.h"

/*
 * The world round the program, from the options to the start state.  Symbolic parts are
 * described by KLEE's words (--sym-args 0 2 8), which may stand among braid's options or
 * among the program's arguments: the runtime replaces the words in argv
 * (runtime/arguments.h).  A test repeats the words as its arguments, with TESTCASE_ENV and
 * TESTCASE_ROOT for further needs of a native run.
 */
typedef struct world {
  VEC(char *) arguments;        /* argv of the start; owned */
  VEC(char *) environment;      /* "NAME=value", NULL at the end; owned */
  host_files *host;             /* of --root, or NULL */
  bool has_arguments;           /* the program is given some, fixed or symbolic */
} world;

/* False and a message to be freed: missing or invalid words, a variable without "=", a
 * missing root. */
bool world_init(world *, const options *, char **message);
void world_release(world *);

/* Sets the runtime's braid_world in the start state.  The property may be that every run
 * ends. */
void world_set(const options *, bool must_end, exec *, state *start);

/* The words and the arguments, as kept in a test. */
void world_add_arguments(const options *, testcase *);

#endif
