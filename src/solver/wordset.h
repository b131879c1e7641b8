#ifndef SOLVER_WORDSET_H
#define SOLVER_WORDSET_H

#include "base/pmap.h"
#include "expr/expr.h"
#include "expr/varset.h"

/*
 * The possible values of a word under a chain of comparisons with numbers: an unsigned and
 * a signed interval less single numbers.  A chain shares everything with the chain of one
 * comparison less, so a switch with n cases costs n times the logarithm, not n squared.
 *
 * The word is the concatenation of all symbols of the chain, the symbol with the least
 * number lowest; at most 64 bits.  Every value of the word is the value of some input.
 */
typedef struct wordset {
  varset word;
  uint64_t low, high;           /* unsigned; low > high: no value is left */
  uint64_t signed_low, signed_high;     /* the same, with the sign bit flipped */
  pmap excluded;                /* numbers plus one, below 2^32 - 1 */
} wordset;

/* The part of `before` (NULL: all values) where the conjunct holds.  NULL if the conjunct
 * is neither a comparison of the whole word with a number nor of a multiple of the word
 * that does not overflow for any value of `before`, or if the number is too large to be
 * noted. */
wordset *wordset_extend(expr_table *, const wordset *before, expr conjunct);
void wordset_free(wordset *);
/* The conjunct compares a product with a number, by its outermost operators. */
bool wordset_is_of_multiple(const expr_table *, expr conjunct);

/* Some value of the set, preferably small; false: the set is empty. */
bool wordset_find(const expr_table *, const wordset *, uint64_t *value);
bool wordset_has(const expr_table *, const wordset *, uint64_t value);

#endif
