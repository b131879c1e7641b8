#include "expr/rewrite.h"

#include "base/limits.h"

/*
 * Equations that hold by the laws of rings.  Both sides are multiplied out to polynomials
 * modulo 2^w over the terms that are no sums or products; if nothing but a number is left
 * of their difference, that decides.  Some polynomials that are not 0 have no other value
 * (x * (x + 1) * 2^(w - 1)); those are left alone.
 *
 * What is read of a term of width v is its value modulo 2^v, with each term below as the
 * natural number that it is: so a part from bit 0 on stands for the whole, and a term
 * above k zeros is 2^k times what is read of it.
 */
enum { MOST_MONOMIALS = 32, MOST_FACTORS = 8, MOST_WIDTH = 128 };

typedef unsigned __int128 number;

typedef struct monomial {
  number times;
  unsigned degree;
  uint32_t factor[MOST_FACTORS];        /* terms, in order */
} monomial;

typedef struct polynomial {
  unsigned count;
  monomial of[MOST_MONOMIALS];
} polynomial;

typedef struct reading {
  const expr_table *t;
  uint64_t steps;
} reading;

static bool has_same_factors(const monomial *a, const monomial *b) {
  if (a->degree != b->degree) return false;
  for (unsigned k = 0; k < a->degree; k++)
    if (a->factor[k] != b->factor[k]) return false;
  return true;
}

/* False: there is no room. */
static bool add_monomial(polynomial *p, const monomial *m) {
  for (unsigned k = 0; k < p->count; k++)
    if (has_same_factors(p->of + k, m)) {
      p->of[k].times += m->times;
      if (!p->of[k].times) p->of[k] = p->of[--p->count];
      return true;
    }
  if (!m->times) return true;
  if (p->count == MOST_MONOMIALS) return false;
  p->of[p->count++] = *m;
  return true;
}

static bool add(polynomial *p, const polynomial *q, number times) {
  for (unsigned k = 0; k < q->count; k++) {
    monomial m = q->of[k];
    m.times *= times;
    if (!add_monomial(p, &m)) return false;
  }
  return true;
}

static bool multiply_monomials(const monomial *a, const monomial *b, monomial *out) {
  if (a->degree + b->degree > MOST_FACTORS) return false;
  *out = (monomial) {.times = a->times * b->times};
  for (unsigned i = 0, j = 0; i < a->degree || j < b->degree;) {
    const bool is_left = j == b->degree || (i < a->degree && a->factor[i] < b->factor[j]);
    out->factor[out->degree++] = is_left ? a->factor[i++] : b->factor[j++];
  }
  return true;
}

static bool multiply(polynomial *out, const polynomial *p, const polynomial *q) {
  monomial m;
  for (unsigned i = 0; i < p->count; i++)
    for (unsigned j = 0; j < q->count; j++)
      if (!multiply_monomials(p->of + i, q->of + j, &m) || !add_monomial(out, &m))
        return false;
  return true;
}

static bool add_number(polynomial *p, number n) {
  return add_monomial(p, &(monomial) {.times = n});
}

static bool add_term(polynomial *p, expr e, number times) {
  return add_monomial(p, &(monomial) {times, 1, {e.id}});
}

static number value_of(const expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  if (n->width <= 64) return n->imm;
  const uint64_t *limbs = table_wide(t, n);
  return (number) limbs[1] << 64 | limbs[0];
}

/* Adds so many times the term to *p.  False: it takes too much. */
static bool read(reading *r, expr e, number times, polynomial *p) {
  const expr_node n = *at(r->t, e);
  if (++r->steps > limits.expr_ring_steps) return false;
  switch ((int) n.op) {
  case EXPR_CONST: return add_number(p, times * value_of(r->t, e));
  case EXPR_NEG: return read(r, n.arg[0], -times, p);
  case EXPR_NOT: return add_number(p, -times) && read(r, n.arg[0], -times, p);
  case EXPR_ADD: return read(r, n.arg[0], times, p) && read(r, n.arg[1], times, p);
  case EXPR_SUB: return read(r, n.arg[0], times, p) && read(r, n.arg[1], -times, p);
  case EXPR_EXTRACT:
    return !n.imm && width_of(r->t, n.arg[0]) <= MOST_WIDTH
               ? read(r, n.arg[0], times, p) : add_term(p, e, times);
  case EXPR_CONCAT:
    if (!is_const(r->t, n.arg[1])) return add_term(p, e, times);
    return add_number(p, times * value_of(r->t, n.arg[1])) &&
           read(r, n.arg[0], times << width_of(r->t, n.arg[1]), p);
  case EXPR_ZEXT: return add_term(p, n.arg[0], times);
  case EXPR_MUL: {
    polynomial x, y, product;
    x.count = y.count = product.count = 0;
    return read(r, n.arg[0], 1, &x) && read(r, n.arg[1], 1, &y) &&
           multiply(&product, &x, &y) && add(p, &product, times);
  }
  }
  return add_term(p, e, times);
}

static bool is_arithmetic(const expr_table *t, expr e) {
  return is_op(t, e, EXPR_ADD) || is_op(t, e, EXPR_SUB) || is_op(t, e, EXPR_MUL) ||
         is_op(t, e, EXPR_NEG);
}

expr rewrite_eq_ring(expr_table *t, expr a, expr b) {
  const unsigned width = width_of(t, a);
  if (width > MOST_WIDTH) return (expr) {0};
  if (!is_arithmetic(t, a) && !is_arithmetic(t, b)) return (expr) {0};
  reading r = {.t = t};
  polynomial p;
  p.count = 0;
  if (!read(&r, a, 1, &p) || !read(&r, b, -(number) 1, &p)) return (expr) {0};
  const number mask = (number) -1 >> (MOST_WIDTH - width);
  bool is_equal = true;
  for (unsigned k = 0; k < p.count; k++) {
    if (!(p.of[k].times & mask)) continue;
    if (p.of[k].degree) return (expr) {0};
    is_equal = false;
  }
  return fired(t, is_equal ? RULE_EQ_RING : RULE_EQ_RING_FAR,
               is_equal ? expr_true(t) : expr_false(t));
}
