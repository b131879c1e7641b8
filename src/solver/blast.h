#ifndef SOLVER_BLAST_H
#define SOLVER_BLAST_H

#include "expr/expr.h"
#include "solver/gates.h"
#include "solver/instances.h"
#include "solver/orders.h"

/*
 * From terms to literals of one SAT solver: a term of width n becomes n
 * literals, least significant bit first, found once and kept.  Float operators
 * become terms over bit-vectors (expr/soft.h); a quantifier is one literal, and what it
 * stands for is left to the caller (instances.h).
 */
typedef struct blaster {
  expr_table *table;
  const interrupt *end;         /* NULL: none */
  gates gates;
  idmap nodes;                  /* expr -> 1 + index into `literals` */
  VEC(int) literals;
  VEC(expr) stack;
  orders orders;                /* of terms that are compared */
  quantifiers open;             /* that were met */
  VEC(int) loose;               /* literals that a float operator leaves open */
  idmap float_terms;            /* a float operator -> what it is blasted as; of one addition */
  idmap loose_of;               /* expr -> index of its first, 2^32 * how many */
} blaster;

void blaster_init(blaster *, expr_table *, const sat_table *,
                  const interrupt *);
void blaster_release(blaster *);

/* False when more than `limit` gates would be added (0: no limit) or it was
 * interrupted; what was made by then is sound and stays. */
bool blaster_add(blaster *, expr, uint64_t limit);

/* Every operator below has a circuit: only some of floats have none. */
bool blaster_can(const expr_table *, const expr *, uint32_t count);

/* The literals of a term that was added, NULL if it was not; valid until the
 * next addition. */
const int *blaster_bits(const blaster *, expr);

#endif
