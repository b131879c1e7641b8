#ifndef SOLVER_WORDS_H
#define SOLVER_WORDS_H

#include "solver/gates.h"

/*
 * Words of literals as values, least significant first, for circuits that are
 * made of many steps.  Literals past the width mean nothing.
 */
enum { WORD_MAX = 256 };

typedef struct word {
  unsigned width;
  int bit[WORD_MAX];
} word;

word word_number(unsigned width, uint64_t);
word word_from(const int *literals, unsigned width);
word word_part(const word *, unsigned low, unsigned width);
word word_join(const word *upper, const word *lower);
/* Longer or shorter; false or the sign is added above. */
word word_unsigned(const word *, unsigned width);
word word_signed(const word *, unsigned width);

/* Of one width.  Past it nothing is kept. */
word word_add(gates *, const word *, const word *, int carry);
word word_subtract(gates *, const word *, const word *);
word word_add_bit(gates *, const word *, int literal);
word word_mux(gates *, int condition, const word *then, const word *other);
word word_and_bit(gates *, const word *, int literal);
int word_less(gates *, const word *, const word *);     /* unsigned */
int word_equal(gates *, const word *, const word *);

int word_any(gates *, const word *);    /* some bit is set */
int word_all(gates *, const word *);

/* Shifts right; what falls out is kept in the last bit. */
word word_shift_sticky(gates *, const word *, const word *amount);
/* Shifts left until the first bit is set; a word of zeros moves by less than its
 * width, too.  *count: by how much. */
word word_normalise(gates *, const word *, word *count);
/* As many of the upper bits; the last one of them stands for those that are cut,
 * too. */
word word_compress(gates *, const word *, unsigned width);

#endif
