#include "solver/links.h"

#include <assert.h>

/*
 * The link of products: multiplication and division of unknowns.
 *
 * A SAT solver finds the bits of a product hard, and most questions need few of them.
 * Here each product of two unknowns becomes a symbol of its full width, each quotient
 * and remainder symbols with x = q * y + r and r < y, and the question is asked again
 * with facts about them, all of which hold of every product:
 *
 *   zero, one, at least either factor, bounds by halves, the last bit;
 *   of two with a common factor: b < c gives a * b + a <= a * c;
 *   of a product and a quotient: b > x / a is a * b > x;
 *   of a quotient: x < x / y * y + y.
 *
 * The last one decides the tests for overflow.  "No" is
 * then the answer, since the facts are true.  "Yes" is only if the values of the
 * inputs satisfy the question itself; else facts are added that these values
 * violate, a few times.
 */

typedef struct product {
  expr a, b;                    /* factors without leading zeros, in order */
  expr value;                   /* as wide as both together */
  bool is_linear;               /* a factor is a number: its bits are not hard */
  bool is_exact;                /* the value is no symbol, but the product itself */
} product;

typedef struct quotient {
  expr x, y;
  expr quotient, rest;          /* as wide as the wider one; where y is not 0 */
} quotient;

/* Two products with a common factor. */
typedef struct pair {
  expr common, low, low_value, high, high_value;
  bool is_linear;
} pair;

/* The question adds something to a product. */
typedef struct summand { expr value, other; } summand;

typedef struct abstraction {
  solver *s;
  expr_table *t;
  idmap done;                   /* term -> term */
  VEC(product) products;
  VEC(quotient) quotients;
  VEC(summand) sums;
  conjuncts facts;
  VEC(expr) comparands;         /* pairs: a term, a number it is compared with */
  uint32_t symbols;             /* taken from the solver's */
  uint32_t nodes;
  bool is_full;
} abstraction;

/* Small terms -------------------------------------------------------------- */

static expr number(abstraction *a, unsigned width, uint64_t n) {
  return expr_const(a->t, width, n);
}

static expr implies(abstraction *a, expr left, expr right) {
  return expr_or(a->t, expr_not(a->t, left), right);
}

static expr less(abstraction *a, expr left, expr right) {
  const unsigned l = expr_width(a->t, left), r = expr_width(a->t, right);
  const unsigned width = l > r ? l : r;
  return expr_binary(a->t, EXPR_ULT, expr_zext(a->t, left, width),
                     expr_zext(a->t, right, width));
}

static expr same(abstraction *a, expr left, expr right) {
  const unsigned l = expr_width(a->t, left), r = expr_width(a->t, right);
  const unsigned width = l > r ? l : r;
  return expr_eq(a->t, expr_zext(a->t, left, width),
                 expr_zext(a->t, right, width));
}

/* The sum of two unsigned numbers, with room for its carry. */
static expr sum(abstraction *a, expr left, expr right) {
  const unsigned l = expr_width(a->t, left), r = expr_width(a->t, right);
  const unsigned width = (l > r ? l : r) + 1;
  return expr_binary(a->t, EXPR_ADD, expr_zext(a->t, left, width),
                     expr_zext(a->t, right, width));
}

static expr is_zero(abstraction *a, expr e) {
  return expr_eq(a->t, e, number(a, expr_width(a->t, e), 0));
}

/* Is it below 2 to the power? */
static expr is_short(abstraction *a, expr e, unsigned power) {
  const unsigned width = expr_width(a->t, e);
  return power >= width ? expr_true(a->t)
                        : is_zero(a, expr_extract(a->t, e, power, width - power));
}

static expr is_negative(abstraction *a, expr e) {
  const unsigned width = expr_width(a->t, e);
  return expr_eq(a->t, expr_extract(a->t, e, width - 1, 1), number(a, 1, 1));
}

static expr negate_if(abstraction *a, expr condition, expr e) {
  return expr_ite(a->t, condition, expr_unary(a->t, EXPR_NEG, e), e);
}

static expr magnitude(abstraction *a, expr e) {
  return negate_if(a, is_negative(a, e), e);
}

/* The question itself says so: a program that divides has looked. */
static bool is_positive(abstraction *a, expr e) {
  const expr some = expr_not(a->t, is_zero(a, e));
  if (expr_is_true(a->t, some)) return true;
  for (uint32_t k = 0; k < a->s->conjuncts.count; k++)
    if (expr_same(a->s->conjuncts.items[k], some)) return true;
  return false;
}

/* Without leading bits that are 0 for certain. */
static expr strip(abstraction *a, expr e) {
  const expr_node n = expr_get(a->t, e);
  uint64_t bits;
  if (n.op == EXPR_ZEXT) return strip(a, n.arg[0]);
  if (n.op == EXPR_CONCAT && expr_value(a->t, n.arg[0], &bits) && !bits)
    return strip(a, n.arg[1]);
  if (!expr_value(a->t, e, &bits)) return e;
  const unsigned width = bits ? 64 - (unsigned) __builtin_clzll(bits) : 1;
  return width < n.width ? number(a, width, bits) : e;
}

static void hold(abstraction *a, expr fact) {
  if (expr_is_true(a->t, fact)) return;
  vec_push(&a->facts, fact);
}

/* Symbols of questions asked before are used again: a question says itself what they
 * mean. */
static expr symbol(abstraction *a, unsigned width) {
  solver *s = a->s;
  for (; a->symbols < s->unknowns.count; a->symbols++)
    if (expr_symbol_width(a->t, s->unknowns.items[a->symbols]) == width)
      return expr_symbol(a->t, s->unknowns.items[a->symbols++]);
  vec_push(&s->unknowns,
           expr_new_symbol(a->t, SYMBOL_ABSTRACT, width, "product"));
  return expr_symbol(a->t, s->unknowns.items[a->symbols++]);
}

/* Products ------------------------------------------------------------------ */

static void say_of_product(abstraction *a, const product *p) {
  expr_table *t = a->t;
  const unsigned wa = expr_width(t, p->a), wb = expr_width(t, p->b);
  const expr some = expr_and(t, expr_not(t, is_zero(a, p->a)),
                             expr_not(t, is_zero(a, p->b)));
  hold(a, expr_or(t, some, is_zero(a, p->value)));
  hold(a, implies(a, some, expr_not(t, less(a, p->value, p->a))));
  hold(a, implies(a, some, expr_not(t, less(a, p->value, p->b))));
  hold(a, implies(a, same(a, p->a, number(a, 1, 1)), same(a, p->value, p->b)));
  hold(a, implies(a, same(a, p->b, number(a, 1, 1)), same(a, p->value, p->a)));
  hold(a, expr_eq(t, expr_extract(t, p->value, 0, 1),
                  expr_and(t, expr_extract(t, p->a, 0, 1),
                           expr_extract(t, p->b, 0, 1))));
  const expr most = expr_binary(
      t, EXPR_MUL, expr_zext(t, expr_unary(t, EXPR_NOT, number(a, wa, 0)), wa + wb),
      expr_zext(t, expr_unary(t, EXPR_NOT, number(a, wb, 0)), wa + wb));
  hold(a, expr_not(t, less(a, most, p->value)));
  const expr short_a = is_short(a, p->a, wa / 2), short_b = is_short(a, p->b, wb / 2);
  hold(a, implies(a, short_a, is_short(a, p->value, wa / 2 + wb)));
  hold(a, implies(a, short_b, is_short(a, p->value, wa + wb / 2)));
  hold(a, implies(a, expr_and(t, short_a, short_b),
                  is_short(a, p->value, wa / 2 + wb / 2)));
  hold(a, implies(a, expr_not(t, expr_or(t, short_a, short_b)),
                  expr_not(t, is_short(a, p->value, wa / 2 + wb / 2))));
}

/* a * b and a * c, where b < c. */
static void say_of_less(abstraction *a, const pair *p) {
  const expr some = is_positive(a, p->common) ? expr_true(a->t)
                                              : expr_not(a->t, is_zero(a, p->common));
  const expr is_less = less(a, p->low, p->high);
  hold(a, implies(a, expr_and(a->t, is_less, some), less(a, p->low_value, p->high_value)));
  if (p->is_linear) return;
  hold(a, implies(a, is_less, expr_not(a->t, less(a, p->high_value,
                                                  sum(a, p->low_value, p->common)))));
  for (uint32_t k = 0; k < a->sums.count; k++) {
    const summand *s = a->sums.items + k;
    if (!expr_same(s->value, p->low_value)) continue;
    hold(a, implies(a, expr_and(a->t, is_less, less(a, s->other, p->common)),
                    less(a, sum(a, s->other, p->low_value), p->high_value)));
  }
}

static void say_of_pair(abstraction *a, pair p) {
  hold(a, implies(a, same(a, p.low, p.high), same(a, p.low_value, p.high_value)));
  say_of_less(a, &p);
  say_of_less(a, &(pair) {p.common, p.high, p.high_value, p.low, p.low_value,
                          p.is_linear});
}

static void say_of_both(abstraction *a, const product *p, const product *q) {
  const bool is_linear = p->is_linear && q->is_linear;
  const expr left[2] = {p->a, p->b}, right[2] = {q->a, q->b};
  for (unsigned k = 0; k < 4; k++)
    if (expr_same(left[k / 2], right[k % 2])) {
      say_of_pair(a, (pair) {left[k / 2], left[!(k / 2)], p->value, right[!(k % 2)],
                             q->value, is_linear});
      return;
    }
}

/* A quotient is the largest number whose product with the divisor is not above what is
 * divided. */
static void say_of_quotient(abstraction *a, const quotient *d, const product *p) {
  const expr factor = expr_same(p->a, d->y) ? p->b : expr_same(p->b, d->y) ? p->a
                                                                        : (expr) {0};
  if (!factor.id) return;
  hold(a, expr_or(a->t, is_positive(a, d->y) ? expr_false(a->t) : is_zero(a, d->y),
                  expr_eq(a->t, less(a, d->quotient, factor), less(a, d->x, p->value))));
}

/* The product as a term of its factors. */
static expr precise(abstraction *a, const product *p) {
  const unsigned width = expr_width(a->t, p->a) + expr_width(a->t, p->b);
  return expr_binary(a->t, EXPR_MUL, expr_zext(a->t, p->a, width),
                     expr_zext(a->t, p->b, width));
}

/* 0 or a power of two: a product with it is a shift. */
static bool is_power(abstraction *a, expr e) {
  uint64_t bits;
  return expr_value(a->t, e, &bits) && !(bits & (bits - 1));
}

/* The value of the product, as wide as both factors together. */
static expr multiply(abstraction *a, expr x, expr y) {
  product p = {.a = strip(a, x), .b = strip(a, y)};
  if (expr_order(a->t, p.b, p.a) < 0) p = (product) {.a = p.b, .b = p.a};
  for (uint32_t k = 0; k < a->products.count; k++) {
    const product *q = a->products.items + k;
    if (expr_same(p.a, q->a) && expr_same(p.b, q->b)) return q->value;
  }
  const unsigned width = expr_width(a->t, p.a) + expr_width(a->t, p.b);
  a->is_full |= a->products.count >= limits.solver_products || width > EXPR_MAX_WIDTH / 4;
  if (a->is_full) return number(a, width < EXPR_MAX_WIDTH ? width : EXPR_MAX_WIDTH, 0);
  const bool is_number[2] = {expr_is_const(a->t, p.a), expr_is_const(a->t, p.b)};
  p.is_linear = is_number[0] || is_number[1];
  p.is_exact = (is_number[0] && is_number[1]) || is_power(a, p.a) || is_power(a, p.b);
  p.value = p.is_exact ? precise(a, &p) : symbol(a, width);
  vec_push(&a->products, p);
  return p.value;
}

/* The last bits of a product, or all. */
static expr product_in(const abstraction *a, expr e) {
  expr_node n = expr_get(a->t, e);
  while (n.op == EXPR_ZEXT || (n.op == EXPR_EXTRACT && !n.imm)) {
    e = n.arg[0];
    n = expr_get(a->t, e);
  }
  for (uint32_t k = 0; k < a->products.count; k++)
    if (expr_same(a->products.items[k].value, e)) return e;
  return (expr) {0};
}

/* If it holds, the multiple is the last one of y that is not above x. */
static void say_of_multiple(abstraction *a, expr holds, expr x, expr multiple, expr y) {
  hold(a, implies(a, holds, expr_not(a->t, less(a, x, multiple))));
  hold(a, implies(a, holds, less(a, x, sum(a, multiple, y))));
}

static const quotient *divide(abstraction *a, expr x, expr y) {
  x = strip(a, x);
  y = strip(a, y);
  for (uint32_t k = 0; k < a->quotients.count; k++) {
    const quotient *d = a->quotients.items + k;
    if (expr_same(d->x, x) && expr_same(d->y, y)) return d;
  }
  const unsigned wx = expr_width(a->t, x), wy = expr_width(a->t, y);
  const unsigned width = wx > wy ? wx : wy;
  quotient d = {.x = x, .y = y, .quotient = symbol(a, width), .rest = symbol(a, width)};
  const expr has = is_positive(a, y) ? expr_true(a->t) : expr_not(a->t, is_zero(a, y));
  const expr below = expr_resize(a->t, multiply(a, d.quotient, y), width, false);
  vec_push(&a->quotients, d);
  if (a->is_full) return &vec_last(&a->quotients);
  x = expr_zext(a->t, x, width);
  hold(a, implies(a, has, same(a, multiply(a, d.quotient, y), below)));
  hold(a, implies(a, has, expr_eq(a->t, x, expr_binary(a->t, EXPR_ADD, below, d.rest))));
  hold(a, implies(a, has, expr_eq(a->t, d.rest, expr_binary(a->t, EXPR_SUB, x, below))));
  hold(a, implies(a, has, expr_not(a->t, less(a, x, below))));
  hold(a, implies(a, has, less(a, d.rest, y)));
  say_of_multiple(a, has, x, multiply(a, d.quotient, y), y);
  const expr whole = product_in(a, d.x);
  if (whole.id && wx < expr_width(a->t, whole) &&
      expr_same(expr_extract(a->t, whole, 0, wx), d.x))
    say_of_multiple(a, expr_and(a->t, has, is_short(a, whole, wx)), whole,
                    multiply(a, d.quotient, y), y);
  return &vec_last(&a->quotients);
}

/* Operators on operands that are abstract already ------------------------------ */

static expr quotient_of(abstraction *a, expr x, expr y) {
  const unsigned width = expr_width(a->t, x);
  const expr q = expr_resize(a->t, divide(a, x, y)->quotient, width, false);
  return is_positive(a, y) ? q
                           : expr_ite(a->t, is_zero(a, y),
                                      expr_unary(a->t, EXPR_NOT, number(a, width, 0)), q);
}

static expr rest_of(abstraction *a, expr x, expr y) {
  const unsigned width = expr_width(a->t, x);
  const expr r = expr_resize(a->t, divide(a, x, y)->rest, width, false);
  return is_positive(a, y) ? r : expr_ite(a->t, is_zero(a, y), x, r);
}

/* Both are the same words with their signs before them: the product of their
 * magnitudes, with its sign. */
static expr signed_product(abstraction *a, expr x, expr y, unsigned width) {
  const expr value = expr_resize(a->t, multiply(a, magnitude(a, x), magnitude(a, y)),
                                 width, false);
  const expr out = negate_if(
      a, expr_ne(a->t, is_negative(a, x), is_negative(a, y)), value);
  const unsigned narrow = expr_width(a->t, x);
  hold(a, expr_not(a->t, less(a, expr_concat(a->t, number(a, 1, 1),
                                             number(a, 2 * narrow - 2, 0)), value)));
  hold(a, expr_eq(a->t, expr_extract(a->t, out, 0, narrow),
                  expr_extract(a->t, multiply(a, x, y), 0, narrow)));
  return out;
}

static expr product_of(abstraction *a, expr x, expr y) {
  const expr_node l = expr_get(a->t, x), r = expr_get(a->t, y);
  if (l.op == EXPR_SEXT && r.op == EXPR_SEXT) {
    const unsigned wl = expr_width(a->t, l.arg[0]), wr = expr_width(a->t, r.arg[0]);
    if (wl == wr && wl > 1 && l.width >= 2 * wl)
      return signed_product(a, l.arg[0], r.arg[0], l.width);
  }
  return expr_resize(a->t, multiply(a, x, y), l.width, false);
}

static void note_sum(abstraction *a, expr x, expr y) {
  const expr value = product_in(a, x);
  if (value.id) vec_push(&a->sums, ((summand) {value, strip(a, y)}));
}

static expr operate(abstraction *a, expr e, const expr_node *n, const expr *arg) {
  const expr x = arg[0], y = arg[1];
  uint64_t bits;
  switch ((int) n->op) {
  case EXPR_MUL: return product_of(a, x, y);
  case EXPR_UDIV: return quotient_of(a, x, y);
  case EXPR_UREM: return rest_of(a, x, y);
  case EXPR_SDIV:
    return negate_if(a, expr_ne(a->t, is_negative(a, x), is_negative(a, y)),
                     quotient_of(a, magnitude(a, x), magnitude(a, y)));
  case EXPR_SREM:
    return negate_if(a, is_negative(a, x),
                     rest_of(a, magnitude(a, x), magnitude(a, y)));
  case EXPR_ADD:
    note_sum(a, x, y);
    note_sum(a, y, x);
    break;
  case EXPR_CHOICE: return expr_ite(a->t, x, y, arg[2]);
  case EXPR_EQ: case EXPR_ULT: case EXPR_ULE: case EXPR_SLT: case EXPR_SLE:
    for (unsigned k = 0; k < 2; k++)
      if (expr_value(a->t, arg[k], &bits) && !expr_is_const(a->t, arg[!k])) {
        vec_push(&a->comparands, strip(a, arg[!k]));
        vec_push(&a->comparands, strip(a, arg[k]));
      }
    break;
  }
  bool is_same = true;
  for (unsigned k = 0; k < expr_arity((expr_op) n->op); k++)
    is_same &= expr_same(arg[k], n->arg[k]);
  return is_same ? e : expr_rebuild(a->t, e, arg);
}

/* Nodes of a question, and those that are looked at for products with the same number: 0.8 ms and
 * a sixth of PRICE_QUERY, at PRICE_NODE and PRICE_VISIT. */
enum { MOST_NODES = 1 << 13, LOOKED_AT = 256 };

/* The term with symbols for its products.  The depth of terms is not bounded, so the
 * walk keeps its own stack. */
static expr abstract(abstraction *a, expr e) {
  VEC(expr) stack = {0};
  vec_push(&stack, e);
  while (stack.count && !a->is_full) {
    const expr top = vec_last(&stack);
    const uint32_t before = stack.count;
    const expr_node n = expr_get(a->t, top);
    expr arg[3] = {{0}, {0}, {0}};
    for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++) {
      const uint64_t *found = idmap_find(&a->done, n.arg[k].id);
      if (found) arg[k] = (expr) {(uint32_t) *found};
      else vec_push(&stack, n.arg[k]);
    }
    if (stack.count != before) continue;
    stack.count--;
    if (idmap_find(&a->done, top.id)) continue;
    const expr out = operate(a, top, &n, arg);
    *idmap_at(&a->done, top.id) = out.id;
    a->is_full |= ++a->nodes > MOST_NODES;
  }
  vec_release(&stack);
  return a->is_full ? e : (expr) {(uint32_t) *idmap_find(&a->done, e.id)};
}

/* Where a factor is compared with a number, the product with that number helps: what
 * is said of pairs needs both.  Of the products that come so, only numbers come. */
static void multiply_numbers(abstraction *a) {
  const uint32_t count = a->products.count;
  for (uint32_t k = 0; k < a->products.count; k++)
    for (uint32_t c = 0; c + 1 < a->comparands.count && !a->is_full; c += 2) {
      if (k >= count && (!a->products.items[k].is_linear ||
                         a->products.count + 3 > limits.solver_products)) break;
      const product p = a->products.items[k];
      const expr factor = a->comparands.items[c], n = a->comparands.items[c + 1];
      uint64_t bits;
      if (!expr_value(a->t, n, &bits) || bits < 2) continue;
      const expr other = expr_same(factor, p.a) ? p.b : expr_same(factor, p.b) ? p.a
                                                                            : (expr) {0};
      if (!other.id || (k >= count && !expr_is_const(a->t, other))) continue;
      for (uint64_t near = bits - 1; near + 1 && near - bits + 1 <= 2; near++)
        multiply(a, number(a, 64, near), other);
    }
}

static void say_all(abstraction *a) {
  for (uint32_t k = 0; k < a->products.count; k++) {
    const product *p = a->products.items + k;
    if (!p->is_exact) say_of_product(a, p);
    for (uint32_t j = 0; j < k; j++) say_of_both(a, p, a->products.items + j);
    for (uint32_t j = 0; j < a->quotients.count; j++)
      say_of_quotient(a, a->quotients.items + j, p);
  }
}

/* Asking --------------------------------------------------------------------- */

/* Where it has been of little use, it is tried now and then. */
static bool is_of_use(solver *s) {
  return s->product_tries <= limits.solver_patience * (s->product_hits + 1) ||
         s->stats.queries % limits.solver_thinned == 0;
}

/* The number of a product with one, or of the last bits of such a product; {0}: it is
 * none. */
static expr number_in(const solver *s, expr e) {
  expr_node n = expr_get(s->table, e);
  while (n.op == EXPR_ZEXT || (n.op == EXPR_EXTRACT && !n.imm))
    n = expr_get(s->table, n.arg[0]);
  return n.op == EXPR_MUL && expr_is_const(s->table, n.arg[1]) ? n.arg[1] : (expr) {0};
}

/* Does some condition compare two products with the same number?  Of a large question a
 * part is looked at. */
static bool compares_multiples(const solver *s) {
  VEC(expr) stack = {0};
  idmap seen = {0};
  bool found = false;
  for (uint32_t k = 0; k < s->conjuncts.count; k++)
    vec_push(&stack, s->conjuncts.items[k]);
  while (stack.count && !found && seen.count < LOOKED_AT) {
    const expr e = vec_pop(&stack);
    const expr_node n = expr_get(s->table, e);
    if (!(n.flags & EXPR_HAS_MULTIPLE) || idmap_find(&seen, e.id)) continue;
    *idmap_at(&seen, e.id) = 1;
    if (n.op == EXPR_ULT || n.op == EXPR_SLT) {
      const expr left = number_in(s, n.arg[0]), right = number_in(s, n.arg[1]);
      found = left.id && right.id && expr_same(left, right);
    }
    for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++) vec_push(&stack, n.arg[k]);
  }
  vec_release(&stack);
  idmap_release(&seen);
  return found;
}

static bool is_hard(solver *s) {
  unsigned flags = 0;
  for (uint32_t k = 0; k < s->conjuncts.count; k++)
    flags |= expr_get(s->table, s->conjuncts.items[k]).flags;
  if (flags & EXPR_IS_OPEN) return false;
  return flags & EXPR_HAS_PRODUCT || (flags & EXPR_HAS_MULTIPLE && compares_multiples(s));
}

/* The slice with all of these, too; NULL if they say nothing.  False: one of them
 * cannot be. */
static bool extend(abstraction *a, const conjuncts *all, slice **by) {
  for (uint32_t k = 0; k < all->count; k++) {
    if (expr_is_false(a->t, all->items[k])) return false;
    if (!expr_is_true(a->t, all->items[k]))
      *by = slice_extend(&a->s->slices, a->t, *by, NULL, all->items[k]);
  }
  return true;
}

/* Adds what the values at hand violate: the bits of products with numbers; and a product
 * of unknowns is that of a number where a factor has its value.  False: nothing was found. */
static bool refine(abstraction *a) {
  bool grew = false;
  for (uint32_t k = 0; k < a->products.count; k++) {
    const product *p = a->products.items + k;
    const expr fact = p->is_linear ? expr_eq(a->t, p->value, precise(a, p))
                                   : expr_true(a->t);
    if (evaluator_value(a->s->eval, fact)) continue;
    hold(a, fact);
    grew = true;
  }
  for (uint32_t k = 0; k < a->products.count; k++) {
    const product p = a->products.items[k];
    const unsigned width = expr_width(a->t, p.value);
    for (unsigned side = 0; side < 2 && !p.is_linear; side++) {
      const expr x = side ? p.b : p.a, y = side ? p.a : p.b;
      if (expr_width(a->t, x) > 64) continue;
      const uint64_t value = evaluator_value(a->s->eval, x);
      const expr n = number(a, expr_width(a->t, x), value);
      const expr fact =
          implies(a, expr_eq(a->t, x, n),
                  expr_eq(a->t, p.value,
                          expr_binary(a->t, EXPR_MUL, expr_zext(a->t, n, width),
                                      expr_zext(a->t, y, width))));
      if (evaluator_value(a->s->eval, fact)) continue;
      hold(a, fact);
      grew = true;
    }
  }
  return grew;
}

static answer with_values(abstraction *a, slice *q, const slice *of) {
  solver *s = a->s;
  model *m = model_new(&s->slices, s->table, q->vars);
  for (uint32_t k = 0; k < varset_count(s->table, q->vars); k++) {
    const uint32_t symbol = varset_symbols(s->table, q->vars)[k];
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    model_get(of->model, s->table, symbol, limbs,
              (expr_symbol_width(s->table, symbol) + 63) / 64);
    model_set(m, k, limbs);
  }
  model_assign(s, m, q->vars);
  if (!model_holds(s)) return ANSWER_UNKNOWN;
  q->model = m;
  return ANSWER_SAT;
}

static answer ask(abstraction *a, slice *q) {
  solver *s = a->s;
  conjuncts all = {0};
  for (uint32_t k = 0; k < s->conjuncts.count && !a->is_full; k++)
    vec_push(&all, abstract(a, s->conjuncts.items[k]));
  multiply_numbers(a);
  if (!a->is_full) say_all(a);
  answer found = ANSWER_UNKNOWN;
  slice *of = NULL;
  bool may_be = a->is_full || extend(a, &all, &of);
  if (!may_be) found = ANSWER_UNSAT;
  for (uint32_t round = 0; of && round < limits.solver_product_rounds; round++) {
    may_be = extend(a, &a->facts, &of);
    vec_clear(&a->facts);
    const answer said = may_be ? chain_decide(s, of) : ANSWER_UNSAT;
    vec_clear(&s->conjuncts);
    slice_collect(&s->slices, q, &s->conjuncts);
    if (said == ANSWER_UNSAT) found = said;
    if (said != ANSWER_SAT) break;
    found = with_values(a, q, of);
    if (found == ANSWER_SAT) break;
    model_assign(s, of->model, of->vars);
    if (!refine(a)) break;
  }
  vec_release(&all);
  return found;
}

answer link_products(solver *s, slice *q) {
  if (s->is_abstract || !s->options.sat || !is_hard(s) || !is_of_use(s))
    return ANSWER_UNKNOWN;
  s->product_tries++;
  abstraction a = {.s = s, .t = s->table};
  const uint64_t limit = s->limit;
  s->is_abstract = true;
  if (!limit || limit > limits.solver_product_conflicts)
    s->limit = limits.solver_product_conflicts;
  const answer found = ask(&a, q);
  s->product_hits += found != ANSWER_UNKNOWN;
  s->limit = limit;
  s->is_abstract = false;
  idmap_release(&a.done);
  vec_release(&a.products);
  vec_release(&a.quotients);
  vec_release(&a.sums);
  vec_release(&a.facts);
  vec_release(&a.comparands);
  return found;
}
