#include "solver/spans.h"

#include "base/bits.h"
#include "expr/varset.h"

#include <assert.h>

static bool count_symbols(const expr_table *t, expr e, unsigned *symbols) {
  const expr_node n = expr_get(t, e);
  if (n.op == EXPR_CONCAT)
    return count_symbols(t, n.arg[0], symbols) &&
           count_symbols(t, n.arg[1], symbols);
  ++*symbols;
  return n.op == EXPR_VAR;
}

bool spans_is_input(expr_table *t, expr e) {
  unsigned symbols = 0;
  return count_symbols(t, e, &symbols) &&
         varset_count(t, varset_of(t, e)) == symbols;
}

/* Those of `before`, each moved by `by` modulo 2^width: what passes the end goes
 * on at the beginning. */
static void shift(const spans *before, unsigned width, uint64_t by,
                  spans *after) {
  assert(width && width <= 64);
  const uint64_t mask = bits_mask(width);
  for (uint32_t k = 0; k < before->count; k++) {
    const uint64_t low = (before->items[k].low + by) & mask;
    const uint64_t high = (before->items[k].high + by) & mask;
    if (low <= high) vec_push(after, ((span) {low, high}));
    else {
      vec_push(after, ((span) {low, mask}));
      vec_push(after, ((span) {0, high}));
    }
  }
}

/* The parts within [low, high], moved by -`down`. */
static void cut(const spans *before, uint64_t low, uint64_t high, uint64_t down,
                spans *after) {
  for (uint32_t k = 0; k < before->count; k++) {
    span s = before->items[k];
    if (s.low < low) s.low = low;
    if (s.high > high) s.high = high;
    if (s.low <= s.high)
      vec_push(after, ((span) {s.low - down, s.high - down}));
  }
}

static void complement(const spans *before, unsigned width, spans *after) {
  const uint64_t mask = bits_mask(width);
  for (uint32_t k = 0; k < before->count; k++)
    vec_push(after, ((span) {mask - before->items[k].high,
                             mask - before->items[k].low}));
}

/* The values of the operand, of so many bits, whose upper bits from `lowest` on
 * are in the spans. */
static void widen(const spans *before, unsigned width, unsigned lowest,
                  spans *after) {
  spans fits = {0};
  cut(before, 0, bits_mask(width) >> lowest, 0, &fits);
  for (uint32_t k = 0; k < fits.count; k++)
    vec_push(after, ((span) {fits.items[k].low << lowest,
                             fits.items[k].high << lowest |
                                 ((UINT64_C(1) << lowest) - 1)}));
  vec_release(&fits);
}

/* From the values of a term to those of its operand, which is returned; {0}: the
 * operator is none of those here. */
static expr peel(const expr_table *t, expr e, const spans *before,
                 spans *after) {
  const expr_node n = expr_get(t, e);
  const unsigned width = n.width;
  uint64_t number;
  spans half = {0};
  switch ((int) n.op) {
  case EXPR_ADD:
    if (!expr_value(t, n.arg[1], &number)) return (expr) {0};
    shift(before, width, -number, after);
    return n.arg[0];
  case EXPR_SUB:
    if (expr_value(t, n.arg[1], &number)) {
      shift(before, width, number, after);
      return n.arg[0];
    }
    if (!expr_value(t, n.arg[0], &number)) return (expr) {0};
    /* number - x == ~x + number + 1 */
    shift(before, width, -number - 1, &half);
    complement(&half, width, after);
    vec_release(&half);
    return n.arg[1];
  case EXPR_NEG:
    shift(before, width, UINT64_MAX, &half);
    complement(&half, width, after);
    vec_release(&half);
    return n.arg[0];
  case EXPR_NOT:
    complement(before, width, after);
    return n.arg[0];
  case EXPR_ZEXT:
    cut(before, 0, bits_mask(expr_width(t, n.arg[0])), 0, after);
    return n.arg[0];
  case EXPR_SEXT: {
    const uint64_t mask = bits_mask(expr_width(t, n.arg[0]));
    const uint64_t above = bits_mask(width) - mask;
    cut(before, 0, mask >> 1, 0, after);
    cut(before, above + (mask >> 1) + 1, bits_mask(width), above, after);
    return n.arg[0];
  }
  case EXPR_EXTRACT:
    if (n.imm + width != expr_width(t, n.arg[0]) ||
        expr_width(t, n.arg[0]) > 64)
      return (expr) {0};
    widen(before, expr_width(t, n.arg[0]), (unsigned) n.imm, after);
    return n.arg[0];
  case EXPR_LSHR:
    if (!expr_value(t, n.arg[1], &number) || number >= width)
      return (expr) {0};
    widen(before, width, (unsigned) number, after);
    return n.arg[0];
  default: return (expr) {0};
  }
}

/* The values of x for which it compares so with the number. */
static bool compared(const expr_table *t, const expr_node *n, expr *x,
                     spans *out) {
  const bool is_strict = n->op == EXPR_ULT || n->op == EXPR_SLT;
  const bool is_signed = n->op == EXPR_SLT || n->op == EXPR_SLE;
  uint64_t number;
  const bool is_swapped = expr_value(t, n->arg[0], &number);
  if (!is_swapped && !expr_value(t, n->arg[1], &number)) return false;
  *x = n->arg[is_swapped];
  const unsigned width = expr_width(t, *x);
  const uint64_t mask = bits_mask(width);
  if (n->op == EXPR_EQ) {
    vec_push(out, ((span) {number, number}));
    return true;
  }
  const uint64_t sign = is_signed ? UINT64_C(1) << (width - 1) : 0;
  const uint64_t at = number ^ sign;
  if (is_strict && at == (is_swapped ? mask : 0)) return true;   /* none */
  const span s = {is_swapped ? at + is_strict : 0,
                  is_swapped ? mask : at - is_strict};
  spans one = {0};
  vec_push(&one, s);
  shift(&one, width, sign, out);
  vec_release(&one);
  return true;
}

bool spans_of(expr_table *t, expr condition, expr *input, spans *out) {
  const expr_node n = expr_get(t, condition);
  spans now = {0};
  expr x = {0};
  bool fits = n.op >= EXPR_EQ && n.op <= EXPR_SLE &&
              expr_width(t, n.arg[0]) <= 64 && compared(t, &n, &x, &now);
  while (fits && !spans_is_input(t, x)) {
    spans next = {0};
    x = peel(t, x, &now, &next);
    vec_release(&now);
    now = next;
    fits = x.id != 0;
  }
  assert(!fits || (spans_is_input(t, x) && expr_width(t, x) <= 64));
  for (uint32_t k = 0; fits && k < now.count; k++)
    vec_push(out, now.items[k]);
  vec_release(&now);
  *input = x;
  return fits;
}
