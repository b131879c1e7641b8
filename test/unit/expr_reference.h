#ifndef TEST_UNIT_EXPR_REFERENCE_H
#define TEST_UNIT_EXPR_REFERENCE_H

#include "base/random.h"
#include "expr/expr.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What operators mean, in plain C and independently of src/: on words of at
 * most 64 bits.  `from` is the width of the first operand.
 */
static inline uint64_t reference_mask(unsigned width) {
  return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static inline __int128 reference_signed(uint64_t x, unsigned width) {
  const __int128 v = x;
  return x >> (width - 1) & 1 ? v - ((__int128) 1 << width) : v;
}

static inline uint64_t reference_apply(expr_op op, unsigned width,
                                       unsigned from, uint64_t imm, uint64_t a,
                                       uint64_t b, uint64_t c) {
  const uint64_t mask = reference_mask(width);
  const __int128 sa = reference_signed(a, from);
  const __int128 sb = reference_signed(b & reference_mask(from), from);
  switch (op) {
  case EXPR_NOT: return ~a & mask;
  case EXPR_NEG: return (uint64_t) -sa & mask;
  case EXPR_ADD: return (uint64_t) (sa + sb) & mask;
  case EXPR_SUB: return (uint64_t) (sa - sb) & mask;
  case EXPR_MUL: return (uint64_t) ((unsigned __int128) a * b) & mask;
  case EXPR_UDIV: return b == 0 ? mask : a / b;
  case EXPR_UREM: return b == 0 ? a : a % b;
  case EXPR_SDIV:
    if (sb == 0) return sa >= 0 ? mask : 1;
    return (uint64_t) (sa / sb) & mask;
  case EXPR_SREM:
    if (sb == 0) return a;
    return (uint64_t) (sa % sb) & mask;
  case EXPR_AND: return a & b;
  case EXPR_OR: return a | b;
  case EXPR_XOR: return a ^ b;
  case EXPR_SHL: return b >= width ? 0 : a << b & mask;
  case EXPR_LSHR: return b >= width ? 0 : a >> b;
  case EXPR_ASHR:
    if (b >= width) return sa < 0 ? mask : 0;
    return (uint64_t) (sa >> b) & mask;
  case EXPR_CONCAT:
    return (uint64_t) ((unsigned __int128) a << (width - from)) | b;
  case EXPR_EXTRACT: return a >> imm & mask;
  case EXPR_ZEXT: return a;
  case EXPR_SEXT: return (uint64_t) sa & mask;
  case EXPR_EQ: return a == b;
  case EXPR_ULT: return a < b;
  case EXPR_ULE: return a <= b;
  case EXPR_SLT: return sa < sb;
  case EXPR_SLE: return sa <= sb;
  case EXPR_ITE: return a ? b : c;
  default: return 0;
  }
}

static const expr_op reference_ops[] = {
  EXPR_NOT, EXPR_NEG, EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_UDIV, EXPR_SDIV,
  EXPR_UREM, EXPR_SREM, EXPR_AND, EXPR_OR, EXPR_XOR, EXPR_SHL, EXPR_LSHR,
  EXPR_ASHR, EXPR_CONCAT, EXPR_EXTRACT, EXPR_ZEXT, EXPR_SEXT, EXPR_EQ,
  EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE, EXPR_ITE,
};
enum { REFERENCE_OPS = sizeof reference_ops / sizeof *reference_ops };

/*
 * One random step: an operator, the positions of its operands among `count`
 * earlier terms, and the width and imm of the result.  Widths of the terms are
 * given; none may exceed max_width.  False if the draw does not fit: draw
 * again.
 */
typedef struct reference_step {
  expr_op op;
  unsigned arg[3], width, from;
  uint64_t imm;
} reference_step;

static inline unsigned reference_pick(random_source *r, unsigned count) {
  /* Half of the time one of the last few, so that terms grow deep. */
  if (count > 6 && random_below(r, 2))
    return count - 1 - (unsigned) random_below(r, 6);
  return (unsigned) random_below(r, count);
}

static inline bool reference_draw(random_source *r, const unsigned *width,
                                  unsigned count, unsigned max_width,
                                  reference_step *s) {
  s->op = reference_ops[random_below(r, REFERENCE_OPS)];
  s->imm = 0;
  for (unsigned i = 0; i < 3; i++) s->arg[i] = reference_pick(r, count);
  s->from = width[s->arg[0]];
  if (expr_arity(s->op) > 1 && s->op != EXPR_CONCAT && s->op != EXPR_ITE)
    for (unsigned tries = 0; width[s->arg[1]] != s->from; tries++) {
      if (tries == 20) return false;
      s->arg[1] = reference_pick(r, count);
    }
  s->width = s->from;
  switch (s->op) {
  case EXPR_CONCAT:
    s->width = s->from + width[s->arg[1]];
    return s->width <= max_width;
  case EXPR_EXTRACT:
    s->width = 1 + (unsigned) random_below(r, s->from);
    s->imm = random_below(r, s->from - s->width + 1);
    return true;
  case EXPR_ZEXT: case EXPR_SEXT:
    s->width = s->from + (unsigned) random_below(r, max_width - s->from + 1);
    return true;
  case EXPR_EQ: case EXPR_ULT: case EXPR_ULE: case EXPR_SLT: case EXPR_SLE:
    s->width = 1;
    return true;
  case EXPR_ITE:
    for (unsigned tries = 0; width[s->arg[0]] != 1; tries++) {
      if (tries == 50) return false;
      s->arg[0] = reference_pick(r, count);
    }
    s->from = 1;
    for (unsigned tries = 0; width[s->arg[1]] != width[s->arg[2]]; tries++) {
      if (tries == 20) return false;
      s->arg[2] = reference_pick(r, count);
    }
    s->width = width[s->arg[1]];
    return true;
  default:
    return true;
  }
}

/* Builds what was drawn through the public constructors. */
static inline expr reference_build(expr_table *t, const reference_step *s,
                                   const expr *term) {
  const expr a = term[s->arg[0]], b = term[s->arg[1]], c = term[s->arg[2]];
  switch (s->op) {
  case EXPR_NOT: case EXPR_NEG: return expr_unary(t, s->op, a);
  case EXPR_EXTRACT: return expr_extract(t, a, (unsigned) s->imm, s->width);
  case EXPR_ZEXT: return expr_zext(t, a, s->width);
  case EXPR_SEXT: return expr_sext(t, a, s->width);
  case EXPR_ITE: return expr_ite(t, a, b, c);
  default: return expr_binary(t, s->op, a, b);
  }
}

#endif
