#ifndef EXPLORE_DROPS_H
#define EXPLORE_DROPS_H

#include "exec/strategy.h"
#include "explore/strategy.h"

/*
 * --check-drops: the states that strategies drop are kept (of many, a sample), and once all
 * paths have ended each runs on, path by path, without strategies.  Other states have its
 * runs, so it must show nothing new: no bug of a kind at an instruction where the run has
 * none of that kind, no other kind of end, no edge of the user's functions that the run did
 * not take.
 */
typedef struct drops drops;

drops *drops_new(void);
void drops_free(drops *);

/* A path of the run has ended so. */
void drops_note_end(drops *, const ending *);
/* The row drops the state now; it stays the caller's. */
void drops_keep(drops *, const state *, unsigned row);
/* No state of before is there any more. */
void drops_start_anew(drops *);

void drops_mark(const drops *, expr_table *);

typedef struct drops_result {
  uint64_t dropped, ran;        /* states */
  uint64_t instructions;
  uint64_t violations;
} drops_result;

/* Runs them, until *stop is set.  What is wrong is printed.  A run that was cut may lack
 * what they show: then nothing is compared.  Nor are edges unless the run is exact: what an
 * abstract state takes is no covered edge. */
drops_result drops_run(drops *, exec *, bool is_exact, volatile int *stop);

#endif
