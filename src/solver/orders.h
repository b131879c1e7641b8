#ifndef SOLVER_ORDERS_H
#define SOLVER_ORDERS_H

#include "solver/gates.h"
#include "base/idmap.h"

/*
 * What comparisons say about each other.
 *
 * A comparison is a circuit over the bits of its operands, and that x < y and
 * y < z make x < z is something a SAT solver has to find out bit by bit, anew for
 * each three terms.  So clauses that say it are added as soon as three terms
 * are compared with each other: sorting, searching, greatest and least elements
 * are then mostly propagation.
 *
 * Each clause follows from the circuits, so no answer changes: a correct one is
 * obtained if this is omitted.  That is what bounds the number of neighbours.
 */
typedef struct order_edge {
  uint32_t to;                  /* node */
  int less, greater, equal;     /* literals of from < to, from > to, ...; or 0 */
} order_edge;

typedef VEC(order_edge) order_edges;

/* Terms under one order, and those that each is compared with.  Unsigned, a term and the
 * same with zeros before it are one node. */
typedef struct order_graph {
  idmap nodes;                  /* expr -> 1 + index into `edges` */
  VEC(order_edges) edges;
} order_graph;

typedef struct order {
  order_graph of[2];            /* unsigned, signed */
} orders;

void orders_release(orders *);

/* The literal is that of a < b; terms are named by their numbers. */
void orders_less(orders *, gates *, bool is_signed, uint32_t a, uint32_t b,
                int literal);
/* That of a == b, which matters between terms that are ordered, too. */
void orders_equal(orders *, gates *, bool is_signed, uint32_t a, uint32_t b,
                  int literal);

#endif
