#ifndef MERGE_LATTICE_H
#define MERGE_LATTICE_H

#include "solver/solver.h"

/*
 * Abstract domains for joins, after "A General Lattice Model for Merging
 * Symbolic Execution Branches" (Scheurer, Haehnle, Bubel; Definitions 9 to 13).
 *
 * A value that differs between two states becomes, in the joined one, a fresh
 * constant c, and all that is kept of it is a constraint: the join of the two
 * least elements that describe it on either side.  The constraint holds for both
 * sides' own values, so whatever is proved of the joined state holds of both.
 *
 * Elements describe bit-vectors of 2 to 64 bits in two's complement, as they
 * are, with no integer behind them that could overflow.  The paper's integer
 * congruences become congruences modulo powers of two: no other modulus
 * survives the wrap.
 */
typedef enum lattice {
#define LATTICE(NAME, TEXT, KIND, NEEDS, SENTENCE) LATTICE_##NAME,
#include "merge/lattices.def"
  LATTICES
} lattice;

typedef enum lattice_kind {
  LATTICE_EXACT, LATTICE_EACH, LATTICE_ALL
} lattice_kind;

const char *lattice_text(lattice);
lattice_kind lattice_kind_of(lattice);
bool lattice_needs_expressions(lattice);
lattice lattice_find(const char *text);         /* LATTICES: none */

/* Lattices by the size of what is joined: 1, 2, 4 and 8 bytes; between two of
 * them the larger one's. */
enum { LATTICE_SIZES = 4 };
typedef struct lattice_sizes { lattice of[LATTICE_SIZES]; } lattice_sizes;

lattice_sizes lattice_for_all(lattice);
lattice lattice_of_width(const lattice_sizes *, unsigned width);
bool lattice_sizes_are_exact(const lattice_sizes *);
/* The lattice of all of them, if it is one; else LATTICES. */
lattice lattice_of_all(const lattice_sizes *);
/* "sign" for all, or "char=sign,int=interval", where what is not named is joined
 * by if-then-else.  NULL, or what is wrong with it, for the caller to free. */
char *lattice_read_sizes(const char *text, lattice_sizes *);

/*
 * An element; what the words mean is the lattice's:
 *   sign         low: a bit each for negative, zero, positive
 *   interval     low .. high, with the sign bit flipped, so that they ascend
 *   parity, congruence   high: the value of the lowest `low` bits
 *   pred         low: a bit each for "may be false", "may be true"
 *   pred_any     low: a bit for each expression that may hold; all: top
 */
typedef struct lattice_element { uint64_t low, high; } lattice_element;

/* At most so many expressions of a lattice that takes them all together. */
enum { LATTICE_EXPRESSIONS = 63 };

/* The least element found that describes the terms wherever the path holds: one
 * term, or all the expressions.  Where the solver gives up it is larger, and
 * describes them still. */
lattice_element lattice_abstract(lattice, solver *, expr_table *,
                                 const path *, const expr *, uint32_t count);

/* Of values of this width. */
lattice_element lattice_top(lattice, unsigned width);
bool lattice_is_top(lattice, unsigned width, lattice_element);
lattice_element lattice_join(lattice, unsigned width, lattice_element,
                             lattice_element);
/* At least the join, and no chain of them is long: bounds that moved go to the
 * next of few values. */
lattice_element lattice_widen(lattice, unsigned width, lattice_element before,
                              lattice_element now);
bool lattice_leq(lattice, unsigned width, lattice_element, lattice_element);

/* That the element describes the terms. */
expr lattice_constraint(lattice, expr_table *, lattice_element, const expr *,
                        uint32_t count);

#endif
