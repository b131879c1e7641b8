/* As acosh.c. */
#include <math.h>

#define acoshl __musl_acoshl
#include "src/math/acoshl.c"
#undef acoshl

long double acoshl(long double x) { return x < 1 ? (x - x) / (x - x) : __musl_acoshl(x); }
