#ifndef SOLVER_BLAST_H
#define SOLVER_BLAST_H

#include "expr/expr.h"
#include "solver/gates.h"
#include "solver/instances.h"
#include "solver/orders.h"

/*
 * From terms to literals of a SAT solver: a term of width n becomes n literals, least
 * significant bit first, found once and kept.  Float operators become terms over
 * bit-vectors (expr/soft.h); a quantifier is a literal, whose meaning the caller adds
 * (instances.h).
 */
typedef struct blaster {
  expr_table *table;
  const interrupt *end;         /* NULL: none */
  gates gates;
  idmap nodes;                  /* expr -> 1 + index into `literals` */
  VEC(int) literals;
  VEC(expr) stack;
  orders orders;                /* of compared terms */
  quantifiers open;             /* quantifiers met */
  VEC(int) loose;               /* literals left open by a float operator */
  idmap float_terms;            /* a float operator -> its blasted term; of one addition */
  idmap loose_of;               /* expr -> index of the term's first, 2^32 * count */
} blaster;

void blaster_init(blaster *, expr_table *, const sat_table *,
                  const interrupt *);
void blaster_release(blaster *);

/* False if more than `limit` gates would be added (0: no limit) or after an interrupt;
 * gates made until then are sound and stay. */
bool blaster_add(blaster *, expr, uint64_t limit);

/* Every operator below has a circuit: only some of floats have none. */
bool blaster_can(const expr_table *, const expr *, uint32_t count);

/* The literals of an added term, NULL for another term; valid until the next addition. */
const int *blaster_bits(const blaster *, expr);

#endif
