/* musl's is scalbn(x, -ilogb(x)), which overflows for 0 and NaN where ilogb() is INT_MIN. */
#define _GNU_SOURCE
#include <math.h>

#define significand __musl_significand
#include "src/math/significand.c"
#undef significand

double significand(double x) { return x == 0 || x != x ? x : __musl_significand(x); }
