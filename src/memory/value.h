#ifndef MEMORY_VALUE_H
#define MEMORY_VALUE_H

#include "expr/expr.h"

#include <assert.h>

/*
 * The content of a register or of a few bytes of memory. sym {0}: the number `raw`,
 * zero-extended.  Otherwise the term `sym`, and raw is meaningless.  Values wider than 64
 * bits are always terms.  EXPR_UNDEFINED marks a register never written.
 */
typedef struct value {
  uint64_t raw;                 /* read by value_bits, or by machine code after a check of
                                 * sym */
  expr sym;
} value;

static inline value value_of(uint64_t bits) { return (value) {.raw = bits}; }

/* The number; sym must be {0}. */
static inline uint64_t value_bits(value v) {
  assert(!v.sym.id);
  return v.raw;
}

/* A term as a value: constants of at most 64 bits become numbers. */
static inline value value_from(const expr_table *t, expr e) {
  value v = {.sym = e};
  if (expr_value(t, e, &v.raw)) v.sym.id = 0;
  return v;
}

static inline expr value_term(expr_table *t, value v, unsigned width) {
  return v.sym.id ? v.sym : expr_const(t, width, v.raw);
}

#endif
