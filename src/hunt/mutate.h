#ifndef HUNT_MUTATE_H
#define HUNT_MUTATE_H

#include "hunt/area.h"

/* Mutations of the input in bytes_now, by numbers of a seeded generator.  Nothing here
 * allocates.  None makes an input longer than area->longest, or what is longer than area->grown
 * longer than it was: an input, or one of its parts. */
void hunt_mutate(hunt_area *);

/* The last input with one of its comparisons mended: values that depend on all bytes, like
 * a checksum, are only known after the run. 0: none to mend. */
int hunt_mend(hunt_area *);

/* Less than the bound; 0 for bound 0. */
uint32_t hunt_below(hunt_area *, uint32_t bound);

#endif
