#ifndef SOLVER_WORDSET_H
#define SOLVER_WORDSET_H

#include "base/pmap.h"
#include "expr/expr.h"
#include "expr/varset.h"

/*
 * The values that a chain of comparisons with numbers leaves one word: an unsigned and a
 * signed interval less single numbers.  The chain of one comparison more shares all of them,
 * so that a switch with n cases costs n times the logarithm, not n squared.
 *
 * The word is all symbols of the chain, one behind the other, the one with the least number
 * lowest; at most 64 bits.  Whatever its value, some input has it.
 */
typedef struct wordset {
  varset word;
  uint64_t low, high;           /* unsigned; low > high: no value is left */
  uint64_t signed_low, signed_high;     /* likewise, of the value with its sign bit flipped */
  pmap excluded;                /* numbers plus one, which are below 2^32 - 1 */
} wordset;

/* What is left of `before` (NULL: nothing was said yet) by the conjunct; NULL if that is no
 * comparison of the whole word with a number, or of a multiple of the word that does not
 * overflow for any value left by `before`, or the number is too large to be noted. */
wordset *wordset_extend(expr_table *, const wordset *before, expr conjunct);
void wordset_free(wordset *);
/* The conjunct compares a product with a number, by its outermost operators. */
bool wordset_is_of_multiple(const expr_table *, expr conjunct);

/* Some value that is left, a small one if there is; false: there is none. */
bool wordset_find(const expr_table *, const wordset *, uint64_t *value);
bool wordset_has(const expr_table *, const wordset *, uint64_t value);

#endif
