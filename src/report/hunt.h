#ifndef REPORT_HUNT_H
#define REPORT_HUNT_H

#include "report/replay.h"

/*
 * A fuzz target that looks for inputs natively: built with ASan, UBSan and counters of its
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
  uint64_t longest;             /* bytes of an input */
  bool has_undefined;           /* UBSan, too: its reports are what the run looks for */
  bool unconfined;              /* the user's explicit word */
} hunt_options;

/* Builds the target.  NULL, and a message to be freed: it cannot be, or there is no fence. */
hunt *hunt_new(const replay_program *, const hunt_options *, char **message);
void hunt_free(hunt *);

/* An input to begin with, no longer than HUNT_LONGEST; copied.  It is left out if there is
 * no room. */
void hunt_give(hunt *, const void *bytes, size_t size);

/* Looks for inputs until about so many units of cost (explore/cost.h) are spent; adds what
 * was spent.  False: the target does not run, or never gets anywhere. */
bool hunt_run(hunt *, uint64_t units, uint64_t *spent);

/* The next input that was found: those that crash first, then those that take an edge first
 * or do not end.  Borrowed until the next call.  False: there is none. */
bool hunt_take(hunt *, const uint8_t **bytes, size_t *size);

#endif
