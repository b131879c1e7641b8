#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include "base/sha.h"

#include <stdbool.h>

/*
 * Keys of the seals on files that braid wrote: ledgers and caches of this user
 * (doc/jobs.md, "Seals"), and queues of processes with a common file.
 *
 * The user's key is 32 random bytes in $BRAID_KEY, or in braid/key below $XDG_STATE_HOME or
 * ~/.local/state, a file readable only for the user and made when first needed.  Without
 * such a file this process and its children have a key of their own, and no later process.
 */
enum { SECRET_BYTES = 32, SECRET_NAME = 16 };

/* A key derived for a purpose; the user's key itself never leaves this file. */
void secret_of_user(const char *purpose, uint8_t out[SECRET_BYTES]);
/* Whether the key is in a file, so later processes have the same key; secret_place: the
 * path, or the reason why there is no file (borrowed). */
bool secret_is_kept(void);
const char *secret_place(void);

/* Reads a key from a file of at least 16 bytes; other users must not have read permission.
 * NULL, or a message to be freed. */
char *secret_read(const char *path, uint8_t out[SECRET_BYTES]);

/* A public name of the key, which reveals nothing else about the key. */
void secret_name(const uint8_t key[SECRET_BYTES], char out[SECRET_NAME + 1]);

/* Unpredictable bytes. */
void secret_random(void *, size_t);

/* Whether two seals are the same, in constant time. */
bool secret_is_same(const uint8_t *, const uint8_t *, size_t);

#endif
