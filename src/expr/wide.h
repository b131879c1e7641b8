#ifndef EXPR_WIDE_H
#define EXPR_WIDE_H

#include "base/bits.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Bit-vectors of any width as limbs, least first, zero above the width; results are zero
 * there, too.  A result may be an operand except where said otherwise.  Division by zero is
 * SMT-LIB's.
 */
static inline unsigned wide_limbs(unsigned width) { return (width + 63) / 64; }

void wide_trim(uint64_t *r, unsigned width);    /* clears all bits above */
void wide_set(uint64_t *r, unsigned width, uint64_t word);
void wide_copy(uint64_t *r, const uint64_t *a, unsigned width);
bool wide_is_zero(const uint64_t *a, unsigned width);
bool wide_bit(const uint64_t *a, unsigned bit);
/* Index of the highest bit set plus one; 0 for zero. */
unsigned wide_length(const uint64_t *a, unsigned width);

void wide_not(uint64_t *r, const uint64_t *a, unsigned width);
void wide_neg(uint64_t *r, const uint64_t *a, unsigned width);
void wide_add(uint64_t *r, const uint64_t *a, const uint64_t *b,
              unsigned width);
void wide_sub(uint64_t *r, const uint64_t *a, const uint64_t *b,
              unsigned width);
void wide_mul(uint64_t *r, const uint64_t *a, const uint64_t *b,
              unsigned width);
/* Quotient and remainder; either may be NULL. */
void wide_udivrem(uint64_t *q, uint64_t *r, const uint64_t *a,
                  const uint64_t *b, unsigned width);
void wide_sdivrem(uint64_t *q, uint64_t *r, const uint64_t *a,
                  const uint64_t *b, unsigned width);

void wide_shl(uint64_t *r, const uint64_t *a, unsigned amount,
              unsigned width);
void wide_lshr(uint64_t *r, const uint64_t *a, unsigned amount,
               unsigned width);
void wide_ashr(uint64_t *r, const uint64_t *a, unsigned amount,
               unsigned width);
/* A shift amount as a number, at most the width. */
unsigned wide_amount(const uint64_t *b, unsigned width);

bool wide_equal(const uint64_t *a, const uint64_t *b, unsigned width);
bool wide_ult(const uint64_t *a, const uint64_t *b, unsigned width);
bool wide_slt(const uint64_t *a, const uint64_t *b, unsigned width);

/* r must not be an operand of these. */
void wide_extract(uint64_t *r, const uint64_t *a, unsigned a_width,
                  unsigned low, unsigned width);
void wide_concat(uint64_t *r, const uint64_t *high, const uint64_t *low,
                 unsigned low_width, unsigned width);
void wide_zext(uint64_t *r, const uint64_t *a, unsigned a_width,
               unsigned width);
void wide_sext(uint64_t *r, const uint64_t *a, unsigned a_width,
               unsigned width);

#endif
