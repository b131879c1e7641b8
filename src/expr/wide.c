#include "expr/wide.h"

#include <string.h>

enum { MAX_LIMBS = 64 };

typedef unsigned __int128 word2;

void wide_trim(uint64_t *r, unsigned width) {
  if (width % 64) r[width / 64] &= bits_mask(width % 64);
}

void wide_set(uint64_t *r, unsigned width, uint64_t word) {
  memset(r, 0, wide_limbs(width) * sizeof *r);
  r[0] = word;
  wide_trim(r, width);
}

void wide_copy(uint64_t *r, const uint64_t *a, unsigned width) {
  memmove(r, a, wide_limbs(width) * sizeof *r);
}

bool wide_is_zero(const uint64_t *a, unsigned width) {
  for (unsigned i = 0; i < wide_limbs(width); i++)
    if (a[i]) return false;
  return true;
}

bool wide_bit(const uint64_t *a, unsigned bit) {
  return a[bit / 64] >> bit % 64 & 1;
}

unsigned wide_length(const uint64_t *a, unsigned width) {
  for (unsigned i = wide_limbs(width); i--;)
    if (a[i]) return 64 * i + 64 - (unsigned) __builtin_clzll(a[i]);
  return 0;
}

void wide_not(uint64_t *r, const uint64_t *a, unsigned width) {
  for (unsigned i = 0; i < wide_limbs(width); i++) r[i] = ~a[i];
  wide_trim(r, width);
}

void wide_neg(uint64_t *r, const uint64_t *a, unsigned width) {
  uint64_t carry = 1;
  for (unsigned i = 0; i < wide_limbs(width); i++) {
    const uint64_t flipped = ~a[i];
    r[i] = flipped + carry;
    carry = r[i] < flipped;
  }
  wide_trim(r, width);
}

void wide_add(uint64_t *r, const uint64_t *a, const uint64_t *b,
              unsigned width) {
  uint64_t carry = 0;
  for (unsigned i = 0; i < wide_limbs(width); i++) {
    const word2 sum = (word2) a[i] + b[i] + carry;
    r[i] = (uint64_t) sum;
    carry = (uint64_t) (sum >> 64);
  }
  wide_trim(r, width);
}

void wide_sub(uint64_t *r, const uint64_t *a, const uint64_t *b,
              unsigned width) {
  uint64_t borrow = 0;
  for (unsigned i = 0; i < wide_limbs(width); i++) {
    const word2 difference = (word2) a[i] - b[i] - borrow;
    r[i] = (uint64_t) difference;
    borrow = (uint64_t) (difference >> 64) & 1;
  }
  wide_trim(r, width);
}

void wide_mul(uint64_t *r, const uint64_t *a, const uint64_t *b,
              unsigned width) {
  const unsigned n = wide_limbs(width);
  uint64_t product[MAX_LIMBS] = {0};
  for (unsigned i = 0; i < n; i++) {
    uint64_t carry = 0;
    for (unsigned j = 0; a[i] && i + j < n; j++) {
      const word2 sum = (word2) a[i] * b[j] + product[i + j] + carry;
      product[i + j] = (uint64_t) sum;
      carry = (uint64_t) (sum >> 64);
    }
  }
  wide_copy(r, product, width);
  wide_trim(r, width);
}

/* Shift and subtract: widths past 64 are rare enough. */
void wide_udivrem(uint64_t *q, uint64_t *r, const uint64_t *a,
                  const uint64_t *b, unsigned width) {
  uint64_t quotient[MAX_LIMBS] = {0}, rest[MAX_LIMBS + 1] = {0};
  const unsigned n = wide_limbs(width);
  if (wide_is_zero(b, width)) {
    wide_copy(rest, a, width);
    wide_not(quotient, quotient, width);
  } else {
    for (unsigned bit = wide_length(a, width); bit--;) {
      for (unsigned i = n; i; i--)
        rest[i] = rest[i] << 1 | rest[i - 1] >> 63;
      rest[0] = rest[0] << 1 | wide_bit(a, bit);
      if (!rest[n] && wide_ult(rest, b, 64 * n)) continue;
      uint64_t borrow = 0;
      for (unsigned i = 0; i < n; i++) {
        const word2 difference = (word2) rest[i] - b[i] - borrow;
        rest[i] = (uint64_t) difference;
        borrow = (uint64_t) (difference >> 64) & 1;
      }
      rest[n] -= borrow;
      quotient[bit / 64] |= UINT64_C(1) << bit % 64;
    }
  }
  if (q) wide_copy(q, quotient, width);
  if (r) wide_copy(r, rest, width);
}

/* On magnitudes, then signs; by zero this gives SMT-LIB's 1 or -1. */
void wide_sdivrem(uint64_t *q, uint64_t *r, const uint64_t *a,
                  const uint64_t *b, unsigned width) {
  uint64_t x[MAX_LIMBS], y[MAX_LIMBS];
  const bool a_negative = wide_bit(a, width - 1);
  const bool b_negative = wide_bit(b, width - 1);
  if (a_negative) wide_neg(x, a, width);
  else wide_copy(x, a, width);
  if (b_negative) wide_neg(y, b, width);
  else wide_copy(y, b, width);
  wide_udivrem(q, r, x, y, width);
  if (q && a_negative != b_negative) wide_neg(q, q, width);
  if (r && a_negative) wide_neg(r, r, width);
}

void wide_shl(uint64_t *r, const uint64_t *a, unsigned amount,
              unsigned width) {
  const unsigned n = wide_limbs(width), skip = amount / 64, by = amount % 64;
  for (unsigned i = n; i--;) {
    uint64_t limb = 0;
    if (i >= skip) limb = a[i - skip] << by;
    if (by && i > skip) limb |= a[i - skip - 1] >> (64 - by);
    r[i] = limb;
  }
  wide_trim(r, width);
}

void wide_lshr(uint64_t *r, const uint64_t *a, unsigned amount,
               unsigned width) {
  const unsigned n = wide_limbs(width), skip = amount / 64, by = amount % 64;
  for (unsigned i = 0; i < n; i++) {
    uint64_t limb = 0;
    if (i + skip < n) limb = a[i + skip] >> by;
    if (by && i + skip + 1 < n) limb |= a[i + skip + 1] << (64 - by);
    r[i] = limb;
  }
}

void wide_ashr(uint64_t *r, const uint64_t *a, unsigned amount,
               unsigned width) {
  if (!wide_bit(a, width - 1)) {
    wide_lshr(r, a, amount, width);
    return;
  }
  wide_not(r, a, width);
  wide_lshr(r, r, amount, width);
  wide_not(r, r, width);
}

unsigned wide_amount(const uint64_t *b, unsigned width) {
  for (unsigned i = 1; i < wide_limbs(width); i++)
    if (b[i]) return width;
  return b[0] < width ? (unsigned) b[0] : width;
}

bool wide_equal(const uint64_t *a, const uint64_t *b, unsigned width) {
  return !memcmp(a, b, wide_limbs(width) * sizeof *a);
}

bool wide_ult(const uint64_t *a, const uint64_t *b, unsigned width) {
  for (unsigned i = wide_limbs(width); i--;)
    if (a[i] != b[i]) return a[i] < b[i];
  return false;
}

bool wide_slt(const uint64_t *a, const uint64_t *b, unsigned width) {
  const bool a_negative = wide_bit(a, width - 1);
  if (a_negative != wide_bit(b, width - 1)) return a_negative;
  return wide_ult(a, b, width);
}

void wide_extract(uint64_t *r, const uint64_t *a, unsigned a_width,
                  unsigned low, unsigned width) {
  const unsigned n = wide_limbs(a_width), skip = low / 64, by = low % 64;
  for (unsigned i = 0; i < wide_limbs(width); i++) {
    r[i] = a[i + skip] >> by;
    if (by && i + skip + 1 < n) r[i] |= a[i + skip + 1] << (64 - by);
  }
  wide_trim(r, width);
}

void wide_concat(uint64_t *r, const uint64_t *high, const uint64_t *low,
                 unsigned low_width, unsigned width) {
  wide_zext(r, high, width - low_width, width);
  wide_shl(r, r, low_width, width);
  for (unsigned i = 0; i < wide_limbs(low_width); i++) r[i] |= low[i];
}

void wide_zext(uint64_t *r, const uint64_t *a, unsigned a_width,
               unsigned width) {
  memset(r, 0, wide_limbs(width) * sizeof *r);
  wide_copy(r, a, a_width);
}

void wide_sext(uint64_t *r, const uint64_t *a, unsigned a_width,
               unsigned width) {
  wide_zext(r, a, a_width, width);
  wide_shl(r, r, width - a_width, width);
  wide_ashr(r, r, width - a_width, width);
}
