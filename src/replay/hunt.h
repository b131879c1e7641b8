#ifndef REPLAY_HUNT_H
#define REPLAY_HUNT_H

#include "replay/replay.h"

/*
 * A fuzz target, or a program whose main() has symbolic inputs of the world (hunt_world.h),
 * that looks for inputs natively: built with ASan, UBSan and counters of edges, the target
 * runs mutations of inputs (src/hunt) behind the fence, each time for a counted budget, and
 * keeps its findings in a file.  No finding is trusted: an input is only an input, which
 * braid runs itself.
 *
 * The same target, seed, budgets and given inputs lead to the same inputs, unless the
 * target depends on something else (a clock, addresses), or is ended by a limit.
 */
typedef struct hunt hunt;

typedef struct hunt_options {
  uint64_t seed;
  uint64_t longest;             /* bytes of an input of a fuzz target */
  const testcase *world;        /* of a program with main(): the arguments name the symbolic
                                 * inputs; borrowed as long as the hunt */
  const char *const *texts;     /* of the program's tables: what its arguments may be */
  uint32_t texts_count;
  bool has_undefined;           /* UBSan, too: the run looks for its reports */
  bool unconfined;              /* the user's explicit word */
} hunt_options;

/* Builds the target.  NULL, and a message to be freed: impossible, or there is no fence. */
hunt *hunt_new(const replay_program *, const hunt_options *, char **message);
void hunt_free(hunt *);

/* An initial test; copied.  Left out without room, or if too long. */
void hunt_give(hunt *, const testcase *);

/* Inputs that need no test: an empty one, and for a program one that is full of digits. */
void hunt_give_first(hunt *);

/* From now on these words say what is symbolic: the same inputs, with larger sizes.  All that was
 * found stays, and is to be taken again, as tests of these words; borrowed as those before. */
void hunt_enlarge(hunt *, const testcase *words);

/* Looks for inputs until about so many units of cost (explore/cost.h) are spent; adds what
 * was spent.  False: the target does not run, or never gets anywhere. */
bool hunt_run(hunt *, uint64_t units, uint64_t *spent);

/* The target's own statistics. */
typedef struct hunt_counts {
  uint64_t executions, inputs, crashes, hangs;  /* inputs: those that were kept */
  uint64_t grown;               /* how often their sizes were made larger */
} hunt_counts;

hunt_counts hunt_get_counts(const hunt *);

/* Adds to a test the objects of the next input found: first crashes, then inputs with a new
 * edge and inputs that do not end.  False: none. */
bool hunt_take(hunt *, testcase *);

/* The number of such inputs, taken or not. */
uint32_t hunt_found(hunt *);

#endif
