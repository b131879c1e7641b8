#ifndef FINDING_FOLLOW_H
#define FINDING_FOLLOW_H

#include "base/options.h"
#include "formats/witness.h"

/*
 * `--witness=FILE`: a run that follows a witness.
 *
 * The sources are copied, and what the witness says is written into the copies as
 * C, so that its expressions mean what the compiler says they mean, and no
 * executor knows of witnesses.  A counter holds the segment that an execution is
 * in (FOLLOW_COUNTER); each call, condition or statement that a waypoint names
 * moves it on if the constraint holds.  Invariants become checks.
 *
 * A violation is followed strictly first: where a waypoint of the present segment
 * is come to, its constraint is assumed.  That is one path, or few; a bug found on
 * it confirms the witness.  By the format, however, an execution may come to the
 * waypoint several times and pass it later: if the strict run finds nothing, a
 * second one lets it do so, and only that one can reject the witness.
 */
#define FOLLOW_COUNTER "__braid_witness_at"

/* What a bug must be to count: that of the target, when the counter is there. */
struct follow_goal {
  uint32_t segments;            /* before the target */
  uint32_t line;
  char *file;
};

/* Whether both names may be of one file. */
bool follow_same_file(const char *, const char *);

/* The copies of the sources of one pass. */
typedef struct follow {
  bool is_strict;
  char *scratch;
  VEC(char *) files, flags;
  char *property;               /* a file with the witness's, or NULL */
  struct follow_goal goal;
} follow;

/* NULL, or a message to be freed: the witness does not fit the program. */
char *follow_begin(follow *, const witness *, const options *, bool is_strict);
/* The options that run the copies; they borrow. */
void follow_apply(const follow *, const witness *, options *);
void follow_end(follow *);

#endif
