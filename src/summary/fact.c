#include "summary/fact.h"

#include <assert.h>

static uint64_t greatest(unsigned width) {
  assert(width && width <= 64);
  return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static uint64_t sign_bit(const fact *f) {
  return f->is_signed ? UINT64_C(1) << (f->width - 1) : 0;
}

/* x below the number or, swapped, above it. */
static fact bound(fact f, uint64_t number, bool is_strict, bool is_swapped) {
  const uint64_t at = number ^ sign_bit(&f), end = greatest(f.width);
  if (is_strict && at == (is_swapped ? end : 0)) return (fact) {0};
  f.low = is_swapped ? at + is_strict : 0;
  f.high = is_swapped ? end : at - is_strict;
  return f;
}

static fact order(const expr_table *t, fact f, expr a, expr b, unsigned ways) {
  const bool is_swapped = expr_order(t, a, b) > 0;
  f.kind = FACT_ORDER;
  f.x = is_swapped ? b : a;
  f.y = is_swapped ? a : b;
  f.ways = is_swapped && ways & FACT_LESS ? (ways ^ FACT_LESS) | FACT_MORE
                                         : ways;
  return f;
}

fact fact_of(const expr_table *t, expr atom) {
  assert(expr_width(t, atom) == 1);
  const expr_node n = expr_get(t, atom);
  fact f = {.kind = FACT_INTERVAL, .is_point = n.op == EXPR_EQ,
            .is_signed = n.op == EXPR_SLT || n.op == EXPR_SLE};
  const bool is_strict = n.op == EXPR_ULT || n.op == EXPR_SLT;
  if (!f.is_point && !is_strict && n.op != EXPR_ULE && n.op != EXPR_SLE)
    return (fact) {0};
  const expr a = n.arg[0], b = n.arg[1];
  f.width = expr_width(t, a);
  uint64_t number;
  const bool is_swapped = expr_value(t, a, &number);
  if (f.width > 64) return (fact) {0};
  if (!is_swapped && !expr_value(t, b, &number))
    return order(t, f, a, b, f.is_point ? FACT_SAME
                             : is_strict ? FACT_LESS : FACT_LESS | FACT_SAME);
  f.x = is_swapped ? b : a;
  if (!f.is_point) return bound(f, number, is_strict, is_swapped);
  f.low = f.high = number;
  return f;
}

static verdict inside(uint64_t low, uint64_t high, const fact *b,
                      uint64_t flip) {
  const uint64_t first = b->is_point ? b->low ^ flip : b->low;
  const uint64_t last = b->is_point ? first : b->high;
  if (high < first || low > last) return VERDICT_FALSE;
  return low >= first && high <= last ? VERDICT_TRUE : VERDICT_OPEN;
}

verdict fact_decides(const fact *a, bool is_true, const fact *b) {
  if (!a->kind || a->kind != b->kind || !expr_same(a->x, b->x) ||
      !expr_same(a->y, b->y))
    return VERDICT_OPEN;
  if (!a->is_point && !b->is_point && a->is_signed != b->is_signed)
    return VERDICT_OPEN;
  if (a->kind == FACT_ORDER) {
    const unsigned ways = is_true ? a->ways : a->ways ^ 7;
    if (!(ways & b->ways)) return VERDICT_FALSE;
    return ways & ~b->ways ? VERDICT_OPEN : VERDICT_TRUE;
  }
  assert(a->width == b->width);
  if (a->is_point) {
    const uint64_t at = a->low ^ sign_bit(b);
    if (is_true) return inside(at, at, b, 0);
    return b->is_point && a->low == b->low ? VERDICT_FALSE : VERDICT_OPEN;
  }
  if (is_true) return inside(a->low, a->high, b, sign_bit(a));
  if (!a->low && a->high == greatest(a->width)) return VERDICT_OPEN;
  return a->low ? inside(0, a->low - 1, b, sign_bit(a))
                : inside(a->high + 1, greatest(a->width), b, sign_bit(a));
}
