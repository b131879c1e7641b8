#ifndef MERGE_LATTICE_H
#define MERGE_LATTICE_H

#include "solver/solver.h"

/*
 * Abstract domains for joins, after "A General Lattice Model for Merging Symbolic Execution
 * Branches" (Scheurer, Haehnle, Bubel; Definitions 9 to 13).
 *
 * A value that differs between two states becomes a fresh constant c in the joined state,
 * with a constraint: the join of the least elements that describe the value on either side.
 * The constraint holds for both sides' values, so proofs of the joined state hold for both.
 *
 * Elements describe bit-vectors of 2 to 64 bits in two's complement, without integers that
 * could overflow.  The paper's integer congruences become congruences modulo powers of two:
 * no other modulus survives the wrap.
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

/* Lattices by the size of the joined value: 1, 2, 4 and 8 bytes; between two sizes the
 * larger size's lattice. */
enum { LATTICE_SIZES = 4 };
typedef struct lattice_sizes { lattice of[LATTICE_SIZES]; } lattice_sizes;

lattice_sizes lattice_for_all(lattice);
lattice lattice_of_width(const lattice_sizes *, unsigned width);
bool lattice_sizes_are_exact(const lattice_sizes *);
/* The lattice of all sizes, if the same; else LATTICES. */
lattice lattice_of_all(const lattice_sizes *);
/* "sign" for all, or "char=sign,int=interval", with if-then-else for all other sizes.
 * NULL, or an error message to be freed. */
char *lattice_read_sizes(const char *text, lattice_sizes *);

/*
 * An element; meaning of the words by lattice:
 *   sign low: a bit each for negative, zero, positive
 *   interval low .. high, with the sign bit flipped, so in ascending order
 *   parity, congruence high: the value of the lowest `low` bits
 *   pred low: a bit each for "may be false", "may be true"
 *   pred_any low: a bit for each expression that may hold; all: top
 */
typedef struct lattice_element { uint64_t low, high; } lattice_element;

/* Most expressions of a lattice over all expressions together. */
enum { LATTICE_EXPRESSIONS = 63 };

/* The least element found that describes the terms wherever the path holds: a single term,
 * or all the expressions.  Where the solver gives up the element is larger, but still
 * describes the terms. */
lattice_element lattice_abstract(lattice, solver *, expr_table *,
                                 const path *, const expr *, uint32_t count);

/* Of values of this width. */
lattice_element lattice_top(lattice, unsigned width);
bool lattice_is_top(lattice, unsigned width, lattice_element);
lattice_element lattice_join(lattice, unsigned width, lattice_element,
                             lattice_element);
/* At least the join, with short chains: moved bounds go to the next of few values. */
lattice_element lattice_widen(lattice, unsigned width, lattice_element before,
                              lattice_element now);
bool lattice_leq(lattice, unsigned width, lattice_element, lattice_element);

/* The statement that the element describes the terms. */
expr lattice_constraint(lattice, expr_table *, lattice_element, const expr *,
                        uint32_t count);

#endif
