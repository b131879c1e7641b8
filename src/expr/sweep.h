#ifndef EXPR_SWEEP_H
#define EXPR_SWEEP_H

#include "expr/varset.h"

/*
 * Sweeping: terms that are not held any more leave the table, and their indices
 * are given to others.  What holds terms from one slice of work to the next is
 * a root; each room registers its own.  Handles on the stack are none: sweep only
 * between two slices of work.
 *
 * No answer depends on when a sweep happens, or whether: what decides by terms
 * decides by their content (expr_order, expr_key); a bounded cache is a root, so
 * that it forgets nothing; and what else is dropped here is made again, the same.
 */
typedef struct sweep_root {
  const char *name;             /* for test/forgotten.sh */
  void *context;
  /* Calls sweep_mark with each term that it holds. */
  void (*mark)(void *context, expr_table *);
  /* After all have marked: drops what it knows of terms that are not marked.  May
   * be NULL. */
  void (*forget)(void *context, expr_table *);
} sweep_root;

void sweep_add_root(expr_table *, sweep_root);
void sweep_remove_root(expr_table *, const void *context);      /* if it is one */

/* The term and all below it stay; {0} and EXPR_UNDEFINED are accepted. */
void sweep_mark(expr_table *, expr);
void sweep_mark_set(expr_table *, varset);
bool sweep_is_marked(const expr_table *, expr);
/* Outside of a sweep: whether the index is some term's. */
bool sweep_is_there(const expr_table *, expr);
/* Counts sweeps, the one at work included: a shared record that has this number has
 * been marked already. */
uint32_t sweep_number(const expr_table *);

/* So many terms were made since the last sweep that another one pays. */
bool sweep_is_due(const expr_table *);
void sweep_run(expr_table *);

typedef struct sweep_stats {
  uint64_t sweeps, terms, ns;   /* how often, terms that went, time for it */
} sweep_stats;
sweep_stats sweep_get_stats(const expr_table *);

#endif
