#ifndef HUNT_MUTATE_H
#define HUNT_MUTATE_H

#include "hunt/area.h"

/* Mutations of the input in bytes_now, by numbers of a seeded generator.  Nothing here
 * allocates.  None makes an input longer than area->longest, or what is longer than area->grown
 * longer than it was: an input, or one of its parts. */
void hunt_mutate(hunt_area *);

/* The input that was just run, with one comparison of its own changed: what depends on all
 * bytes, as a checksum does, is only known then.  0: there was none. */
int hunt_mend(hunt_area *);

/* Less than the bound; 0 if that is 0. */
uint32_t hunt_below(hunt_area *, uint32_t bound);

#endif
