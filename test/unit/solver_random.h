#ifndef TEST_SOLVER_RANDOM_H
#define TEST_SOLVER_RANDOM_H

#include "base/random.h"
#include "expr/expr.h"

/*
 * Random terms over given symbols, of any wanted width.
 */
typedef struct term_source {
  expr_table *table;
  random_source random;
  const uint32_t *symbols;
  uint32_t symbol_count;
} term_source;

static inline uint32_t pick(term_source *s, uint32_t bound) {
  return (uint32_t) random_below(&s->random, bound);
}

static inline expr random_leaf(term_source *s, unsigned width) {
  if (!pick(s, 3)) {
    uint64_t limbs[EXPR_MAX_LIMBS];
    for (unsigned i = 0; i < EXPR_MAX_LIMBS; i++)
      limbs[i] = pick(s, 2) ? random_next(&s->random)
                            : random_below(&s->random, 4);
    return expr_wide(s->table, width, limbs);
  }
  const expr e = expr_symbol(s->table, s->symbols[pick(s, s->symbol_count)]);
  return expr_resize(s->table, e, width, pick(s, 2));
}

static inline expr random_term(term_source *s, unsigned width, unsigned depth) {
  static const expr_op binary[] = {
    EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM,
    EXPR_AND, EXPR_OR, EXPR_XOR, EXPR_SHL, EXPR_LSHR, EXPR_ASHR,
  };
  static const expr_op compare[] = {
    EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE,
  };
  expr_table *t = s->table;
  if (!depth || !pick(s, 6)) return random_leaf(s, width);
  const uint32_t kind = pick(s, 12);
  if (width == 1 && kind < 8) {
    const unsigned below = 1 + pick(s, 9);
    const expr a = random_term(s, below, depth - 1);
    return expr_binary(t, compare[pick(s, 5)], a,
                       random_term(s, below, depth - 1));
  }
  switch (kind) {
  case 0: return expr_unary(t, EXPR_NOT, random_term(s, width, depth - 1));
  case 1: return expr_unary(t, EXPR_NEG, random_term(s, width, depth - 1));
  case 2: {
    const expr c = random_term(s, 1, depth - 1);
    const expr a = random_term(s, width, depth - 1);
    return expr_ite(t, c, a, random_term(s, width, depth - 1));
  }
  case 3:
    if (width > 1) {
      const unsigned low = 1 + pick(s, width - 1);
      const expr high = random_term(s, width - low, depth - 1);
      return expr_concat(t, high, random_term(s, low, depth - 1));
    } /* fall through */
  case 4: {
    const unsigned more = pick(s, 5), low = pick(s, more + 1);
    return expr_extract(t, random_term(s, width + more, depth - 1), low,
                        width);
  }
  case 5: {
    const unsigned from = 1 + pick(s, width);
    const expr e = random_term(s, from, depth - 1);
    return pick(s, 2) ? expr_zext(t, e, width) : expr_sext(t, e, width);
  }
  }
  const expr a = random_term(s, width, depth - 1);
  return expr_binary(t, binary[pick(s, 13)], a,
                     random_term(s, width, depth - 1));
}

#endif
