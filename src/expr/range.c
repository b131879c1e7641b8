#include "expr/range.h"

#include "expr/sweep.h"
#include "expr/table.h"

#include <string.h>

/*
 * An interval and a set of known bits for each term, one operator at a time;
 * `tighten` lets each teach the other.  Results are kept by index of the term.
 */
struct range_store {
  range *of;
  uint8_t *known;
  uint32_t capacity;
  VEC(uint32_t) stack;
};

void range_store_free(struct range_store *s) {
  if (!s) return;
  free(s->of);
  free(s->known);
  vec_release(&s->stack);
  free(s);
}

static range everything(unsigned width) {
  return (range) {0, width <= 64 ? bits_mask(width) : UINT64_MAX, 0, 0};
}

static range exactly(uint64_t value, unsigned width) {
  return (range) {value, value, ~value & bits_mask(width), value};
}

static bool is_exact(range r) { return r.low == r.high; }

/* Ones up to and including the highest bit of x. */
static uint64_t fill(uint64_t x) {
  return x ? UINT64_MAX >> __builtin_clzll(x) : 0;
}

/* The bits above the highest one in which low and high differ are known; and
 * known bits bound the value. */
static range tighten(range r, unsigned width) {
  const uint64_t mask = bits_mask(width);
  const uint64_t common = mask & ~fill(r.low ^ r.high);
  r.ones |= r.low & common;
  r.zeros |= ~r.low & common;
  if (r.low < r.ones) r.low = r.ones;
  if (r.high > (~r.zeros & mask)) r.high = ~r.zeros & mask;
  return r;
}

static range interval(uint64_t low, uint64_t high, unsigned width) {
  return tighten((range) {low, high, 0, 0}, width);
}

static range bits(uint64_t zeros, uint64_t ones, unsigned width) {
  const uint64_t mask = bits_mask(width);
  return tighten((range) {0, mask, zeros & mask, ones & mask}, width);
}

/* Both hold.  Callers give facts about the same value, so neither the
 * interval nor the bits can contradict. */
static range both(range a, range b, unsigned width) {
  const range r = {a.low > b.low ? a.low : b.low,
                   a.high < b.high ? a.high : b.high, a.zeros | b.zeros,
                   a.ones | b.ones};
  return tighten(r, width);
}

/* One of them holds. */
static range either(range a, range b) {
  return (range) {a.low < b.low ? a.low : b.low,
                  a.high > b.high ? a.high : b.high, a.zeros & b.zeros,
                  a.ones & b.ones};
}

static range truth(bool may_be_false, bool may_be_true) {
  return (range) {!may_be_false, may_be_true, !may_be_true, !may_be_false};
}

/* Bits of a sum with a carry in, as far as they follow from the bits known of
 * the operands: those below the first unknown carry, by adding the least and
 * the greatest values and comparing the carries. */
static range sum_bits(range a, range b, bool carry, unsigned width) {
  const uint64_t mask = bits_mask(width);
  const uint64_t least = a.ones + b.ones + carry;
  const uint64_t most = (~a.zeros & mask) + (~b.zeros & mask) + carry;
  const uint64_t carry_zero = ~(most ^ a.zeros ^ b.zeros);
  const uint64_t carry_one = least ^ a.ones ^ b.ones;
  const uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) &
                         (carry_zero | carry_one) & mask;
  return bits(~least & known, least & known, width);
}

static range add(range a, range b, unsigned width) {
  const uint64_t mask = bits_mask(width);
  uint64_t low, high;
  range r = sum_bits(a, b, false, width);
  const bool low_wraps =
      __builtin_add_overflow(a.low, b.low, &low) || low > mask;
  const bool high_wraps =
      __builtin_add_overflow(a.high, b.high, &high) || high > mask;
  if (low_wraps == high_wraps)
    r = both(r, interval(low & mask, high & mask, width), width);
  return r;
}

static range sub(range a, range b, unsigned width) {
  const uint64_t mask = bits_mask(width);
  const range flipped = {0, 0, b.ones, b.zeros};        /* of ~b, bits only */
  range r = sum_bits(a, flipped, true, width);
  if (a.low >= b.high || a.high < b.low)        /* never or always wraps */
    r = both(r, interval((a.low - b.high) & mask, (a.high - b.low) & mask,
                         width), width);
  return r;
}

/* Zero bits at the end that a value certainly has. */
static unsigned trailing(range r, unsigned width) {
  const uint64_t other = ~r.zeros & bits_mask(width);
  return other ? (unsigned) __builtin_ctzll(other) : width;
}

static uint64_t low_ones(unsigned count) {
  return count ? bits_mask(count) : 0;
}

static range mul(range a, range b, unsigned width) {
  const uint64_t mask = bits_mask(width);
  unsigned zeros = trailing(a, width) + trailing(b, width);
  if (zeros > width) zeros = width;
  range r = bits(low_ones(zeros), 0, width);
  uint64_t high;
  if (!__builtin_mul_overflow(a.high, b.high, &high) && high <= mask)
    r = both(r, interval(a.low * b.low, high, width), width);
  return r;
}

static range udiv(range a, range b, unsigned width) {
  if (!b.low) return everything(width);         /* may be all ones */
  return interval(a.low / b.high, a.high / b.low, width);
}

static range urem(range a, range b, unsigned width) {
  if (b.low && a.high < b.low) return a;
  uint64_t high = a.high;       /* never above the dividend */
  if (b.low && b.high - 1 < high) high = b.high - 1;
  return interval(0, high, width);
}

static bool is_nonnegative(range r, unsigned width) {
  return r.high < bits_sign(width);
}

static range and(range a, range b, unsigned width) {
  range r = bits(a.zeros | b.zeros, a.ones & b.ones, width);
  const uint64_t high = a.high < b.high ? a.high : b.high;
  return both(r, (range) {0, high, 0, 0}, width);
}

static range or(range a, range b, unsigned width) {
  range r = bits(a.zeros & b.zeros, a.ones | b.ones, width);
  const uint64_t low = a.low > b.low ? a.low : b.low;
  return both(r, (range) {low, bits_mask(width), 0, 0}, width);
}

static range xor(range a, range b, unsigned width) {
  return bits((a.zeros & b.zeros) | (a.ones & b.ones),
              (a.zeros & b.ones) | (a.ones & b.zeros), width);
}

static range not(range a, unsigned width) {
  const uint64_t mask = bits_mask(width);
  return (range) {~a.high & mask, ~a.low & mask, a.ones, a.zeros};
}

static range shl(range a, range b, unsigned width) {
  const uint64_t mask = bits_mask(width);
  if (b.low >= width) return exactly(0, width);
  const unsigned least = (unsigned) b.low;
  if (!is_exact(b)) {
    unsigned zeros = trailing(a, width) + least;
    if (zeros > width) zeros = width;
    return bits(low_ones(zeros), 0, width);
  }
  range r = bits(a.zeros << least | low_ones(least), a.ones << least, width);
  if (a.high <= mask >> least)
    r = both(r, interval(a.low << least, a.high << least, width), width);
  return r;
}

static range lshr(range a, range b, unsigned width) {
  if (b.low >= width) return exactly(0, width);
  const uint64_t high = a.high >> b.low;
  const uint64_t low = b.high >= width ? 0 : a.low >> b.high;
  range r = interval(low, high, width);
  if (is_exact(b)) {
    const uint64_t above = ~(bits_mask(width) >> b.low);
    r = both(r, bits(a.zeros >> b.low | above, a.ones >> b.low, width), width);
  }
  return r;
}

static range ashr(range a, range b, unsigned width) {
  const uint64_t sign = bits_sign(width);
  if (a.zeros & sign) return lshr(a, b, width);
  if (a.ones & sign) return not(lshr(not(a, width), b, width), width);
  return everything(width);
}

static range sext(range a, unsigned from, unsigned width) {
  const uint64_t sign = bits_sign(from);
  const uint64_t above = bits_mask(width) & ~bits_mask(from);
  if (a.zeros & sign)
    return (range) {a.low, a.high, a.zeros | above, a.ones};
  if (a.ones & sign)
    return (range) {a.low | above, a.high | above, a.zeros, a.ones | above};
  return bits(a.zeros, a.ones, width);
}

static range extract(range a, unsigned low, unsigned width) {
  range r = bits(a.zeros >> low, a.ones >> low, width);
  if (a.low >> low >> (width - 1) >> 1 == a.high >> low >> (width - 1) >> 1)
    r = both(r, interval(a.low >> low & bits_mask(width),
                         a.high >> low & bits_mask(width), width), width);
  return r;
}

static range concat(range a, range b, unsigned below) {
  return (range) {a.low << below | b.low, a.high << below | b.high,
                  a.zeros << below | b.zeros, a.ones << below | b.ones};
}

static range equal(range a, range b) {
  if (a.high < b.low || b.high < a.low || (a.ones & b.zeros) ||
      (a.zeros & b.ones))
    return truth(true, false);
  return truth(!is_exact(a) || !is_exact(b), true);
}

static range below(range a, range b) {
  return truth(a.high >= b.low, a.low < b.high);
}

static range below_or_equal(range a, range b) {
  return truth(a.high > b.low, a.low <= b.high);
}

/* With the sign bit flipped the signed order is the unsigned one. */
static range biased(range a, unsigned width) {
  return add(a, exactly(bits_sign(width), width), width);
}

/* Of a node whose own and whose operands' widths are at most 64. */
static range apply(const expr_node *n, unsigned from, range a, range b,
                   range c) {
  const unsigned width = n->width;
  switch ((expr_op) n->op) {
  case EXPR_NONE: case EXPR_UNDEF: case EXPR_VAR: break;
  case EXPR_CONST: return exactly(n->imm, width);
  case EXPR_NOT: return not(a, width);
  case EXPR_NEG: return sub(exactly(0, width), a, width);
  case EXPR_ADD: return add(a, b, width);
  case EXPR_SUB: return sub(a, b, width);
  case EXPR_MUL: return mul(a, b, width);
  case EXPR_UDIV: return udiv(a, b, width);
  case EXPR_UREM: return urem(a, b, width);
  case EXPR_SDIV:
    if (is_nonnegative(a, width) && is_nonnegative(b, width))
      return udiv(a, b, width);
    break;
  case EXPR_SREM:
    if (is_nonnegative(a, width) && is_nonnegative(b, width))
      return urem(a, b, width);
    break;
  case EXPR_AND: return and(a, b, width);
  case EXPR_OR: return or(a, b, width);
  case EXPR_XOR: return xor(a, b, width);
  case EXPR_SHL: return shl(a, b, width);
  case EXPR_LSHR: return lshr(a, b, width);
  case EXPR_ASHR: return ashr(a, b, width);
  case EXPR_CONCAT: return concat(a, b, width - from);
  case EXPR_EXTRACT: return extract(a, (unsigned) n->imm, width);
  case EXPR_ZEXT: {
    const uint64_t above = bits_mask(width) & ~bits_mask(from);
    return (range) {a.low, a.high, a.zeros | above, a.ones};
  }
  case EXPR_SEXT: return sext(a, from, width);
  case EXPR_EQ: return equal(a, b);
  case EXPR_ULT: return below(a, b);
  case EXPR_ULE: return below_or_equal(a, b);
  case EXPR_SLT: return below(biased(a, from), biased(b, from));
  case EXPR_SLE: return below_or_equal(biased(a, from), biased(b, from));
  case EXPR_ITE: case EXPR_CHOICE: return is_exact(a) ? a.low ? b : c : either(b, c);
  case EXPR_FORALL: return is_exact(b) && b.low ? b : everything(width);
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV:
  case EXPR_FREM: case EXPR_FFMA: case EXPR_FSQRT: case EXPR_FROUND:
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE: case EXPR_FTOF:
  case EXPR_FTOS: case EXPR_FTOU: case EXPR_STOF: case EXPR_UTOF:
    break;
  }
  return everything(width);
}

static struct range_store *store(expr_table *t) {
  if (!t->ranges) t->ranges = mem_zeroed(1, sizeof *t->ranges);
  struct range_store *s = t->ranges;
  if (s->capacity < t->count) {
    const uint32_t old = s->capacity;
    s->capacity = mem_grown(old, t->count);
    s->of = mem_resize(s->of, s->capacity, sizeof *s->of);
    s->known = mem_resize(s->known, s->capacity, sizeof *s->known);
    memset(s->known + old, 0, s->capacity - old);
  }
  return s;
}

/* Indices without a term get other ones. */
void range_forget(expr_table *t) {
  struct range_store *s = t->ranges;
  for (uint32_t id = 0; s && id < s->capacity; id++)
    if (!sweep_is_marked(t, (expr) {id})) s->known[id] = 0;
}

/* A wide term knows nothing, and nothing is known of what is made of one. */
static range of_node(const expr_table *t, const struct range_store *s,
                     const expr_node *n) {
  const unsigned arity = table_ops[n->op].arity;
  if (n->width > 64) return everything(n->width);
  for (unsigned i = 0; i < arity; i++)
    if (at(t, n->arg[i])->width > 64) return everything(n->width);
  const range none = {0, 0, 0, 0};
  return apply(n, at(t, n->arg[0])->width,
               arity > 0 ? s->of[n->arg[0].id] : none,
               arity > 1 ? s->of[n->arg[1].id] : none,
               arity > 2 ? s->of[n->arg[2].id] : none);
}

range range_of(expr_table *t, expr e) {
  struct range_store *s = store(t);
  if (!s->known[e.id]) vec_push(&s->stack, e.id);
  while (s->stack.count) {
    const uint32_t id = vec_last(&s->stack), before = s->stack.count;
    const expr_node *n = t->nodes + id;
    for (unsigned i = 0; i < table_ops[n->op].arity; i++)
      if (!s->known[n->arg[i].id]) vec_push(&s->stack, n->arg[i].id);
    if (s->stack.count != before) continue;
    s->of[id] = of_node(t, s, n);
    s->known[id] = 1;
    s->stack.count--;
  }
  return s->of[e.id];
}
