#include "base/random.h"
#include "expr/fold.h"
#include "test/check.h"
#include "zeq/constraint.h"

#include <stdlib.h>
#include <string.h>

/*
 * Equal forms against brute force: random constraints over a few symbols of
 * one to three bits, compared in pairs.  Two that have the same form must have
 * the same projection.
 */
enum { OBSERVABLES = 2, HIDDEN = 3, POOL = 24, MAX_SLOTS = 1 };
#ifdef HOSTILE
enum { POOLS = 40 };
#else
enum { POOLS = 600 };        /* of POOL * (POOL - 1) / 2 pairs */
#endif

typedef struct scene {
  expr_table *t;
  random_source random;
  unsigned width, hidden;
  bool has_rigid;
  expr symbols[OBSERVABLES + HIDDEN];
  expr made[4];                 /* some of the constraint's values, to share */
  uint32_t made_count;
} scene;

static zeq_symbol look(void *context, uint32_t symbol) {
  const scene *s = context;
  if (symbol < OBSERVABLES) return (zeq_symbol) {ZEQ_OBSERVABLE, symbol};
  if (s->has_rigid && symbol == OBSERVABLES) return (zeq_symbol) {ZEQ_RIGID, 7};
  return (zeq_symbol) {ZEQ_FREE, 0};
}

/* Random constraints ------------------------------------------------------ */

static uint64_t below(scene *s, uint64_t n) {
  return random_below(&s->random, (uint32_t) n);
}

static expr any_value(scene *s, unsigned depth);

static expr any_bit(scene *s, unsigned depth) {
  static const expr_op comparisons[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT,
                                        EXPR_SLE};
  if (depth && !below(s, 4)) {
    const expr a = any_bit(s, depth - 1);
    switch (below(s, 5)) {
    case 0: return expr_not(s->t, a);
    case 1: return expr_and(s->t, a, any_bit(s, depth - 1));
    case 2: return expr_or(s->t, a, any_bit(s, depth - 1));
    case 3: return expr_ite(s->t, a, any_bit(s, depth - 1),
                            any_bit(s, depth - 1));
    default:
      if (expr_is_const(s->t, a)) return a;
      return expr_choice(s->t, a, any_bit(s, depth - 1),
                         any_bit(s, depth - 1));
    }
  }
  const expr left = any_value(s, depth ? depth - 1 : 0);
  return expr_binary(s->t, comparisons[below(s, 5)], left,
                     any_value(s, depth ? depth - 1 : 0));
}

static expr new_value(scene *s, unsigned depth) {
  if (!depth || !below(s, 3)) {
    if (!below(s, 6))
      return expr_const(s->t, s->width, below(s, UINT64_C(1) << s->width));
    return s->symbols[below(s, OBSERVABLES + s->hidden)];
  }
  const expr a = any_value(s, depth - 1);
  switch (below(s, 12)) {
  case 0: return expr_unary(s->t, EXPR_NOT, a);
  case 1: return expr_unary(s->t, EXPR_NEG, a);
  case 2: return expr_ite(s->t, any_bit(s, depth - 1), a,
                          any_value(s, depth - 1));
  case 3:
    if (s->width == 1) return a;
    return expr_zext(s->t, expr_extract(s->t, a, 0, s->width - 1), s->width);
  case 4:
    if (s->width == 1) return a;
    return expr_concat(s->t, expr_extract(s->t, a, 0, 1),
                       expr_extract(s->t, any_value(s, depth - 1), 0,
                                    s->width - 1));
  default:
    return expr_binary(s->t, (expr_op) (EXPR_ADD + below(s, EXPR_ASHR -
                                                            EXPR_ADD + 1)),
                       a, any_value(s, depth - 1));
  }
}

/* New, or one that the constraint has already: operators are then shared. */
static expr any_value(scene *s, unsigned depth) {
  if (s->made_count && !below(s, 3))
    return s->made[below(s, s->made_count < 4 ? s->made_count : 4)];
  const expr e = new_value(s, depth);
  if (expr_arity((expr_op) expr_get(s->t, e).op))
    s->made[s->made_count++ % 4] = e;
  return e;
}

static void any_constraint(scene *s, zeq_constraint *c, uint32_t slots) {
  s->made_count = 0;
  const uint64_t conjuncts = below(s, 4);
  for (uint64_t k = 0; k < conjuncts; k++)
    vec_push(&c->conjuncts, any_bit(s, (unsigned) below(s, 3)));
  for (uint32_t k = 0; k < slots; k++)
    vec_push(&c->slots, ((zeq_slot) {{k, 0}, any_value(s, 2), false}));
}

/* Brute force ------------------------------------------------------------- */

/* A bit for each value of the observables and the slot. */
typedef struct projection {
  uint64_t may_hold[8];
  bool holds;                   /* for some values of all symbols */
} projection;

typedef struct plan { uint32_t *nodes; uint32_t count; uint64_t *values; } plan;

static void plan_for(const scene *s, const zeq_constraint *c, plan *p) {
  const uint32_t all = expr_count(s->t) + 1;
  bool *used = calloc(all, sizeof *used);
  for (uint32_t k = 0; k < c->conjuncts.count; k++)
    used[c->conjuncts.items[k].id] = true;
  for (uint32_t k = 0; k < c->slots.count; k++)
    used[c->slots.items[k].term.id] = true;
  p->nodes = malloc(all * sizeof *p->nodes);
  p->values = calloc(all, sizeof *p->values);
  p->count = 0;
  for (uint32_t id = all; id-- > 2;) {
    if (!used[id]) continue;
    p->nodes[p->count++] = id;
    const expr_node n = expr_get(s->t, (expr) {id});
    for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++)
      used[n.arg[k].id] = true;
  }
  free(used);
}

static void run(const scene *s, plan *p, uint64_t assignment) {
  for (uint32_t k = p->count; k--;) {
    const expr_node n = expr_get(s->t, (expr) {p->nodes[k]});
    uint64_t *v = p->values + p->nodes[k];
    if (n.op == EXPR_CONST) *v = n.imm;
    else if (n.op == EXPR_VAR)
      *v = assignment >> n.imm * s->width & bits_mask(s->width);
    else
      *v = fold_word((expr_op) n.op, n.width, expr_width(s->t, n.arg[0]),
                     n.imm, p->values[n.arg[0].id], p->values[n.arg[1].id],
                     p->values[n.arg[2].id]);
  }
}

static projection project(const scene *s, const zeq_constraint *c) {
  projection r = {{0}, false};
  plan p;
  plan_for(s, c, &p);
  const unsigned seen = OBSERVABLES * s->width;
  const unsigned bits = seen + s->hidden * s->width;
  for (uint64_t a = 0; a < UINT64_C(1) << bits; a++) {
    run(s, &p, a);
    bool holds = true;
    for (uint32_t k = 0; k < c->conjuncts.count; k++)
      holds &= p.values[c->conjuncts.items[k].id] == 1;
    r.holds |= holds;
    const uint64_t is = c->slots.count
        ? p.values[c->slots.items[0].term.id] : 0;
    const uint64_t at = (a & bits_mask(seen)) | is << seen;
    if (holds) r.may_hold[at / 64] |= UINT64_C(1) << at % 64;
  }
  free(p.nodes);
  free(p.values);
  return r;
}

/* Comparison -------------------------------------------------------------- */

typedef struct member {
  zeq_constraint c;
  projection p;
  zeq_form form;
} member;

static bool same_form(const zeq_form *a, const zeq_form *b) {
  return a->count == b->count && (!a->count ||
         !memcmp(a->items, b->items, a->count * sizeof *a->items));
}

static uint64_t pairs, equal, found;

static void compare(const member *a, const member *b) {
  const bool same = !memcmp(a->p.may_hold, b->p.may_hold,
                            sizeof a->p.may_hold);
  pairs++;
  equal += same;
  if (!same_form(&a->form, &b->form)) return;
  CHECK(same);
  found++;
}

static void compare_pool(uint64_t seed) {
  scene s = {.t = expr_table_new(), .random = {seed}};
  expr_set_rewriting(s.t, seed % 2);
  const uint64_t kind = seed % 16;
  s.width = kind < 8 ? 1 : kind < 14 ? 2 : 3;
  s.hidden = s.width == 3 ? 2 : HIDDEN;
  s.has_rigid = seed % 5 == 0;
  static const char *const names[] = {"b0", "b1", "a0", "a1", "a2"};
  for (unsigned k = 0; k < OBSERVABLES + s.hidden; k++)
    s.symbols[k] = expr_symbol(s.t, expr_new_symbol(s.t, SYMBOL_FRESH, s.width,
                                                    names[k]));
  const uint32_t slots = (uint32_t) (seed / 2 % 2);
  const zeq_view view = {look, &s};
  zeq_core *core = zeq_core_new(s.t);
  member *pool = calloc(POOL, sizeof *pool);
  for (uint32_t k = 0; k < POOL; k++) {
    member *m = pool + k;
    any_constraint(&s, &m->c, slots);
    m->p = project(&s, &m->c);
    m->c.is_feasible = m->p.holds;
    zeq_append_form(core, &m->c, &view, &m->form);
    for (uint32_t i = 0; i < k; i++) compare(pool + i, m);
  }
  for (uint32_t k = 0; k < POOL; k++) {
    zeq_constraint_release(&pool[k].c);
    vec_release(&pool[k].form);
  }
  free(pool);
  zeq_core_free(core);
  expr_table_free(s.t);
}

static void equal_forms_have_equal_projections(void) {
  for (uint64_t seed = 1; seed <= POOLS; seed++) compare_pool(seed);
  printf("%llu pairs, %llu with equal projections, of which %.1f %% have equal forms\n",
         (unsigned long long) pairs, (unsigned long long) equal,
         100.0 * (double) found / (double) equal);
  CHECK(4 * found > equal);     /* the rules of the paper's list for integers: 18 % */
}

int main(void) {
  equal_forms_have_equal_projections();
  return 0;
}
