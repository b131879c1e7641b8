#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include "base/sha.h"

#include <stdbool.h>

/*
 * Keys, by which braid knows again what it wrote: ledgers and caches of this user
 * (doc/jobs.md, "Seals"), and queues whose processes share a file.
 *
 * The user's key is 32 random bytes in $BRAID_KEY, or in braid/key below $XDG_STATE_HOME
 * or ~/.local/state: a file that only the user reads, made when it is first needed.
 * Where it cannot be made, this process and those that it forks have one of their own,
 * and nobody later.
 */
enum { SECRET_BYTES = 32, SECRET_NAME = 16 };

/* The key itself never leaves: what is derived from it for a purpose does. */
void secret_of_user(const char *purpose, uint8_t out[SECRET_BYTES]);
/* Whether the key is in a file, so that later processes have it; where that is, or why
 * there is none: borrowed. */
bool secret_is_kept(void);
const char *secret_place(void);

/* A key that is a file's content, 16 bytes at least, which others may not read.  NULL, or
 * a message to be freed. */
char *secret_read(const char *path, uint8_t out[SECRET_BYTES]);

/* Says which key it is and nothing else about it. */
void secret_name(const uint8_t key[SECRET_BYTES], char out[SECRET_NAME + 1]);

/* Bytes that nobody can foresee. */
void secret_random(void *, size_t);

/* Whether two seals are the same; takes as long if they are not. */
bool secret_is_same(const uint8_t *, const uint8_t *, size_t);

#endif
