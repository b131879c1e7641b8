#ifndef FINDING_FOLLOW_H
#define FINDING_FOLLOW_H

#include "base/options.h"
#include "formats/witness.h"

/*
 * `--witness=FILE`: a run that follows a witness.
 *
 * The sources are copied, and the witness is written into the copies as C, so its
 * expressions have the compiler's meaning, and the executor needs no notion of witnesses.
 * A counter holds the current segment (FOLLOW_COUNTER); each call, condition or statement
 * of a waypoint advances the counter if the constraint holds.  Invariants become checks.
 *
 * A violation is followed strictly first: at a waypoint of the present segment the
 * constraint is assumed.  That leaves one path, or few; a bug there confirms the witness.
 * By the format, however, an execution may come to the waypoint several times and pass it
 * later: if the strict run finds nothing, a second run allows this, and only the second run
 * can reject the witness.
 */
#define FOLLOW_COUNTER "__braid_witness_at"

/* Condition for a bug to count: the target's, with the counter there. */
struct follow_goal {
  uint32_t segments;            /* before the target */
  uint32_t line;
  char *file;
};

/* Whether both names may denote the same file. */
bool follow_same_file(const char *, const char *);

/* The copies of the sources of a pass. */
typedef struct follow {
  bool is_strict;
  char *scratch;
  VEC(char *) files, flags;
  char *property;               /* a file with the witness's, or NULL */
  struct follow_goal goal;
} follow;

/* NULL, or a message to be freed: the witness does not fit the program. */
char *follow_begin(follow *, const witness *, const options *, bool is_strict);
/* The options that run the copies; borrowed. */
void follow_apply(const follow *, const witness *, options *);
void follow_end(follow *);

#endif
