#ifndef SOLVER_ORDERS_H
#define SOLVER_ORDERS_H

#include "base/idmap.h"
#include "solver/gates.h"

/*
 * Consequences of comparisons.
 *
 * A comparison is a circuit over the bits of the operands; a SAT solver has to find out bit
 * by bit, anew for each three terms, that x < y and y < z imply x < z.  So clauses for
 * transitivity are added as soon as three terms are compared with each other: sorting,
 * searching, greatest and least elements are then mostly propagation.
 *
 * Each clause follows from the circuits, so no answer changes: a correct answer is obtained
 * if this is omitted.  The number of neighbours is bounded.
 */
typedef struct order_edge {
  uint32_t to;                  /* node */
  int less, greater, equal;     /* literals of from < to, from > to, ...; or 0 */
} order_edge;

typedef VEC(order_edge) order_edges;

/* Terms under one order, each with the terms it is compared with.  Unsigned, a term and its
 * zero extension are the same node. */
typedef struct order_graph {
  idmap nodes;                  /* expr -> 1 + index into `edges` */
  VEC(order_edges) edges;
} order_graph;

typedef struct order {
  order_graph of[2];            /* unsigned, signed */
} orders;

void orders_release(orders *);

/* `literal` is a < b; a and b are numbers of terms. */
void orders_less(orders *, gates *, bool is_signed, uint32_t a, uint32_t b,
                int literal);
/* `literal` is a == b, which matters between ordered terms. */
void orders_equal(orders *, gates *, bool is_signed, uint32_t a, uint32_t b,
                  int literal);

#endif
