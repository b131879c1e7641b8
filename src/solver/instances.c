#include "solver/links.h"

#include "base/limits.h"

#include <assert.h>

/* Values that break a quantifier and become instances at once. */
enum { INSTANCES = SIZED(8, 1) };

void quantifiers_release(quantifiers *q) {
  for (uint32_t k = 0; k < q->all.count; k++)
    vec_release(&q->all.items[k].instances);
  vec_release(&q->all);
  idmap_release(&q->index);
}

void quantifiers_add(quantifiers *q, expr forall) {
  assert(!idmap_find(&q->index, forall.id));
  vec_push(&q->all, ((quantified) {.forall = forall}));
  *idmap_at(&q->index, forall.id) = q->all.count;
}

enum { FEW = 255 };             /* values that are surely all tried */

/* Which ones matter -------------------------------------------------------- */

typedef VEC(uint32_t) index_list;

typedef struct walk {
  const expr_table *table;
  idmap seen;
  VEC(expr) stack;
} walk;

static void enter(walk *w, expr e) {
  uint64_t *mark = idmap_at(&w->seen, e.id);
  if (*mark || !expr_has(w->table, e, EXPR_HAS_FORALL)) return;
  *mark = 1;
  vec_push(&w->stack, e);
}

/* Those below the conjuncts, and below instances of those. */
static void find_open(const solver *s, const blaster *b, index_list *out) {
  walk w = {.table = s->table};
  for (uint32_t i = 0; i < s->conjuncts.count; i++)
    enter(&w, s->conjuncts.items[i]);
  while (w.stack.count) {
    const expr e = vec_pop(&w.stack);
    const expr_node n = expr_get(s->table, e);
    if (n.op != EXPR_FORALL) {
      for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++)
        enter(&w, n.arg[k]);
      continue;
    }
    const uint64_t *at = idmap_find(&b->open.index, e.id);
    if (!at) continue;
    vec_push(out, (uint32_t) *at - 1);
    const quantified *q = b->open.all.items + *at - 1;
    for (uint32_t k = 0; k < q->instances.count; k++)
      enter(&w, q->instances.items[k]);
  }
  vec_release(&w.stack);
  idmap_release(&w.seen);
}

void instances_focus(const solver *s, const blaster *b) {
  index_list open = {0};
  find_open(s, b, &open);
  for (uint32_t k = 0; k < open.count; k++) {
    const quantified *q = b->open.all.items + open.items[k];
    b->gates.api->focus(b->gates.sat, blaster_bits(b, q->forall)[0]);
    if (!q->witness) continue;
    const int *bits = blaster_bits(b, expr_symbol(s->table, q->witness - 1));
    for (unsigned i = 0; bits && i < 64; i++)
      b->gates.api->focus(b->gates.sat, bits[i]);
  }
  vec_release(&open);
}

bool instances_few(solver *s, blaster *b, conjuncts *out) {
  expr_table *t = s->table;
  index_list open = {0};
  find_open(s, b, &open);
  bool done = true;
  for (uint32_t k = 0; k < open.count && done; k++) {
    const expr forall = b->open.all.items[open.items[k]].forall;
    const expr few = expr_binary(t, EXPR_ULE, expr_get(t, forall).arg[0],
                                 expr_const(t, 64, FEW));
    done = blaster_add(b, few, s->options.max_nodes);
    if (done) vec_push(out, few);
  }
  vec_release(&open);
  return done;
}

/* Adding ------------------------------------------------------------------- */

typedef struct refinement {
  solver *s;
  blaster *b;
  bool grew;                    /* something was added */
  bool is_full;                 /* ... or would be, were there room */
  VEC(uint64_t) witnesses;      /* values in the SAT solver, by quantifier */
} refinement;

/* sign * P => term. */
static void imply(refinement *r, uint32_t which, int sign, expr term) {
  assert((sign == 1 || sign == -1) && expr_width(r->s->table, term) == 1);
  quantified *q = r->b->open.all.items + which;
  for (uint32_t k = 0; k < q->instances.count; k++)
    if (expr_same(q->instances.items[k], term)) return;
  const expr forall = q->forall;
  if (!blaster_add(r->b, term, r->s->options.max_nodes)) {
    r->is_full = true;
    return;
  }
  const int clause[2] = {-sign * blaster_bits(r->b, forall)[0],
                         blaster_bits(r->b, term)[0]};
  r->b->gates.api->clause(r->b->gates.sat, clause, 2);
  vec_push(&r->b->open.all.items[which].instances, term);
  r->s->stats.instances++;
  r->grew = true;
}

static void add_instance(refinement *r, uint32_t which, expr value) {
  assert(expr_width(r->s->table, value) == 64);
  expr_table *t = r->s->table;
  const expr forall = r->b->open.all.items[which].forall;
  const expr count = expr_get(t, forall).arg[0];
  imply(r, which, 1,
        expr_or(t, expr_binary(t, EXPR_ULE, count, value),
                expr_instance(t, forall, value)));
}

static void add_witness(refinement *r, uint32_t which) {
  assert(!r->b->open.all.items[which].witness);
  expr_table *t = r->s->table;
  const expr forall = r->b->open.all.items[which].forall;
  const uint32_t symbol = expr_new_symbol(t, SYMBOL_FRESH, 64, "witness");
  const expr value = expr_symbol(t, symbol);
  r->b->open.all.items[which].witness = symbol + 1;
  imply(r, which, -1,
        expr_and(t, expr_binary(t, EXPR_ULT, value,
                                expr_get(t, forall).arg[0]),
                 expr_not(t, expr_instance(t, forall, value))));
}

static uint64_t value_of(const blaster *b, expr term) {
  const int *bits = blaster_bits(b, term);
  uint64_t value = 0;
  for (unsigned i = 0; bits && i < 64; i++)
    if (b->gates.api->value(b->gates.sat, bits[i]))
      value |= UINT64_C(1) << i;
  return value;
}

static bool fails_at(refinement *r, expr forall, uint64_t value) {
  return evaluator_forall(r->s->eval, forall, &value, 1) == FORALL_FAILS;
}

/* Instances that are numbers before terms are tried: of two rounds.  And symbols of a slice that
 * are looked at for terms: with more, the terms would be as many as eight rounds' numbers. */
enum { NUMBERS = SIZED(16, 1), SYMBOLS = 64 };

/* Where numbers do not come to an end, what has a failing value in the model may
 * be what is meant: a later index, another loop's iterations, a witness. */
static void add_terms(refinement *r, uint32_t which, varset vars) {
  expr_table *t = r->s->table;
  const expr forall = r->b->open.all.items[which].forall;
  uint32_t count = varset_count(t, vars);
  if (count > SYMBOLS) count = 0;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(t, vars)[k];
    if (expr_symbol_width(t, symbol) > 64) continue;
    const expr term = expr_symbol(t, symbol);
    if (fails_at(r, forall, evaluator_value(r->s->eval, term)))
      add_instance(r, which, expr_zext(t, term, 64));
  }
  for (uint32_t k = 0; k < r->witnesses.count; k++) {
    const uint32_t witness = r->b->open.all.items[k].witness;
    if (witness && fails_at(r, forall, r->witnesses.items[k]))
      add_instance(r, which, expr_symbol(t, witness - 1));
  }
}

/* Holds P's value in the SAT solver against the model. */
static void refine_one(refinement *r, uint32_t which, bool is_true,
                       varset vars) {
  const expr forall = r->b->open.all.items[which].forall;
  uint64_t values[INSTANCES], value = 0;
  unsigned count = 0;
  for (; count < INSTANCES; value++) {
    if (evaluator_forall(r->s->eval, forall, &value, UINT64_MAX) !=
        FORALL_FAILS)
      break;
    values[count++] = value;
  }
  if (is_true) {
    if (!count || r->b->open.all.items[which].instances.count >=
                      NUMBERS)
      add_terms(r, which, vars);
    for (unsigned k = 0; k < count; k++)
      add_instance(r, which, expr_const(r->s->table, 64, values[k]));
  } else if (!count && !r->b->open.all.items[which].witness) {
    add_witness(r, which);
  }
}

instances_result instances_refine(solver *s, blaster *b, const slice *q) {
  model_assign(s, q->model, q->vars);
  if (model_holds(s)) return INSTANCES_MODEL;
  refinement r = {.s = s, .b = b};
  index_list open = {0};
  find_open(s, b, &open);
  /* Adding clauses ends the SAT solver's assignment: it is read before. */
  bool *is_true = mem_zeroed(open.count + 1, sizeof *is_true);
  for (uint32_t k = 0; k < b->open.all.count; k++) {
    const uint32_t witness = b->open.all.items[k].witness;
    vec_push(&r.witnesses,
             witness ? value_of(b, expr_symbol(s->table, witness - 1)) : 0);
  }
  for (uint32_t k = 0; k < open.count; k++)
    is_true[k] = b->gates.api->value(
        b->gates.sat,
        blaster_bits(b, b->open.all.items[open.items[k]].forall)[0]);
  for (uint32_t k = 0; k < open.count && !r.is_full; k++)
    refine_one(&r, open.items[k], is_true[k], q->vars);
  free(is_true);
  vec_release(&open);
  vec_release(&r.witnesses);
  return r.is_full ? INSTANCES_FULL : r.grew ? INSTANCES_GREW : INSTANCES_OPEN;
}
