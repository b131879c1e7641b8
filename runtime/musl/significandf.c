/* As significand.c. */
#define _GNU_SOURCE
#include <math.h>

#define significandf __musl_significandf
#include "src/math/significandf.c"
#undef significandf

float significandf(float x) { return x == 0 || x != x ? x : __musl_significandf(x); }
