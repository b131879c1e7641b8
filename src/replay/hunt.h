#ifndef REPLAY_HUNT_H
#define REPLAY_HUNT_H

#include "replay/replay.h"

/*
 * A fuzz target, or a program whose main() has symbolic inputs of the world (hunt_world.h), that
 * looks for inputs natively: built with ASan, UBSan and counters of its
 * edges, it runs mutations of inputs (src/hunt) behind the fence, each time for a counted
 * budget, and remembers what it found in a file.  Nothing is believed of what it says: an
 * input is an input, which braid runs itself.
 *
 * The same target, seed, budgets and inputs that are given make it find the same inputs,
 * unless the target depends on something else (a clock, addresses), or is ended by a limit.
 */
typedef struct hunt hunt;

typedef struct hunt_options {
  uint64_t seed;
  uint64_t longest;             /* bytes of an input of a fuzz target */
  const testcase *world;        /* of a program with main(): its arguments say what is symbolic;
                                 * borrowed as long as the hunt */
  bool has_undefined;           /* UBSan, too: its reports are what the run looks for */
  bool unconfined;              /* the user's explicit word */
} hunt_options;

/* Builds the target.  NULL, and a message to be freed: it cannot be, or there is no fence. */
hunt *hunt_new(const replay_program *, const hunt_options *, char **message);
void hunt_free(hunt *);

/* A test to begin with; copied.  It is left out if there is no room, or if it is too long. */
void hunt_give(hunt *, const testcase *);

/* Inputs that need no test: an empty one, and for a program one that is full of digits. */
void hunt_give_first(hunt *);

/* From now on these words say what is symbolic: the same inputs, with larger sizes.  All that was
 * found stays, and is to be taken again, as tests of these words; borrowed as those before. */
void hunt_enlarge(hunt *, const testcase *words);

/* Looks for inputs until about so many units of cost (explore/cost.h) are spent; adds what
 * was spent.  False: the target does not run, or never gets anywhere. */
bool hunt_run(hunt *, uint64_t units, uint64_t *spent);

/* What the target says it did. */
typedef struct hunt_counts {
  uint64_t executions, inputs, crashes, hangs;  /* inputs: those that were kept */
  uint64_t grown;               /* how often their sizes were made larger */
} hunt_counts;

hunt_counts hunt_get_counts(const hunt *);

/* Adds to a test the objects of the next input that was found: those that crash first, then
 * those that take an edge first or do not end.  False: there is none. */
bool hunt_take(hunt *, testcase *);

/* How many such inputs there are, taken or not. */
uint32_t hunt_found(hunt *);

#endif
