#include "solver/links.h"

#include "base/limits.h"

#include <assert.h>

/*
 * A bounded pool of incremental SAT solvers.  A query goes to the solver that
 * holds most of its newest conjuncts; conjuncts are assumptions, so nothing is ever
 * taken back.  What a satisfiable answer costs grows with all variables of the
 * solver, asked about or not, so one that holds mostly terms that the query
 * does not need is emptied.
 *
 * The own solver comes first, since it wastes nothing on small queries; what
 * costs it too many conflicts goes to CaDiCaL.
 */
static void release(pool_member *m) {
  if (m->in_use) blaster_release(&m->light);
  if (m->has_heavy) blaster_release(&m->heavy);
  m->in_use = m->has_heavy = false;
}

static void empty(solver *s, pool_member *m) {
  if (m->in_use) s->stats.sat_resets++;
  release(m);
  blaster_init(&m->light, s->table, &sat_light, &s->end);
  m->in_use = true;
  m->measured = 0;
}

void pool_release(pool *p) {
  for (unsigned i = 0; i < SOLVER_POOL; i++) release(p->members + i);
}

void solver_empty_pool(solver *s) { pool_release(&s->pool); }

/* Conjuncts that say which SAT solver knows a query: with SOLVER_POOL solvers 256 look-ups, a
 * sixth of PRICE_QUERY at PRICE_VISIT each. */
enum { LOOKED_AT = 16 };

static uint32_t held(const solver *s, const pool_member *m) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->conjuncts.count && i < LOOKED_AT; i++)
    n += idmap_find(&m->light.nodes, s->conjuncts.items[i].id) != NULL;
  return n;
}

static pool_member *choose(solver *s) {
  pool *p = &s->pool;
  pool_member *best = NULL;
  uint32_t most = 0;
  for (unsigned i = 0; i < SOLVER_POOL; i++)
    if (p->members[i].in_use) {
      const uint32_t n = held(s, p->members + i);
      if (n > most) {
        most = n;
        best = p->members + i;
      }
    }
  if (!best) {
    best = p->members;
    for (unsigned i = 1; i < SOLVER_POOL; i++)
      if (p->members[i].last_use < best->last_use) best = p->members + i;
    empty(s, best);
  }
  assert(best->in_use);
  return best;
}

/* Literals of all terms below the conjuncts. */
static uint64_t needed(solver *s) {
  uint64_t sum = 0;
  VEC(expr) stack = {0};
  idmap seen = {0};
  for (uint32_t i = 0; i < s->conjuncts.count; i++)
    vec_push(&stack, s->conjuncts.items[i]);
  while (stack.count) {
    const expr e = vec_pop(&stack);
    uint64_t *mark = idmap_at(&seen, e.id);
    if (*mark) continue;
    *mark = 1;
    const expr_node n = expr_get(s->table, e);
    sum += n.width;
    for (unsigned i = 0; i < expr_arity((expr_op) n.op); i++)
      vec_push(&stack, n.arg[i]);
  }
  vec_release(&stack);
  idmap_release(&seen);
  return sum;
}

/* Literals of a SAT solver that is never emptied: 16 KiB, half of a first-level cache. */
enum { SMALL_POOL = SIZED(4096, 16) };

static bool is_crowded(solver *s, pool_member *m) {
  const uint32_t literals = m->light.literals.count;
  if (literals < SMALL_POOL || literals / 2 < m->measured) return false;
  m->measured = literals;
  return needed(s) * limits.solver_crowded < literals;
}

static bool blast_all(solver *s, blaster *b) {
  const uint64_t before = (uint64_t) b->gates.variables;
  bool done = true;
  for (uint32_t i = s->conjuncts.count; done && i-- > 0;) {
    const uint64_t used = (uint64_t) b->gates.variables - before;
    const uint64_t most = s->options.max_nodes;
    done = (!most || used < most) && !chain_is_stopped(s) &&
           blaster_add(b, s->conjuncts.items[i], most ? most - used : 0);
  }
  s->stats.gates += (uint64_t) b->gates.variables - before;
  return done;
}

static void read_model(solver *s, const blaster *b, slice *q) {
  model *m = model_new(&s->slices, s->table, q->vars);
  const uint32_t count = varset_count(s->table, q->vars);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t symbol = varset_symbols(s->table, q->vars)[i];
    const int *bits = blaster_bits(b, expr_symbol(s->table, symbol));
    if (!bits) continue;
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    const unsigned width = expr_symbol_width(s->table, symbol);
    for (unsigned j = 0; j < width; j++)
      if (b->gates.api->value(b->gates.sat, bits[j]))
        limbs[j / 64] |= UINT64_C(1) << j % 64;
    model_set(m, i, limbs);
  }
  q->model = m;
}

/* Which of the conjuncts were needed. */
static void read_core(solver *s, const blaster *b) {
  vec_clear(&s->core);
  for (uint32_t i = 0; i < s->conjuncts.count; i++) {
    const expr e = s->conjuncts.items[i];
    if (b->gates.api->failed(b->gates.sat, blaster_bits(b, e)[0]))
      vec_push(&s->core, e);
  }
  assert(s->core.count);        /* gates alone are satisfiable */
}

/* Refuted while it was built? */
static bool is_false(solver *s, const blaster *b) {
  for (uint32_t i = 0; i < s->conjuncts.count; i++) {
    if (blaster_bits(b, s->conjuncts.items[i])[0] != GATE_FALSE) continue;
    vec_clear(&s->core);
    vec_push(&s->core, s->conjuncts.items[i]);
    return true;
  }
  return false;
}

static void focus(solver *s, const blaster *b, varset vars) {
  const uint32_t count = varset_count(s->table, vars);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t symbol = varset_symbols(s->table, vars)[i];
    const int *bits = blaster_bits(b, expr_symbol(s->table, symbol));
    const unsigned width = expr_symbol_width(s->table, symbol);
    for (unsigned j = 0; bits && j < width; j++)
      b->gates.api->focus(b->gates.sat, bits[j]);
  }
}

static bool has(const solver *s, unsigned flags) {
  for (uint32_t i = 0; i < s->conjuncts.count; i++)
    if (expr_has(s->table, s->conjuncts.items[i], flags)) return true;
  return false;
}

/* What float operators below the conjuncts leave open is an input, too. */
static void focus_loose(solver *s, const blaster *b) {
  VEC(expr) stack = {0};
  idmap seen = {0};
  for (uint32_t i = 0; i < s->conjuncts.count; i++)
    vec_push(&stack, s->conjuncts.items[i]);
  while (stack.count) {
    const expr e = vec_pop(&stack);
    const expr_node n = expr_get(s->table, e);
    if (!(n.flags & EXPR_HAS_FLOAT)) continue;
    uint64_t *mark = idmap_at(&seen, e.id);
    if (*mark) continue;
    *mark = 1;
    const uint64_t *span = idmap_find(&b->loose_of, e.id);
    for (uint64_t i = 0; span && i < *span >> 32; i++)
      b->gates.api->focus(b->gates.sat,
                          b->loose.items[(uint32_t) *span + i]);
    for (unsigned i = 0; i < expr_arity((expr_op) n.op); i++)
      vec_push(&stack, n.arg[i]);
  }
  vec_release(&stack);
  idmap_release(&seen);
}

static sat_limits sat_limits_of(const solver *s, uint64_t max_conflicts) {
  if (s->allowed == UINT64_MAX) return (sat_limits) {max_conflicts, 0};
  const uint64_t left =
      chain_is_spent(s) ? 1 : (s->allowed - chain_work(s)) * (PRICE_CONFLICT / PRICE_VISIT);
  const uint64_t most = s->rate ? 1 + left / s->rate : max_conflicts;
  return (sat_limits) {
    max_conflicts && max_conflicts < most ? max_conflicts : most, left
  };
}

/* The oldest conjunct first, so that the newest is the one refuted. */
static sat_answer solve(solver *s, const blaster *b, const slice *q,
                        const conjuncts *more, uint64_t max_conflicts) {
  const sat_table *api = b->gates.api;
  void *sat = b->gates.sat;
  for (uint32_t i = s->conjuncts.count; i-- > 0;)
    api->assume(sat, blaster_bits(b, s->conjuncts.items[i])[0]);
  for (uint32_t i = 0; i < more->count; i++)
    api->assume(sat, blaster_bits(b, more->items[i])[0]);
  focus(s, b, q->vars);
  if (b->loose.count) focus_loose(s, b);
  if (has(s, EXPR_HAS_FORALL)) instances_focus(s, b);
  assert(!s->allowed || s->nesting);
  const uint64_t conflicts = api->conflicts(sat), visits = api->visits(sat);
  const sat_answer found = api->solve(sat, sat_limits_of(s, max_conflicts));
  const uint64_t so_many = api->conflicts(sat) - conflicts;
  s->stats.sat_conflicts += so_many;
  const uint64_t by_visits = api->visits(sat) - visits, by_conflicts = so_many * s->rate;
  chain_count(s, by_visits > by_conflicts ? by_visits : by_conflicts);
  return found;
}

static answer give_up(solver *s, unknown_reason why) {
  s->reason = chain_is_stopped(s) ? chain_why_stopped(s) : why;
  return ANSWER_UNKNOWN;
}

/* Of solving and instantiating quantifiers: 4,096 instances at INSTANCES a round. */
enum { MOST_ROUNDS = 512 };

/* Solves and instantiates alternately.  A model with more values than can be
 * tried is no answer; then one with few of them is looked for, which refutes
 * nothing.
 */
static answer ask_quantified(solver *s, blaster *b, slice *q,
                             uint64_t max_conflicts, conjuncts *few) {
  const uint64_t begun = b->gates.api->conflicts(b->gates.sat);
  for (unsigned round = 0; round < MOST_ROUNDS && !chain_is_stopped(s);
       round++) {
    const uint64_t used = b->gates.api->conflicts(b->gates.sat) - begun;
    if (max_conflicts && used >= max_conflicts) break;
    switch (solve(s, b, q, few, max_conflicts ? max_conflicts - used : 0)) {
    case SAT_UNKNOWN: return give_up(s, UNKNOWN_CONFLICTS);
    case SAT_NO:
      if (few->count) return give_up(s, UNKNOWN_ITERATIONS);
      read_core(s, b);
      return ANSWER_UNSAT;
    case SAT_YES: break;
    }
    read_model(s, b, q);
    switch (instances_refine(s, b, q)) {
    case INSTANCES_MODEL: return ANSWER_SAT;
    case INSTANCES_GREW: break;
    case INSTANCES_FULL: return give_up(s, UNKNOWN_NODES);
    case INSTANCES_OPEN:
      if (few->count) return give_up(s, UNKNOWN_ITERATIONS);
      if (!instances_few(s, b, few)) return give_up(s, UNKNOWN_NODES);
      break;
    }
  }
  return give_up(s, UNKNOWN_ITERATIONS);
}

/* The bits of a NaN and integers that do not fit were free. */
static bool is_model(solver *s, slice *q) {
  if (!has(s, EXPR_HAS_FLOAT)) return true;
  model_assign(s, q->model, q->vars);
  if (model_holds(s)) return true;
  q->model = NULL;
  return false;
}

/* Asks one solver, at most so many conflicts. */
static answer ask(solver *s, blaster *b, slice *q, uint64_t max_conflicts) {
  conjuncts few = {0};
  if (!blast_all(s, b)) return give_up(s, UNKNOWN_NODES);
  if (is_false(s, b)) return ANSWER_UNSAT;
  if (chain_is_spent(s)) return give_up(s, UNKNOWN_CONFLICTS);
  if (has(s, EXPR_HAS_FORALL)) {
    const answer a = ask_quantified(s, b, q, max_conflicts, &few);
    if (a != ANSWER_SAT) q->model = NULL;
    vec_release(&few);
    return a;
  }
  switch (solve(s, b, q, &few, max_conflicts)) {
  case SAT_YES:
    read_model(s, b, q);
    return is_model(s, q) ? ANSWER_SAT : give_up(s, UNKNOWN_MODEL);
  case SAT_NO: read_core(s, b); return ANSWER_UNSAT;
  case SAT_UNKNOWN: break;
  }
  return give_up(s, UNKNOWN_CONFLICTS);
}

answer link_sat(solver *s, slice *q) {
  assert(s->conjuncts.count == q->count && !s->rate);
  pool_member *m = choose(s);
  if (is_crowded(s, m)) empty(s, m);
  m->last_use = ++s->pool.clock;
  const uint64_t most = s->limit ? s->limit : s->options.max_conflicts;
  const bool is_short = most && most <= limits.solver_light_conflicts;
  const uint64_t conflicts = s->stats.sat_conflicts, visits = s->visits;
  answer a = ask(s, &m->light, q, is_short ? most : limits.solver_light_conflicts);
  if (a != ANSWER_UNKNOWN || is_short || s->reason != UNKNOWN_CONFLICTS ||
      chain_is_spent(s)) return a;
  if (!m->has_heavy)
    blaster_init(&m->heavy, s->table, &sat_cadical, &s->end);
  m->has_heavy = true;
  s->rate = 1 + limits.solver_heavy * (s->visits - visits) /
                (1 + s->stats.sat_conflicts - conflicts);
  a = ask(s, &m->heavy, q, most ? most - limits.solver_light_conflicts : 0);
  s->rate = 0;
  return a;
}
