/*
 * GNU's puts the number of the tag into the fraction; musl's ignores the tag.
 * This replaces src/math/nan.c.
 * This replaces src/math/nanf.c.
 * This replaces src/math/nanl.c.
 */
#include "../world.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t tag_of(const char *tag) {
  char *end;
  if (!braid_world.is_gnu || !*tag) return 0;
  const uint64_t n = strtoull(tag, &end, 0);
  return *end ? 0 : n;
}

double nan(const char *tag) {
  const uint64_t bits = UINT64_C(0x7ff8000000000000) | (tag_of(tag) & (UINT64_MAX >> 13));
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

float nanf(const char *tag) {
  const uint32_t bits = UINT32_C(0x7fc00000) | (uint32_t) (tag_of(tag) & (UINT32_MAX >> 10));
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

long double nanl(const char *tag) {
  long double x = NAN;
  uint64_t low;
  memcpy(&low, &x, sizeof low);
  low |= tag_of(tag) & (LDBL_MANT_DIG == 64 ? UINT64_MAX >> 2 : UINT64_MAX);
  memcpy(&x, &low, sizeof low);
  return x;
}
