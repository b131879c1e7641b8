#include "merge/internal.h"

#include "base/bits.h"
#include "base/limits.h"

/*
 * Claims about all returns of a function.  A claim is a guard over the values at the call,
 * and a fact about the values left by the call.  At first the claim for each guard is that
 * no such call returns.  A return that refutes the claim opens the guard: all facts of the
 * families below that hold for this return are claimed instead; no earlier return satisfied
 * the guard.  Later returns only drop facts (Houdini).
 *
 * The solver decides whether a claim holds for a return, on the return's path.  Models only
 * select facts to drop, and constants to try.
 */
static expr minus(expr_table *t, expr a, expr b) { return expr_binary(t, EXPR_SUB, a, b); }
static expr plus(expr_table *t, expr a, expr b) { return expr_binary(t, EXPR_ADD, a, b); }

/* Constants ----------------------------------------------------------------- */

static void add(merge_terms *all, expr e, uint32_t most) {
  for (uint32_t k = 0; k < all->count; k++)
    if (expr_same(all->items[k], e)) return;
  if (all->count < most) vec_push(all, e);
}

static bool calls_into(const ir_program *p, const ir_function *f, uint32_t number) {
  for (uint32_t k = 0; k < f->calls.count; k++) {
    const uint32_t to = f->calls.items[k].callee;
    if (to == IR_INDIRECT || !to || p->symbols.items[to].kind != IR_FUNCTION ||
        !p->symbols.items[to].is_defined)
      continue;
    if (ir_function_of(p, to)->component == number) return true;
  }
  return false;
}

void claims_find_constants(const merger *m, uint32_t number, unsigned width,
                           merge_terms *all, uint32_t most) {
  const ir_program *p = exec_program(m->x);
  for (unsigned own = 1; own < 2; own--)
    for (uint32_t n = 0; n < p->functions.count; n++) {
      const ir_function *f = p->functions.items[n];
      if (!f || f->is_library || (f->component == number) != own ||
          (!own && !calls_into(p, f, number)))
        continue;
      for (uint32_t k = 0; k < f->insn_count; k++)
        if (ir_compares_constant((ir_opcode) f->insns[k].op) && f->insns[k].width == width)
          add(all, expr_const(m->t, width, f->insns[k].imm), most);
    }
}

/* Constants of the code with which arguments and results are compared, as many as invariants
 * compare with; conditions on the arguments, each either way: of two arguments; and facts for each
 * condition, 7,680 together, a question each when claims are tried. */
enum { MOST_CONSTANTS = 8, MOST_GUARDS = 32, MOST_FACTS = 240 };

static void find_constants(const merger *m, const contract *c, unsigned width,
                           merge_terms *all) {
  claims_find_constants(m, c->component, width, all,
                        all->count + MOST_CONSTANTS);
}

/* Guards -------------------------------------------------------------------- */

/* Either way. */
static void add_guard(merger *m, contract *c, expr e) {
  add(&c->guards, e, MOST_GUARDS);
  add(&c->guards, expr_not(m->t, e), MOST_GUARDS);
}

static void find_guards(merger *m, contract *c) {
  expr_table *t = m->t;
  vec_push(&c->guards, expr_true(t));
  for (uint32_t i = 0; i < c->ins.count; i++) {
    const expr p = c->ins.items[i];
    if (!p.id || expr_width(t, p) < 2) continue;
    merge_terms all = {0};
    find_constants(m, c, expr_width(t, p), &all);
    for (uint32_t k = 0; k < all.count; k++) {
      add_guard(m, c, expr_binary(t, EXPR_SLT, p, all.items[k]));
      add_guard(m, c, expr_binary(t, EXPR_SLT, all.items[k], p));
      add_guard(m, c, expr_eq(t, p, all.items[k]));
    }
    vec_release(&all);
  }
}

void claims_begin(merger *m, contract *c) {
  vec_clear(&c->guards);
  vec_clear(&c->claims);
  find_guards(m, c);
  for (uint32_t g = 0; g < c->guards.count; g++)
    vec_push(&c->claims, ((claim) {.guard = g, .fact = expr_false(m->t)}));
}

/* Facts --------------------------------------------------------------------- */

/* For finding facts about a value: its number in the model, and others. */
typedef struct sample {
  merger *m;
  contract *c;
  uint32_t guard, out, count;
  const uint64_t *ins, *outs;
} sample;

static void put_by(sample *s, expr fact, expr by, bool is_equal) {
  merger *m = s->m;
  uint64_t bits;
  if (expr_value(m->t, fact, &bits) || s->count >= MOST_FACTS) return;
  s->count++;
  const bool is_planted = m->plants && !(++m->planting % m->plants);
  vec_push(&s->c->claims,
           ((claim) {s->guard, fact, by, s->out, is_equal, is_planted}));
}

static void put(sample *s, expr fact, bool is_equal) {
  put_by(s, fact, (expr) {0}, is_equal);
}

static void put_orders(sample *s, expr r, expr with) {
  static const expr_op weak[] = {EXPR_SLE, EXPR_ULE}, strict[] = {EXPR_SLT, EXPR_ULT};
  expr_table *t = s->m->t;
  for (unsigned k = 0; k < 4; k++) {
    const expr a = k & 2 ? with : r, b = k & 2 ? r : with;
    const expr less = expr_binary(t, strict[k & 1], a, b);
    put(s, less, false);
    put_by(s, expr_binary(t, weak[k & 1], a, b), less, false);
  }
}

/* The value is the term plus a constant: the constant in the model. */
static void put_sum(sample *s, expr r, uint64_t is, expr term, uint64_t term_is) {
  expr_table *t = s->m->t;
  const unsigned width = expr_width(t, r);
  const expr d = expr_const(t, width, (is - term_is) & bits_mask(width));
  put(s, expr_eq(t, r, plus(t, term, d)), true);
}

static void put_constants(sample *s, expr r, uint64_t is) {
  expr_table *t = s->m->t;
  const unsigned width = expr_width(t, r);
  merge_terms all = {0};
  const expr own = expr_const(t, width, is);
  put(s, expr_eq(t, r, own), true);
  vec_push(&all, expr_const(t, width, 0));
  add(&all, expr_const(t, width, 1), 2);
  find_constants(s->m, s->c, width, &all);
  add(&all, own, UINT32_MAX);
  for (uint32_t k = 0; k < all.count; k++) put_orders(s, r, all.items[k]);
  vec_release(&all);
}

/* Relations to a value before the call. */
static void put_related(sample *s, expr r, uint64_t is, expr p, uint64_t p_is) {
  expr_table *t = s->m->t;
  const unsigned width = expr_width(t, r);
  const expr one = expr_const(t, width, 1), zero = expr_const(t, width, 0);
  put_sum(s, r, is, p, p_is);
  put_sum(s, r, is, minus(t, zero, p), -p_is);
  put_orders(s, r, p);
  put(s, expr_binary(t, EXPR_SLE, minus(t, p, one), r), false);
  put(s, expr_binary(t, EXPR_SLE, r, plus(t, p, one)), false);
  if (width < 2) return;
  const expr odd = expr_binary(t, EXPR_AND, p, one);
  put(s, expr_eq(t, r, odd), true);
  put(s, expr_eq(t, r, minus(t, one, odd)), true);
  put(s, expr_eq(t, expr_extract(t, r, 0, 1), expr_extract(t, p, 0, 1)), false);
  put(s, expr_binary(t, EXPR_ULE, r, expr_binary(t, EXPR_SHL, one, p)), false);
  merge_terms all = {0};
  find_constants(s->m, s->c, width, &all);
  for (uint32_t k = 0; k < all.count; k++) {
    uint64_t by;
    if (!expr_value(t, all.items[k], &by) || by < 2 || by >> (width - 1)) continue;
    const expr product = expr_binary(t, EXPR_MUL, p, all.items[k]);
    put(s, expr_binary(t, EXPR_SLE, r, product), false);
  }
  vec_release(&all);
}

static void put_pair(sample *s, expr r, uint64_t is, expr p, uint64_t p_is, expr q,
                     uint64_t q_is) {
  expr_table *t = s->m->t;
  put_sum(s, r, is, plus(t, p, q), p_is + q_is);
  put_sum(s, r, is, minus(t, p, q), p_is - q_is);
  put_sum(s, r, is, minus(t, q, p), q_is - p_is);
  put_orders(s, r, plus(t, p, q));
}

/* The guard is open: what holds in the model is claimed. */
static void open_guard(merger *m, contract *c, uint32_t guard, const uint64_t *ins,
                       const uint64_t *outs) {
  expr_table *t = m->t;
  for (uint32_t n = 0; n < c->outs.count; n++) {
    const expr r = c->outs.items[n];
    const unsigned width = expr_width(t, r);
    sample s = {m, c, guard, n, 0, ins, outs};
    for (uint32_t i = 0; i < c->ins.count; i++) {
      const expr p = c->ins.items[i];
      if (!p.id || expr_width(t, p) != width) continue;
      put_related(&s, r, outs[n], p, ins[i]);
      for (uint32_t j = i + 1; j < c->ins.count; j++) {
        const expr q = c->ins.items[j];
        if (q.id && expr_width(t, q) == width)
          put_pair(&s, r, outs[n], p, ins[i], q, ins[j]);
      }
    }
    put_constants(&s, r, outs[n]);
    for (uint32_t i = 0; i < n; i++)
      if (expr_width(t, c->outs.items[i]) == width) {
        put_sum(&s, r, outs[n], c->outs.items[i], outs[i]);
        put_orders(&s, r, c->outs.items[i]);
      }
  }
}

/* Returns ------------------------------------------------------------------- */

typedef struct returned {
  merger *m;
  contract *c;
  const path *path;
  const uint32_t *symbols;
  const expr *values;
  uint32_t count;
  merge_terms now;              /* the claims, said of its values */
  bool has_dropped;
} returned;

static expr say(expr_table *t, const contract *c, const claim *k) {
  return expr_or(t, expr_not(t, c->guards.items[k->guard]), k->fact);
}

static expr said(const returned *r, const claim *k) {
  return expr_substitute(r->m->t, say(r->m->t, r->c, k), r->symbols, r->values, r->count);
}

static bool must(const returned *r, expr e) {
  return expr_is_true(r->m->t, e) ||
         path_may(r->m->solver, r->path, expr_not(r->m->t, e)) == ANSWER_UNSAT;
}

/* Another claim says so: of all calls, or more. */
static bool is_general(const contract *c, const claim *k) {
  for (uint32_t n = 0; n < c->claims.count; n++) {
    const claim *one = c->claims.items + n;
    if (one == k || one->is_planted || (one->guard && one->guard != k->guard)) continue;
    if ((k->guard && !one->guard && expr_same(one->fact, k->fact)) ||
        (k->by.id && expr_same(one->fact, k->by)))
      return true;
  }
  return false;
}

static uint64_t value_in(const returned *r, const path *p, expr formal) {
  expr_table *t = r->m->t;
  if (!formal.id) return 0;
  return path_value(r->m->solver, p,
                    expr_substitute(t, formal, r->symbols, r->values, r->count));
}

/* Drops what is false in the path's model; whether there was any. */
static bool drop_by_model(returned *r, const path *p) {
  contract *c = r->c;
  expr_table *t = r->m->t;
  VEC(uint32_t) opened = {0};
  uint32_t left = 0;
  for (uint32_t k = 0; k < c->claims.count; k++) {
    const claim one = c->claims.items[k];
    const expr now = r->now.items[k];
    if (!one.is_planted && !expr_is_true(t, now) &&
        !path_value(r->m->solver, p, now)) {
      if (expr_is_false(t, one.fact)) vec_push(&opened, one.guard);
      continue;
    }
    c->claims.items[left] = one;
    r->now.items[left++] = now;
  }
  const bool any = left < c->claims.count;
  c->claims.count = r->now.count = left;
  if (opened.count) {
    uint64_t *ins = mem_zeroed(c->ins.count + 1, sizeof *ins);
    uint64_t *outs = mem_zeroed(c->outs.count + 1, sizeof *outs);
    for (uint32_t k = 0; k < c->ins.count; k++) ins[k] = value_in(r, p, c->ins.items[k]);
    for (uint32_t k = 0; k < c->outs.count; k++)
      outs[k] = value_in(r, p, c->outs.items[k]);
    for (uint32_t k = 0; k < opened.count; k++)
      open_guard(r->m, c, opened.items[k], ins, outs);
    for (uint32_t k = left; k < c->claims.count; k++) {
      const claim one = c->claims.items[k];
      const expr now = said(r, &one);
      if (!expr_is_true(t, now) && !path_value(r->m->solver, p, now)) continue;
      c->claims.items[left++] = one;
      vec_push(&r->now, now);
    }
    c->claims.count = left;
    free(ins);
    free(outs);
  }
  vec_release(&opened);
  return any;
}

/* Each by itself. */
static void drop_one_by_one(returned *r) {
  contract *c = r->c;
  uint32_t left = 0;
  for (uint32_t k = 0; k < c->claims.count; k++) {
    const claim one = c->claims.items[k];
    if (!one.is_planted && !must(r, r->now.items[k])) {
      r->has_dropped = true;
      continue;
    }
    c->claims.items[left] = one;
    r->now.items[left++] = r->now.items[k];
  }
  c->claims.count = r->now.count = left;
}

/* Something that is claimed does not hold. */
static expr is_wrong(const returned *r) {
  expr_table *t = r->m->t;
  expr wrong = expr_false(t);
  for (uint32_t k = 0; k < r->c->claims.count; k++) {
    const claim *one = r->c->claims.items + k;
    if (!one->is_planted && !is_general(r->c, one))
      wrong = expr_or(t, wrong, expr_not(t, r->now.items[k]));
  }
  return wrong;
}

bool claims_weaken(merger *m, contract *c, const path *p, const uint32_t *symbols,
                   const expr *values, uint32_t count) {
  returned r = {.m = m, .c = c, .path = p, .symbols = symbols, .values = values,
                .count = count};
  for (uint32_t k = 0; k < c->claims.count; k++)
    vec_push(&r.now, said(&r, c->claims.items + k));
  for (bool more = true; more;) {
    const expr wrong = is_wrong(&r);
    if (expr_is_false(m->t, wrong)) break;
    solver_set_limit(m->solver, limits.merge_element_conflicts);
    path longer = path_copy(*p);
    switch (path_assume(m->solver, &longer, wrong)) {
    case ANSWER_UNSAT: more = false; break;
    case ANSWER_SAT:
      more = drop_by_model(&r, &longer);
      r.has_dropped |= more;
      if (!more) drop_one_by_one(&r);
      break;
    case ANSWER_UNKNOWN:
      more = false;
      drop_one_by_one(&r);
      break;
    }
    path_release(&longer);
  }
  solver_set_limit(m->solver, 0);
  vec_release(&r.now);
  return r.has_dropped;
}

/* Calls --------------------------------------------------------------------- */

expr claims_say(merger *m, const contract *c, const uint32_t *symbols, const expr *values,
                uint32_t count) {
  expr_table *t = m->t;
  expr all = expr_true(t);
  for (uint32_t k = 0; k < c->claims.count; k++) {
    const claim *one = c->claims.items + k;
    if (is_general(c, one)) continue;
    all = expr_and(t, all, expr_substitute(t, say(t, c, one), symbols, values, count));
  }
  return all;
}

/* Another claim with the same guard, or without guard, fixes the value: then this claim
 * adds nothing in the end. */
static bool is_settled(const contract *c, const claim *k) {
  for (uint32_t n = 0; n < c->claims.count; n++) {
    const claim *one = c->claims.items + n;
    if (one->is_equal && one->out == k->out &&
        (one->guard ? one->guard == k->guard && !k->is_equal
                    : k->guard || !k->is_equal))
      return true;
  }
  return false;
}

typedef VEC(merger_formal) formals;

static void list_formals(const contract *c, formals *all) {
  for (unsigned is_out = 0; is_out < 2; is_out++) {
    const merge_terms *terms = is_out ? &c->outs : &c->ins;
    const uint32_t cells = is_out ? c->function->result_count : c->function->param_count;
    for (uint32_t k = 0; k < terms->count; k++) {
      merger_formal f = {terms->items[k], !is_out, !is_out && k < cells, k, 0, 0};
      if (k >= cells) {
        f.object = c->cells.items[k - cells].name;
        f.offset = c->cells.items[k - cells].offset;
      }
      vec_push(all, f);
    }
  }
}

void merger_each_claim(const merger *m, merger_claim_visit *each, void *context) {
  for (uint32_t k = 0; k < m->contracts.count; k++) {
    const contract *c = m->contracts.items + k;
    formals all = {0};
    list_formals(c, &all);
    for (uint32_t i = 0; i < c->claims.count && !c->is_refused; i++) {
      const claim *one = c->claims.items + i;
      if (expr_is_false(m->t, one->fact) || (!is_general(c, one) && !is_settled(c, one)))
        each(context, c->function, say(m->t, c, one), all.items, all.count);
    }
    vec_release(&all);
  }
}
