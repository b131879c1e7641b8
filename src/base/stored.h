#ifndef BASE_STORED_H
#define BASE_STORED_H

#include "base/options.h"

/*
 * Command lines from a file or a server, not from the user who started braid: another user
 * may have written them.
 *
 * A sealed command line was written by a braid with this user's key (base/secret.h): its
 * paths are the user's.  An unsealed command line must have no path that braid would write
 * to, and no path to a file that could come back as a test.
 */

/* Words of the present command line: the stored command line may have the same words. */
typedef struct stored_words { const char *const *items; uint32_t count; } stored_words;

/* NULL, or the first refused flag; borrowed. */
const char *stored_refuses_flag(const char *const *flags, uint32_t count,
                                stored_words by_hand);

/* Whether a file's name could be taken for an option by a compiler. */
bool stored_is_file(const char *name);

/* NULL, or the first refused word of these options; to be freed. */
char *stored_refuses(const options *, bool is_sealed, stored_words by_hand);

#endif
