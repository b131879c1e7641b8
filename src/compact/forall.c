#include "compact/forall.h"

#include <assert.h>

void forall_init(forall *f, expr_table *t, solver *chain,
                 const carried_list *list, expr n, const path *p) {
  assert(expr_width(t, n) == 64);
  *f = (forall) {.table = t, .solver = chain, .carried = list, .n = n,
                 .path = path_copy(*p), .is_solved = true};
}

void forall_release(forall *f) {
  path_release(&f->path);
  vec_release(&f->facts);
}

/* Small terms -------------------------------------------------------------- */

static expr word(const forall *f, unsigned width, uint64_t bits) {
  return expr_const(f->table, width, bits & bits_mask(width));
}

static expr is_none(const forall *f) {
  return expr_eq(f->table, f->n, word(f, 64, 0));
}

static expr last(const forall *f) {
  return expr_binary(f->table, EXPR_SUB, f->n, word(f, 64, 1));
}

/* step * (n - 1) is less than, or at most, the distance, of w bits unsigned. */
static expr within(const forall *f, uint64_t step, expr distance,
                   bool is_strict) {
  assert(step && expr_width(f->table, distance) <= 64);
  expr_table *t = f->table;
  const unsigned width = expr_width(t, distance);
  const expr far = expr_resize(t, distance, 64, false);
  const expr_op op = is_strict ? EXPR_ULT : EXPR_ULE;
  const expr few = expr_binary(t, EXPR_ULE, last(f),
                               word(f, 64, bits_mask(width) / step));
  const expr gone = expr_binary(t, EXPR_MUL, last(f), word(f, 64, step));
  return expr_and(t, few, expr_binary(t, op, gone, far));
}

/* Adds to what is known; true unless the solver gave up. */
static bool assume(forall *f, expr e) {
  assert(expr_width(f->table, e) == 1);
  return path_assume(f->solver, &f->path, expr_or(f->table, is_none(f), e)) ==
         ANSWER_SAT;
}

static bool follows(forall *f, expr e) {
  return expr_is_true(f->table, e) ||
         path_may(f->solver, &f->path, expr_not(f->table, e)) == ANSWER_UNSAT;
}

/* The condition that is being taken out fails first at this iteration. */
static void fails_at(forall *f, expr iteration) {
  assert(expr_width(f->table, iteration) == 64);
  expr_table *t = f->table;
  if (!f->iterations.id) f->iterations = iteration;
  else
    f->iterations =
        expr_ite(t, expr_binary(t, EXPR_ULT, iteration, f->iterations),
                 iteration, f->iterations);
}

/* It fails at once or not at all. */
static void fails_unless(forall *f, expr first) {
  if (expr_is_true(f->table, first) || follows(f, first)) return;
  f->may_be_endless = true;
  fails_at(f, expr_ite(f->table, first, word(f, 64, FORALL_NEVER),
                       word(f, 64, 0)));
}

/* Progressions -------------------------------------------------------------- */

/* The end of the range that the progression moves to. */
static uint64_t range_end(unsigned width, int64_t step, bool is_signed) {
  assert(width && width <= 64 && step);
  if (!is_signed) return step > 0 ? bits_mask(width) : 0;
  return step > 0 ? bits_sign(width) - 1 : bits_sign(width);
}

static uint64_t size_of(int64_t step) {
  return step < 0 ? -(uint64_t) step : (uint64_t) step;
}

/* From base on, against what lies in the direction of the step. */
static expr distance(const forall *f, expr base, int64_t step, expr end) {
  return step > 0 ? expr_binary(f->table, EXPR_SUB, end, base)
                  : expr_binary(f->table, EXPR_SUB, base, end);
}

static bool stays_in_range(forall *f, expr base, int64_t step,
                           bool is_signed) {
  if (!step) return true;
  for (uint32_t k = 0; k < f->facts.count; k++) {
    const forall_fact *known = f->facts.items + k;
    if (expr_same(known->base, base) && known->step == step &&
        known->is_signed == is_signed)
      return known->holds;
  }
  const unsigned width = expr_width(f->table, base);
  const expr end = word(f, width, range_end(width, step, is_signed));
  const expr inside = within(f, size_of(step), distance(f, base, step, end),
                             false);
  const bool holds = follows(f, expr_or(f->table, is_none(f), inside));
  vec_push(&f->facts, ((forall_fact) {base, step, is_signed, holds}));
  return holds;
}

/* More is known now: what did not follow may do so. */
static void forget_failures(forall *f) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < f->facts.count; k++)
    if (f->facts.items[k].holds) f->facts.items[kept++] = f->facts.items[k];
  f->facts.count = kept;
}

static int64_t as_step(uint64_t bits, unsigned width) {
  return bits_signed(bits & bits_mask(width), width);
}

static bool progression_of_symbol(forall *f, const expr_node *n, expr *base,
                                  int64_t *step) {
  const carried *c = carried_of(f->carried, n->imm);
  assert(c);
  uint64_t bits = 0;
  if (c->kind != CLOSED_SERIES || c->part[2].id || c->part[3].id ||
      (c->part[1].id && !expr_value(f->table, c->part[1], &bits)))
    return false;
  *base = c->part[0];
  *step = as_step(bits, c->width);
  return true;
}

bool forall_progression(forall *f, expr e, expr *base, int64_t *step) {
  expr_table *t = f->table;
  *step = 0;
  *base = e;
  if (!carried_occurs(t, f->carried, e)) return true;
  const expr_node n = expr_get(t, e);
  const unsigned w = n.width;
  uint64_t bits;
  expr other;
  int64_t other_step;
  if (w > 64) return false;
  switch ((int) n.op) {
  case EXPR_VAR: return progression_of_symbol(f, &n, base, step);
  case EXPR_ADD: case EXPR_SUB:
    if (!forall_progression(f, n.arg[0], base, step) ||
        !forall_progression(f, n.arg[1], &other, &other_step))
      return false;
    *base = expr_binary(t, (expr_op) n.op, *base, other);
    *step = as_step(n.op == EXPR_ADD
                        ? (uint64_t) *step + (uint64_t) other_step
                        : (uint64_t) *step - (uint64_t) other_step, w);
    return true;
  case EXPR_NEG: case EXPR_NOT:
    if (!forall_progression(f, n.arg[0], base, step)) return false;
    *base = expr_unary(t, (expr_op) n.op, *base);
    *step = as_step(-(uint64_t) *step, w);
    return true;
  case EXPR_MUL: case EXPR_SHL:
    if (!expr_value(t, n.arg[1], &bits) ||
        !forall_progression(f, n.arg[0], base, step)) {
      if (n.op != EXPR_MUL || !expr_value(t, n.arg[0], &bits) ||
          !forall_progression(f, n.arg[1], base, step))
        return false;
    }
    if (n.op == EXPR_SHL) bits = bits < w ? UINT64_C(1) << bits : 0;
    *base = expr_binary(t, EXPR_MUL, *base, word(f, w, bits));
    *step = as_step((uint64_t) *step * bits, w);
    return true;
  case EXPR_CONCAT: {           /* a shift to the left, or an extension */
    if (expr_value(t, n.arg[1], &bits) && !bits) {
      const unsigned low = expr_width(t, n.arg[1]);
      if (!forall_progression(f, n.arg[0], base, step)) return false;
      *base = expr_concat(t, *base, n.arg[1]);
      *step = as_step((uint64_t) *step << low, w);
      return true;
    }
    if (!expr_value(t, n.arg[0], &bits) || bits ||
        !forall_progression(f, n.arg[1], base, step) ||
        !stays_in_range(f, *base, *step, false))
      return false;
    *base = expr_concat(t, n.arg[0], *base);
    return true;
  }
  case EXPR_EXTRACT: {          /* no carry comes from below if none is added */
    if (!forall_progression(f, n.arg[0], base, step) ||
        (uint64_t) *step & ((UINT64_C(1) << n.imm) - 1))
      return false;
    *base = expr_extract(t, *base, (unsigned) n.imm, w);
    *step = as_step((uint64_t) (*step >> n.imm), w);
    return true;
  }
  case EXPR_SEXT: case EXPR_ZEXT:
    if (!forall_progression(f, n.arg[0], base, step) ||
        !stays_in_range(f, *base, *step, n.op == EXPR_SEXT))
      return false;
    *base = expr_resize(t, *base, w, n.op == EXPR_SEXT);
    return true;
  }
  return false;
}

/* Iteration k has it if step * k = to go.  Of step = 2^low * odd, the odd part
 * has an inverse; the other must divide what is to go. */
bool forall_meet(const forall *f, const expr base[2], const int64_t step[2],
                 expr *iteration, expr *whether, unsigned *period_bits) {
  expr_table *t = f->table;
  const unsigned w = expr_width(t, base[0]);
  const uint64_t size = ((uint64_t) step[0] - (uint64_t) step[1]) &
                        bits_mask(w);
  if (!size) return false;
  unsigned low = 0;
  while (!(size >> low & 1)) low++;
  const uint64_t odd = size >> low;
  uint64_t inverse = odd;
  for (unsigned k = 0; k < 6; k++) inverse *= 2 - odd * inverse;
  const expr to_go = expr_binary(t, EXPR_SUB, base[1], base[0]);
  const expr high = expr_extract(t, to_go, low, w - low);
  *iteration = expr_resize(t, expr_binary(t, EXPR_MUL, high,
                                     word(f, w - low, inverse)), 64, false);
  *whether = low ? expr_eq(t, expr_extract(t, to_go, 0, low), word(f, low, 0))
                 : (expr) {0};
  *period_bits = w - low;
  return true;
}

bool forall_follows(forall *f, expr e) { return follows(f, e); }

/* Comparisons ---------------------------------------------------------------- */

typedef struct comparison {
  expr whole, left, right;
  expr_op op;                   /* EQ, ULT, ULE, SLT, SLE */
  bool is_negated;              /* of EQ alone */
  expr base[2];
  int64_t step[2];
} comparison;

static bool read_comparison(forall *f, expr e, comparison *c) {
  expr_node n = expr_get(f->table, e);
  *c = (comparison) {.whole = e};
  if (n.op == EXPR_NOT && n.width == 1) {
    c->is_negated = true;
    e = n.arg[0];
    n = expr_get(f->table, e);
  }
  c->op = (expr_op) n.op;
  c->left = n.arg[0];
  c->right = n.arg[1];
  switch ((int) n.op) {
  case EXPR_EQ: break;
  case EXPR_ULT: case EXPR_ULE: case EXPR_SLT: case EXPR_SLE:
    if (!c->is_negated) break;
    c->is_negated = false;
    c->op = n.op == EXPR_ULT ? EXPR_ULE : n.op == EXPR_ULE ? EXPR_ULT
          : n.op == EXPR_SLT ? EXPR_SLE : EXPR_SLT;
    c->left = n.arg[1];
    c->right = n.arg[0];
    break;
  default:                      /* a single bit */
    c->op = EXPR_EQ;
    c->left = e;
    c->right = expr_true(f->table);
    break;
  }
  return forall_progression(f, c->left, &c->base[0], &c->step[0]) &&
         forall_progression(f, c->right, &c->base[1], &c->step[1]);
}

static expr at_first(const forall *f, expr condition) {
  return closed_at(f->table, f->carried, condition, word(f, 64, 0));
}

/* An iteration at which the condition is hardest decides: given no side
 * wraps. */
static bool at_one_iteration(forall *f, expr condition, bool is_last) {
  const expr first = at_first(f, condition);
  if (is_last) f->is_solved = false;
  else fails_unless(f, first);
  return assume(f, is_last ? closed_at(f->table, f->carried, condition,
                                       last(f))
                           : first);
}

/* The difference of the sides is 0 in no iteration, or in each. */
static bool eliminate_equality(forall *f, const comparison *c, bool *done) {
  expr_table *t = f->table;
  const unsigned w = expr_width(t, c->left);
  const uint64_t step = ((uint64_t) c->step[0] - (uint64_t) c->step[1]) &
                        bits_mask(w);
  *done = true;
  if (!step) return at_one_iteration(f, c->whole, false);
  if (!c->is_negated) {         /* it cannot hold twice in a row */
    const expr first = at_first(f, c->whole);
    fails_at(f, expr_resize(t, first, 64, false));
    return assume(f, expr_and(t, expr_eq(t, f->n, word(f, 64, 1)), first));
  }
  expr far, meets;
  unsigned period_bits;
  forall_meet(f, c->base, c->step, &far, &meets, &period_bits);
  expr before = expr_binary(t, EXPR_ULE, f->n, far);
  if (meets.id) {
    before = expr_or(t, before, expr_not(t, meets));
    far = expr_ite(t, meets, far, word(f, 64, FORALL_NEVER));
    f->may_be_endless = true;
  } else if (w == 64) {
    f->is_solved = false;       /* FORALL_NEVER may be meant as it is */
  }
  fails_at(f, far);
  return assume(f, before);
}

/* The first iteration at which the moving side is past the bound, if it is not
 * so from the start. */
static expr passes_at(const forall *f, uint64_t size, expr far,
                      bool is_strict) {
  expr_table *t = f->table;
  const expr one = word(f, 64, 1);
  expr wide = expr_resize(t, far, 64, false);
  if (is_strict && size == 1) return wide;
  if (is_strict) wide = expr_binary(t, EXPR_SUB, wide, one);
  if (size > 1) wide = expr_binary(t, EXPR_UDIV, wide, word(f, 64, size));
  return expr_binary(t, EXPR_ADD, wide, one);
}

/* An order of which one side stands still: how the other moves. */
typedef struct motion {
  unsigned width;
  bool is_signed, is_strict;
  bool is_right;                /* it is the right one that moves */
  int64_t step;                 /* 0: neither does */
  expr base, bound;
} motion;

/* False: both sides move. */
static bool read_motion(const forall *f, const comparison *c, motion *m) {
  const unsigned moving = c->step[0] ? 0 : 1;
  *m = (motion) {
    .width = expr_width(f->table, c->left),
    .is_signed = c->op == EXPR_SLT || c->op == EXPR_SLE,
    .is_strict = c->op == EXPR_ULT || c->op == EXPR_SLT,
    .is_right = moving == 1, .step = c->step[moving],
    .base = c->base[moving], .bound = c->base[1 - moving]};
  return !c->step[1 - moving];
}

/* The comparison holds from its first iteration on until it has gone so far. */
static bool ends_at(forall *f, const comparison *c, const motion *m, expr far,
                    bool is_strict) {
  expr_table *t = f->table;
  const uint64_t size = size_of(m->step);
  const expr first = at_first(f, c->whole);
  const expr passes = passes_at(f, size, far, is_strict);
  /* At no distance it passes at once, and the formula says so, too. */
  const expr starts = is_strict && size == 1
      ? expr_or(t, first, expr_eq(t, m->base, m->bound)) : first;
  fails_at(f, follows(f, starts)
                  ? passes : expr_ite(t, first, passes, word(f, 64, 0)));
  if (!is_strict && m->width == 64) f->is_solved = false;  /* it may be 2^64 */
  if (!assume(f, expr_and(t, first, within(f, size, far, is_strict))))
    return false;
  vec_push(&f->facts,
           ((forall_fact) {m->base, m->step, m->is_signed, true}));
  return true;
}

/* One side stands still and the other moves towards it: the bound ends it before
 * it wraps, if a step from within the bound never leads past the range's end. */
static bool eliminate_bound(forall *f, const comparison *c, bool *done) {
  expr_table *t = f->table;
  motion m;
  if (!read_motion(f, c, &m) || !m.step ||
      (m.is_right ? m.step > 0 : m.step < 0))
    return true;
  const uint64_t end = range_end(m.width, m.step, m.is_signed);
  /* The last value inside and one step more still fits. */
  const uint64_t slack = size_of(m.step) - (m.is_strict ? 1 : 0);
  if (slack > bits_mask(m.width)) return true;
  if (slack) {
    const expr limit = word(f, m.width, m.step > 0 ? end - slack
                                                   : end + slack);
    const expr_op op = m.is_signed ? EXPR_SLE : EXPR_ULE;
    const expr fits = m.step > 0 ? expr_binary(t, op, m.bound, limit)
                                 : expr_binary(t, op, limit, m.bound);
    if (!follows(f, fits) && !stays_in_range(f, m.base, m.step, m.is_signed))
      return true;
  }
  *done = true;
  return ends_at(f, c, &m, distance(f, m.base, m.step, m.bound), m.is_strict);
}

/* One side stands still and the other moves away from it, until it wraps: the
 * first value after that is within a step of the range's other end.  Where the
 * condition fails for all such values, it holds for just as long as nothing
 * wraps. */
static bool eliminate_wrap(forall *f, const comparison *c, bool *done) {
  expr_table *t = f->table;
  motion m;
  if (!read_motion(f, c, &m) || !m.step ||
      (m.is_right ? m.step < 0 : m.step > 0))
    return true;
  const uint64_t size = size_of(m.step);
  /* The furthest that a wrapped value can be from the end that it comes to. */
  const uint64_t other = range_end(m.width, -m.step, m.is_signed);
  const expr furthest = word(f, m.width, m.step > 0 ? other + size - 1
                                                    : other - size + 1);
  const expr_op op = m.is_signed ? (m.is_strict ? EXPR_SLE : EXPR_SLT)
                                 : (m.is_strict ? EXPR_ULE : EXPR_ULT);
  const expr fails = m.step > 0 ? expr_binary(t, op, furthest, m.bound)
                                : expr_binary(t, op, m.bound, furthest);
  if (!follows(f, fails)) return true;
  *done = true;
  const expr end = word(f, m.width, range_end(m.width, m.step, m.is_signed));
  return ends_at(f, c, &m, distance(f, m.base, m.step, end), false);
}

static bool eliminate_order(forall *f, const comparison *c, bool *done) {
  const bool is_signed = c->op == EXPR_SLT || c->op == EXPR_SLE;
  if (!eliminate_bound(f, c, done)) return false;
  if (*done) return true;
  if (stays_in_range(f, c->base[0], c->step[0], is_signed) &&
      stays_in_range(f, c->base[1], c->step[1], is_signed)) {
    *done = true;
    return at_one_iteration(f, c->whole, (__int128) c->step[0] > c->step[1]);
  }
  return eliminate_wrap(f, c, done);
}

static bool eliminate_one(forall *f, expr e, bool *done) {
  comparison c;
  *done = false;
  if (!carried_occurs(f->table, f->carried, e)) {
    *done = true;
    fails_unless(f, e);
    return assume(f, e);
  }
  if (!read_comparison(f, e, &c)) return true;
  return c.op == EXPR_EQ ? eliminate_equality(f, &c, done)
                         : eliminate_order(f, &c, done);
}

bool forall_eliminate(forall *f, condition_list *list) {
  for (bool changed = true; changed;) {
    changed = false;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < list->count; k++) {
      bool done;
      if (!eliminate_one(f, list->items[k], &done)) return false;
      changed |= done;
      if (!done) list->items[kept++] = list->items[k];
    }
    list->count = kept;
    if (changed) forget_failures(f);
  }
  return true;
}
