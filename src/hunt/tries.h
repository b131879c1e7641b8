#ifndef HUNT_TRIES_H
#define HUNT_TRIES_H

#include "hunt/area.h"

/*
 * Inputs of a program with symbolic arguments that are tried before any mutation: each text of the
 * program's tables (names of options, keywords) and each letter as an option, alone, before a
 * number and before the name of a file.  Mutation would have to spell them.
 */

/* The next in bytes_now.  0: all were tried, or there is no argument for them. */
int hunt_try(hunt_area *);

/* There is an argument with room for an option. */
int hunt_takes_options(const hunt_area *);

/* So many options there are; one of them, cut to `most` bytes: its size. */
uint32_t hunt_options_of(const hunt_area *);
uint32_t hunt_option(const hunt_area *, uint32_t which, uint8_t *to, uint32_t most);

#endif
