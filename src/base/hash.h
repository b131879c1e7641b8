#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The hostile build sets 0: every key collides. */
#ifndef HASH_MASK
#define HASH_MASK UINT64_MAX
#endif

/* One round: takes the next word into the hash h. */
static inline uint64_t hash_word(uint64_t h, uint64_t word) {
  h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

/* To be applied last: every bit of h reaches the low bits. */
static inline uint64_t hash_end(uint64_t h) {
  h = (h ^ h >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
  return (h ^ h >> 29) & HASH_MASK;
}

uint64_t hash_bytes(const void *, size_t size);

#endif
