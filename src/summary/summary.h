#ifndef SUMMARY_SUMMARY_H
#define SUMMARY_SUMMARY_H

#include "expr/expr.h"

/*
 * Guards and value summaries: ordered decision diagrams in the table of terms.
 *
 * A diagram is a CHOICE node whose atoms are in strictly ascending order on every way down,
 * or a leaf: any other term.  An atom is a 1-bit term, numbered at first use.  A guard is a
 * diagram with leaves true and false; a summary has values as leaves.  Both are reduced: no
 * node has equal arms, and equal diagrams are the same node.  So equality of guards is
 * equality of handles, guards of a summary's leaves are disjoint and cover by construction,
 * and equal leaves coalesce.
 *
 * Diagrams are canonical propositionally: atoms are terms, so an infeasible leaf may
 * remain. Operators apply leaf by leaf, so concrete leaves stay concrete.  Where a result
 * would have too many nodes, no diagram is made, and the operator stays above the diagram
 * as a plain term: still precise, but not split.  A correct answer is obtained if diagrams
 * are omitted.
 */
typedef struct summaries summaries;

typedef struct summary_stats {
  uint64_t applications;        /* operators applied to leaves */
  uint64_t leaf_operations;     /* pairs of leaves met */
  uint64_t steps;               /* from node to node, in all */
  uint64_t nodes;               /* made */
  uint64_t ns;                  /* spent on diagrams */
  uint64_t refused;             /* results refused as too large */
  uint64_t atoms;
} summary_stats;

summaries *summaries_new(expr_table *, uint32_t max_nodes);
void summaries_free(summaries *);
/* Once the flag is set every result is too large, so a run can end. */
void summaries_stop_at(summaries *, volatile const int *stop);
/* Sets the number of steps, counted from the start, after which every result is too large;
 * returns the previous number. */
uint64_t summaries_allow(summaries *, uint64_t steps);
bool summaries_are_spent(const summaries *);
const summary_stats *summaries_get_stats(const summaries *);

/* From now on operators on diagrams of the table are applied to their leaves. */
void summaries_lift(summaries *, bool);

/* The guard of a condition: connectives are taken apart down to atoms. */
expr summary_guard(summaries *, expr condition);

/* Different leaves, at most `limit` of them; of small numbers at least as many as there
 * are. */
uint32_t summary_leaves(summaries *, expr, uint32_t limit);

/* Guard ? then : other, on diagrams.  {0}: too large. */
expr summary_ite(summaries *, expr guard, expr then, expr other);
expr summary_not(summaries *, expr guard);
/* Of any conditions.  Too large: a term with two operands. */
expr summary_and(summaries *, expr, expr);
expr summary_or(summaries *, expr, expr);

/* A diagram with the value of e wherever `care` holds, smaller than e if cheaply
 * possible. */
expr summary_restrict(summaries *, expr e, expr care);
/* ... wherever all conditions hold. */
expr summary_restrict_to_all(summaries *, expr e, const expr *conditions,
                             uint32_t count);

/* A diagram of small numbers plus a number is none: see sums.c. */
static inline bool summary_is_leaf(const expr_table *t, expr e) {
  expr_node n = expr_get(t, e);
  if (n.op == EXPR_CHOICE) return false;
  return n.op != EXPR_ADD || !expr_is_const(t, n.arg[1]) ||
         expr_get(t, n.arg[0]).op != EXPR_CHOICE || !(expr_get(t, n.arg[0]).imm & 1);
}

/* Visits each distinct leaf of the diagram with the leaf's guard; stops when visit returns
 * false.  At most `limit` leaves: false if more, or where a guard grows too large. */
bool summary_each_leaf(summaries *, expr, uint32_t limit,
                       bool (*visit)(void *context, expr leaf, expr guard),
                       void *context);

/* Ways down to the leaves; 0: more than `limit` nodes. */
double summary_ways(summaries *, expr, uint32_t limit);

/* Nodes of the diagram, leaves not counted; stops at the limit. */
uint32_t summary_size(summaries *, expr, uint32_t limit);

void summary_check(summaries *, expr);  /* fatal if not ordered and reduced */

#endif
