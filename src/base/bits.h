#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdint.h>

/* Words as bit-vectors of 1 to 64 bits, kept zero-extended. */
static inline uint64_t bits_mask(unsigned width) {
  return UINT64_MAX >> (64 - width);
}

static inline uint64_t bits_sign(unsigned width) {
  return UINT64_C(1) << (width - 1);
}

/* The value of a width-bit word read as signed. */
static inline int64_t bits_signed(uint64_t word, unsigned width) {
  const uint64_t sign = bits_sign(width);
  return (int64_t) ((word ^ sign) - sign);
}

#endif
