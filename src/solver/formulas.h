#ifndef SOLVER_FORMULAS_H
#define SOLVER_FORMULAS_H

#include "base/keys.h"
#include "base/vec.h"

#include <stdbool.h>

/*
 * Boolean formulas over numbered atoms, hash-consed: conjunctions, choices, and negation at
 * no cost.  Equal formulas have equal handles; constants and equal parts vanish.  Formulas
 * live until all are cleared.
 */
typedef uint32_t formula;       /* twice the node's number, plus 1 if negated */

enum { FORMULA_TRUE = 0, FORMULA_FALSE = 1 };

typedef enum formula_kind {
  FORMULA_CONSTANT, FORMULA_ATOM, FORMULA_BOTH, FORMULA_CHOICE
} formula_kind;

typedef struct formulas {
  keys nodes;
  VEC(uint32_t) first;          /* by number: the least rank of the formula's atoms */
  const uint32_t *ranks;        /* of atoms; NULL: no ranks yet */
} formulas;

void formulas_clear(formulas *);
void formulas_release(formulas *);

formula formula_atom(formulas *, uint32_t number);
formula formula_both(formulas *, formula, formula);
formula formula_choice(formulas *, formula condition, formula then,
                       formula other);

static inline formula formula_not(formula f) { return f ^ 1; }

static inline formula formula_either(formulas *s, formula a, formula b) {
  return formula_both(s, a ^ 1, b ^ 1) ^ 1;
}

/* The formula's parts; of an atom: the atom's number. */
formula_kind formula_open(const formulas *, formula, uint32_t part[3]);

/* From now on atoms have these ranks; valid until the next clear. */
void formulas_rank(formulas *, const uint32_t *ranks);

/* UINT32_MAX of constants. */
static inline uint32_t formula_first(const formulas *s, formula f) {
  return s->first.items[f >> 1];
}

#endif
