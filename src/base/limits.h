#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * The tuning numbers of all rooms, from the table limits.def.  Set only while the command
 * line is read, so a run, all contenders and all re-executions have the same numbers.
 */
typedef struct limits_table {
#define LIMIT(NAME, VALUE, SMALL, LARGE, HOSTILE_IS, UNIT, REASON, CHOSEN) \
  uint32_t NAME;
#define ROOM(NAME)
#include "base/limits.def"
} limits_table;

extern limits_table limits;

/* Whether this is the hostile build; and the size of an array, in the build and there. */
#ifdef HOSTILE
enum { LIMITS_ARE_HOSTILE = 1 };
#define SIZED(REAL, TINY) (TINY)
#else
enum { LIMITS_ARE_HOSTILE = 0 };
#define SIZED(REAL, TINY) (REAL)
#endif

/* Sets one limit, by "NAME=VALUE".  False, and a message to be freed, for an unknown name
 * and for a value out of range. */
bool limits_set(const char *text, char **message);

/* Every row with its purpose: `braid help limits`. */
void limits_help(FILE *);

/* A line "NAME VALUE SMALL LARGE" for each limit, for scripts: `braid help limits
 * --plain`. */
void limits_list(FILE *);

#endif
