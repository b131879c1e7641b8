#include "solver/links.h"

/*
 * A bounded pool of incremental SAT solvers.  A query goes to the solver that
 * holds the slices it grew from; conjuncts are assumptions, so nothing is ever
 * taken back.  What a satisfiable answer costs grows with all variables of the
 * solver, asked about or not, so one that holds mostly terms that the query
 * does not need is emptied.
 */
enum { SMALL = 4096, CROWDED = 4, LOOK_BACK = 32, LOOK_AT = 16 };

static const sat_table *const api = &sat_cadical;

static void empty(solver *s, pool_member *m) {
  if (m->in_use) {
    s->stats.sat_resets++;
    blaster_release(&m->blaster);
  }
  blaster_init(&m->blaster, s->table, api, s->options.stop);
  m->in_use = true;
  m->generation++;
  m->measured = 0;
}

void pool_release(pool *p) {
  for (unsigned i = 0; i < POOL_MEMBERS; i++)
    if (p->members[i].in_use) blaster_release(&p->members[i].blaster);
}

/* The member that last held a slice this one grew from. */
static pool_member *hinted(pool *p, const slice *q) {
  for (unsigned i = 0; q && i < LOOK_BACK; i++, q = q->left)
    for (unsigned side = 0; side < 2; side++) {
      const slice *part = side ? q->right : q;
      if (part && part->member < POOL_MEMBERS &&
          p->members[part->member].generation == part->generation)
        return p->members + part->member;
    }
  return NULL;
}

static uint32_t held(const solver *s, const pool_member *m) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->conjuncts.count && i < LOOK_AT; i++)
    n += idmap_find(&m->blaster.nodes, s->conjuncts.items[i].id) != NULL;
  return n;
}

static pool_member *choose(solver *s, const slice *q) {
  pool *p = &s->pool;
  pool_member *best = hinted(p, q);
  uint32_t most = 0;
  for (unsigned i = 0; !best && i < POOL_MEMBERS; i++)
    if (p->members[i].in_use) {
      const uint32_t n = held(s, p->members + i);
      if (n > most) {
        most = n;
        best = p->members + i;
      }
    }
  if (!best) {
    best = p->members;
    for (unsigned i = 1; i < POOL_MEMBERS; i++)
      if (p->members[i].last_use < best->last_use) best = p->members + i;
    empty(s, best);
  }
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

static bool is_crowded(solver *s, pool_member *m) {
  const uint32_t literals = m->blaster.literals.count;
  if (literals < SMALL || literals / 2 < m->measured) return false;
  m->measured = literals;
  return needed(s) * CROWDED < literals;
}

static bool blast_all(solver *s, pool_member *m) {
  blaster *b = &m->blaster;
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
      if (api->value(b->gates.sat, bits[j]))
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
    if (api->failed(b->gates.sat, blaster_bits(b, e)[0])) vec_push(&s->core, e);
  }
}

answer link_sat(solver *s, slice *q) {
  pool_member *m = choose(s, q);
  if (is_crowded(s, m)) empty(s, m);
  m->last_use = ++s->pool.clock;
  if (!blast_all(s, m)) {
    s->reason = chain_is_stopped(s) ? UNKNOWN_INTERRUPTED : UNKNOWN_NODES;
    return ANSWER_UNKNOWN;
  }
  q->member = (uint16_t) (m - s->pool.members);
  q->generation = m->generation;
  const blaster *b = &m->blaster;
  for (uint32_t i = 0; i < s->conjuncts.count; i++) {
    const int literal = blaster_bits(b, s->conjuncts.items[i])[0];
    if (literal == GATE_FALSE) {        /* refuted while it was built */
      vec_clear(&s->core);
      vec_push(&s->core, s->conjuncts.items[i]);
      return ANSWER_UNSAT;
    }
  }
  for (uint32_t i = 0; i < s->conjuncts.count; i++)
    api->assume(b->gates.sat, blaster_bits(b, s->conjuncts.items[i])[0]);
  const uint64_t before = api->conflicts(b->gates.sat);
  const sat_answer found = api->solve(b->gates.sat, s->options.max_conflicts);
  s->stats.sat_conflicts += api->conflicts(b->gates.sat) - before;
  switch (found) {
  case SAT_YES: read_model(s, b, q); return ANSWER_SAT;
  case SAT_NO: read_core(s, b); return ANSWER_UNSAT;
  case SAT_UNKNOWN: break;
  }
  s->reason = chain_is_stopped(s) ? UNKNOWN_INTERRUPTED : UNKNOWN_CONFLICTS;
  return ANSWER_UNKNOWN;
}
