#ifndef SOLVER_CACHE_H
#define SOLVER_CACHE_H

#include "solver/links.h"

/*
 * The link of earlier runs: answers from a file (--cache). chain.c conducts this link,
 * since an answer has to be checked by the links that follow.
 */
cache *cache_new(expr_table *, const char *file, const char *build);
void cache_free(cache *);
void cache_flush(cache *);
void cache_forget(cache *);     /* before a sweep */

typedef enum cache_found {
  CACHE_NOTHING,
  CACHE_MODEL,                  /* confirmed, and in the slice */
  CACHE_OPEN,                   /* an answer was not waited for */
  CACHE_REFUTATION,             /* to be believed, or asked again; core in s->core */
  CACHE_WRONG,                  /* the file is, and was believed before: unknown */
} cache_found;

/* Of s->conjuncts. */
cache_found cache_find(solver *, slice *);

/* Questions within a question are not looked for. */
bool cache_is_asked(const solver *);
void cache_begin(solver *);
void cache_end(solver *);

/* Work done without success for an open query, to be reported before the query is given
 * up. */
uint64_t cache_work_so_far(const solver *);
void cache_note_open(solver *, uint64_t work);
/* How many conflicts a check of the found refutation is worth; 0: no check. */
uint64_t cache_doubt(solver *);
void cache_doubted(solver *, uint64_t conflicts);
void cache_believe(solver *);
/* ... and the refutation was wrong; true: earlier answers may have been wrong, too. */
bool cache_is_wrong(solver *);

/* Costs of answers, as the search counts costs. */
enum { CACHE_COSTS = 7 };
typedef struct cache_costs { uint64_t of[CACHE_COSTS]; } cache_costs;
cache_costs cache_costs_now(const solver *);
/* The answer to the query of the last cache_find. */
void cache_keep(solver *, const slice *, answer, const cache_costs *before);

#endif
