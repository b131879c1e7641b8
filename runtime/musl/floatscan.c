/*
 * musl's scanner of floats, where a symbolic space takes one branch, not two: n of them gave
 * 2^n paths.  setup/musl adds parentheses to a sum that overflowed for large exponents.
 */
#include "../ctype.h"

#include <ctype.h>
#undef isspace
#define isspace(C) is_space(C)
static int is_space(int c) { return IS_SPACE(c); }

#include "src/internal/floatscan.c"
