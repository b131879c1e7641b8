#ifndef EXPR_SWEEP_H
#define EXPR_SWEEP_H

#include "expr/varset.h"

/*
 * Sweeping: unmarked terms leave the table, and their indices are reused.  A holder of
 * terms from one slice of work to the next is a root; each room registers roots.  Handles
 * on the stack are no roots: sweep only between two slices of work.
 *
 * No answer depends on sweeps: decisions about terms go by content (expr_order, expr_key);
 * a bounded cache is a root, so a sweep drops none of its entries; dropped results are made
 * again, equal.
 */
typedef struct sweep_root {
  const char *name;             /* for test/forgotten.sh */
  void *context;
  /* Calls sweep_mark with each held term.  NULL: none is held. */
  void (*mark)(void *context, expr_table *);
  /* After all marks: drops results about unmarked terms.  May be NULL. */
  void (*forget)(void *context, expr_table *);
} sweep_root;

void sweep_add_root(expr_table *, sweep_root);
void sweep_remove_root(expr_table *, const void *context);      /* no effect on an unknown
                                                                 * context */

/* Keeps the term and all terms below; {0} and EXPR_UNDEFINED are accepted. */
void sweep_mark(expr_table *, expr);
void sweep_mark_set(expr_table *, varset);
bool sweep_is_marked(const expr_table *, expr);
/* Outside of a sweep: whether the index is some term's. */
bool sweep_is_there(const expr_table *, expr);
/* Counts sweeps, including a running sweep: a shared record with this number is already
 * marked. */
uint32_t sweep_number(const expr_table *);

/* Enough terms were made since the last sweep for another sweep to pay. */
bool sweep_is_due(const expr_table *);
void sweep_run(expr_table *);

typedef struct sweep_stats {
  uint64_t sweeps, terms, ns;   /* sweeps done, terms removed, time */
} sweep_stats;
sweep_stats sweep_get_stats(const expr_table *);

#endif
