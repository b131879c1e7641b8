/* musl 1.2.3's have a number for arguments far below 1, where there is none. */
#include <math.h>

#define acosh __musl_acosh
#include "src/math/acosh.c"
#undef acosh

double acosh(double x) { return x < 1 ? (x - x) / (x - x) : __musl_acosh(x); }
