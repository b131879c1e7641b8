#ifndef BASE_STORED_H
#define BASE_STORED_H

#include "base/options.h"

/*
 * Command lines that braid finds in a file or on a server, and did not get from who
 * started it: another user may have written them.
 *
 * A sealed command line was written by a braid with this user's key (base/secret.h):
 * its paths are the user's.  Of one without a seal no path is taken that braid would
 * write, or whose content could come back as a test.
 */

/* What a person said on the command line of now: words that are the same in the
 * stored one are allowed. */
typedef struct stored_words { const char *const *items; uint32_t count; } stored_words;

/* NULL, or the first flag that is not taken; borrowed. */
const char *stored_refuses_flag(const char *const *flags, uint32_t count,
                                stored_words by_hand);

/* Whether a file's name could be taken for an option by a compiler. */
bool stored_is_file(const char *name);

/* NULL, or the first word of these options that is not taken; to be freed. */
char *stored_refuses(const options *, bool is_sealed, stored_words by_hand);

#endif
