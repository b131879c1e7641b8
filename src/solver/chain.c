#include "solver/cache.h"

#include "base/checks.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/yield.h"

#include <assert.h>


const solver_options solver_defaults = {
  .range = true, .domain = true, .models = true, .slices = true,
  .cores = true, .walk = true, .differences = true,
  .products = true, .boxes = true, .floats = true,
  .sat = true, .z3 = true,
};

static const char *const reason_texts[] = {
#define REASON(NAME, TEXT) TEXT,
#include "solver/reasons.def"
};

const char *unknown_reason_text(unknown_reason r) {
  assert((unsigned) r < sizeof reason_texts / sizeof *reason_texts);
  return reason_texts[r];
}

solver *solver_new(expr_table *t, const solver_options *options) {
  solver *s = mem_zeroed(1, sizeof *s);
  s->table = t;
  s->options = options ? *options : solver_defaults;
  s->eval = evaluator_new(t);
  s->end.stop = s->options.stop;
  s->allowed = UINT64_MAX;
  if (s->options.cache)
    s->cache = cache_new(t, s->options.cache, s->options.cache_build);
  sweep_add_root(t, (sweep_root) {"solver", s, solver_mark, solver_forget});
  return s;
}

void solver_free(solver *s) {
  if (!s) return;
  assert(!s->nesting && !s->deciding && !s->is_hard);
  sweep_remove_root(s->table, s);
  cache_free(s->cache);
  solver_follow(s, NULL);
  vec_release(&s->checked);
  vec_release(&s->solved);
  evaluator_free(s->eval);
  slice_table_release(&s->slices);
  domain_cache_release(&s->domains);
  idmap_release(&s->shapes);
  orderings_free(s->orderings);
  walk_free(s->walk);
  cores_release(&s->cores);
  pool_release(&s->pool);
  z3_backend_free(s->z3);
  vec_release(&s->conjuncts);
  vec_release(&s->core);
  vec_release(&s->touched);
  vec_release(&s->roots);
  vec_release(&s->unknowns);
  free(s);
}

const solver_stats *solver_get_stats(const solver *s) { return &s->stats; }

void solver_allow(solver *s, uint64_t conflicts) {
  s->allowed = conflicts == UINT64_MAX ? conflicts
                                       : chain_work(s) + conflicts;
}

uint64_t solver_work(const solver *s) { return chain_work(s); }

uint64_t solver_expensive_work(const solver *s) { return s->expensive_work; }

void solver_flush(solver *s) { cache_flush(s->cache); }

bool solver_is_spent(const solver *s) { return chain_is_spent(s); }

bool solver_ran_out(const solver *s) { return s->reason == UNKNOWN_SPENT; }

bool solver_is_limited(const solver *s) {
  return s->options.max_conflicts || s->options.max_nodes || s->options.max_query_ms;
}

const char *solver_unknown_reason(const solver *s) {
  return unknown_reason_text(s->reason);
}

void solver_set_limit(solver *s, uint64_t conflicts) { s->limit = conflicts; }

/* A process that shares a core with others waits, or is stopped, in the middle of questions:
 * there it is the processor's time that counts. */
static uint64_t now_ns(const solver *s) {
  return s->by_use ? clock_used_about_ns() : clock_ns();
}

static void note_time(solver *s) {
  const uint64_t now = now_ns(s);
  if (now > s->begun_ns) s->stats.solver_ns += now - s->begun_ns;
  s->begun_ns = now;
}

/* Nobody works on slices or caches yet: some may go. */
void solver_begin(solver *s) {
  if (s->nesting++) return;
  assert(!s->deciding && !s->is_hard && !s->is_walking);
  solver_trim(s);
  s->by_use |= yield_hook != NULL;      /* others stay */
  s->begun_work = chain_work(s);
  s->begun_ns = now_ns(s);
}

void solver_end(solver *s) {
  assert(s->nesting);
  if (--s->nesting) return;
  assert(!s->deciding && !s->is_hard && !s->is_walking);
  note_time(s);
  const uint64_t took = chain_work(s) - s->begun_work;
  if (took >= limits.solver_expensive) s->expensive_work += took;
}

/* The link of one byte ---------------------------------------------------- */

bool domain_applies(const solver *s, varset vars, uint32_t *symbol) {
  if (!s->options.domain || varset_count(s->table, vars) != 1) return false;
  *symbol = varset_symbols(s->table, vars)[0];
  return expr_symbol_width(s->table, *symbol) <= 8;
}

/* Meets *d with the values that the conjunct allows; false if none is left, or
 * if evaluation may not decide it. */
static bool meet(solver *s, domain *d, expr conjunct, uint32_t symbol,
                 bool *is_exact) {
  *is_exact = !expr_has(s->table, conjunct, EXPR_IS_OPEN);
  return *is_exact &&
         domain_meet(d, domain_of(&s->domains, s->table, s->eval, conjunct,
                                  symbol), d);
}

/* The domains of the slices that q grew from one conjunct at a time, if they have none:
 * they were satisfied by a witness, and not asked about. */
static void fill_domains(solver *s, slice *q, uint32_t symbol) {
  VEC(slice *) open = {0};
  slice *at = q->left;
  while (at && !at->domain && !at->right && at->conjunct.id && at->status == SLICE_SAT) {
    vec_push(&open, at);
    at = at->left;
  }
  domain d = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
  bool is_good = !at || at->domain, is_exact;
  if (at && at->domain) d = *at->domain;
  while (open.count && is_good) {
    at = vec_pop(&open);
    is_good = meet(s, &d, at->conjunct, symbol, &is_exact);
    if (!is_good) break;
    at->domain = mem_zeroed(1, sizeof *at->domain);
    *at->domain = d;
  }
  vec_release(&open);
}

bool slice_domain(solver *s, slice *q, uint32_t symbol, domain *out) {
  bool is_exact = true;
  if (q->status != SLICE_SAT) return false;
  if (q->domain) {
    *out = *q->domain;
    return true;
  }
  *out = (domain) {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
  vec_clear(&s->conjuncts);
  slice_collect(&s->slices, q, &s->conjuncts);
  for (uint32_t i = 0; i < s->conjuncts.count; i++)
    if (!meet(s, out, s->conjuncts.items[i], symbol, &is_exact)) return false;
  return true;
}

static answer link_domain(solver *s, slice *q) {
  uint32_t symbol;
  if (!domain_applies(s, q->vars, &symbol)) return ANSWER_UNKNOWN;
  if (q->left && !q->left->domain && !q->right && q->conjunct.id)
    fill_domains(s, q, symbol);
  domain d = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
  bool any = true, is_exact = true;
  if (q->left && q->left->domain && !q->right && q->conjunct.id) {
    d = *q->left->domain;
    any = meet(s, &d, q->conjunct, symbol, &is_exact);
  } else {
    vec_clear(&s->conjuncts);
    slice_collect(&s->slices, q, &s->conjuncts);
    for (uint32_t i = 0; i < s->conjuncts.count && any; i++)
      any = meet(s, &d, s->conjuncts.items[i], symbol, &is_exact);
  }
  if (!any) return is_exact ? ANSWER_UNSAT : ANSWER_UNKNOWN;
  if (!q->domain) q->domain = mem_zeroed(1, sizeof *q->domain);
  *q->domain = d;
  const uint64_t value = domain_least(&d);
  if (value) {
    model *m = model_new(&s->slices, s->table, q->vars);
    const uint64_t limbs[EXPR_MAX_LIMBS] = {value};
    model_set(m, 0, limbs);
    q->model = m;
  }
  return ANSWER_SAT;
}

/* The link of one word ----------------------------------------------------- */

/* Other links take as long up to so many conjuncts, and find smaller values; but of products they
 * know nothing. */
enum { FEW_CONJUNCTS = 16 };

/* Makes the word sets of q and of the slices that it grew from, one conjunct at a time; NULL:
 * they say something else. */
static const wordset *wordset_of(solver *s, slice *q) {
  VEC(slice *) open = {0};
  slice *at = q;
  while (at && !at->wordset && !at->has_no_wordset) {
    if (at->right || !at->conjunct.id) {
      at->has_no_wordset = true;         /* a union of parts */
      break;
    }
    vec_push(&open, at);
    at = at->left;
  }
  const wordset *last = at ? at->wordset : NULL;
  bool is_good = !at || at->wordset;
  while (open.count) {
    slice *next = vec_pop(&open);
    if (is_good)
      next->wordset = wordset_extend(s->table, last, next->conjunct);
    last = next->wordset;
    is_good = last != NULL;
    next->has_no_wordset = !is_good;
  }
  vec_release(&open);
  return last;
}

static answer link_wordset(solver *s, slice *q) {
  uint64_t value;
  if (!s->options.domain ||
      (q->count <= FEW_CONJUNCTS &&     /* without a conjunct of its own: no part of a path */
       (!q->conjunct.id || !wordset_is_of_multiple(s->table, q->conjunct))))
    return ANSWER_UNKNOWN;
  const wordset *p = wordset_of(s, q);
  if (!p) return ANSWER_UNKNOWN;
  if (!wordset_find(s->table, p, &value)) return ANSWER_UNSAT;
  assert(p->word.id == q->vars.id && wordset_has(s->table, p, value));
  model *m = model_new(&s->slices, s->table, q->vars);
  for (uint32_t k = 0; k < varset_count(s->table, q->vars); k++) {
    const unsigned width = expr_symbol_width(s->table, varset_symbols(s->table, q->vars)[k]);
    const uint64_t limbs[EXPR_MAX_LIMBS] = {value & bits_mask(width)};
    model_set(m, k, limbs);
    value = width < 64 ? value >> width : 0;
  }
  q->model = m;
  return ANSWER_SAT;
}

/* The link of differences -------------------------------------------------- */

/* The value's bits into the symbols that the term consists of. */
static void spread(solver *s, model *m, const uint32_t *symbols,
                   uint32_t count, expr term, uint64_t bits) {
  const expr_node n = expr_get(s->table, term);
  if (n.op == EXPR_CONCAT) {
    spread(s, m, symbols, count, n.arg[1], bits);
    spread(s, m, symbols, count, n.arg[0],
           bits >> expr_width(s->table, n.arg[1]));
    return;
  }
  uint32_t at = 0;
  while (at < count && symbols[at] != n.imm) at++;
  const uint64_t limbs[EXPR_MAX_LIMBS] = {bits & bits_mask(n.width)};
  if (at < count) model_set(m, at, limbs);
}

/* A way through the conditions, then values for its comparisons. */
static difference_answer decide_ways(solver *s, differences *d,
                                     bool is_signed) {
  way found = {0};
  uint64_t steps;
  if (!s->orderings) s->orderings = orderings_new();
  assert(s->conjuncts.count);
  const ways_answer a =
      ways_find(s->orderings, s->table, s->conjuncts.items, s->conjuncts.count,
                limits.solver_way_steps, &found, &steps);
  difference_answer result = DIFFERENCE_NO;
  *d = (differences) {0};
  if (a == WAYS_FOUND) {
    result = differences_decide(d, s->table, found.items, found.count,
                                is_signed, limits.solver_few_steps);
    /* Of few bits there may be too few values for so many orders. */
    if (result == DIFFERENCE_NO) result = DIFFERENCE_OPEN;
  } else if (a == WAYS_OPEN) result = DIFFERENCE_OPEN;
  d->steps += steps;
  vec_release(&found);
  return result;
}

static answer link_differences(solver *s, slice *q) {
  assert(s->conjuncts.count == q->count);
  unsigned shape = 0;
  for (uint32_t i = 0; i < s->conjuncts.count; i++) {
    const unsigned one = difference_shape_of(&s->shapes, s->table,
                                             s->conjuncts.items[i]);
    if (!(one & DIFFERENCE_FITS)) return ANSWER_UNKNOWN;
    shape |= one;
  }
  if (shape & DIFFERENCE_SIGNED && shape & DIFFERENCE_UNSIGNED)
    return ANSWER_UNKNOWN;
  differences d;
  difference_answer found;
  if (shape & DIFFERENCE_BRANCHES && !(shape & DIFFERENCE_NUMBERS))
    found = decide_ways(s, &d, shape & DIFFERENCE_SIGNED);
  else
    found = differences_decide(&d, s->table, s->conjuncts.items, s->conjuncts.count,
                               shape & DIFFERENCE_SIGNED, limits.solver_few_steps);
  chain_count(s, PRICE_RELATION / PRICE_VISIT * d.steps);
  if (found == DIFFERENCE_NO) return ANSWER_UNSAT;
  if (found == DIFFERENCE_OPEN) return ANSWER_UNKNOWN;
  model *m = model_new(&s->slices, s->table, q->vars);
  for (uint32_t k = 1; k < d.count; k++)
    spread(s, m, varset_symbols(s->table, q->vars),
           varset_count(s->table, q->vars), d.terms[k],
           (uint64_t) d.values[k]);
  /* Unknowns that share a symbol were taken for independent. */
  model_assign(s, m, q->vars);
  if (!model_holds(s)) return ANSWER_UNKNOWN;
  q->model = m;
  return ANSWER_SAT;
}

/* The link that walks from input to input ---------------------------------- */

/* A model that is being made. */
typedef struct filling {
  solver *s;
  model *m;
  varset vars;
} filling;

static void fill(void *context, uint32_t symbol, uint64_t bits) {
  const filling *f = context;
  const uint64_t limbs[EXPR_MAX_LIMBS] = {bits};
  uint32_t at = 0;
  while (varset_symbols(f->s->table, f->vars)[at] != symbol) at++;
  assert(at < varset_count(f->s->table, f->vars) &&
         !(bits & ~bits_mask(expr_symbol_width(f->s->table, symbol))));
  model_set(f->m, at, limbs);
}

/* What the walk left, as a question of its own; its model into the one of q. */
static answer ask_rest(solver *s, filling *f) {
  slice *rest = slice_extend(&s->slices, s->table, NULL, NULL,
                             walk_rest(s->walk));
  s->is_walking = true;
  const answer a = chain_decide(s, rest);
  s->is_walking = false;
  if (a != ANSWER_SAT) return a;
  const uint32_t count = varset_count(s->table, rest->vars);
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(s->table, rest->vars)[k];
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    model_get(rest->model, s->table, symbol, limbs,
              (expr_symbol_width(s->table, symbol) + 63) / 64);
    uint32_t at = 0;
    while (varset_symbols(s->table, f->vars)[at] != symbol) at++;
    model_set(f->m, at, limbs);
  }
  return a;
}

static answer link_walk(solver *s, slice *q, bool with_rest) {
  if (s->is_walking) return ANSWER_UNKNOWN;
  if (!s->walk) s->walk = walk_new(s->table, &s->domains, s->eval, &s->end);
  if (!s->walk_steps) s->walk_steps = limits.solver_walk_most;
  assert(s->conjuncts.count == q->count);
  const walk_answer found =
      walk_decide(s->walk, s->conjuncts.items, s->conjuncts.count, with_rest,
                  s->walk_steps);
  chain_count(s, PRICE_RELATION / PRICE_VISIT * walk_steps(s->walk));
  if (walk_steps(s->walk) > s->walk_steps) {
    if (s->walk_steps > limits.solver_walk_most >> 7) s->walk_steps /= 8;
  } else if (found != WALK_OPEN && s->walk_steps < limits.solver_walk_most)
    s->walk_steps *= 2;
  if (found == WALK_NO) return ANSWER_UNSAT;
  if (found == WALK_OPEN) return ANSWER_UNKNOWN;
  filling f = {s, model_new(&s->slices, s->table, q->vars), q->vars};
  if (found == WALK_REST) {
    const answer a = ask_rest(s, &f);
    vec_clear(&s->conjuncts);
    slice_collect(&s->slices, q, &s->conjuncts);
    if (a != ANSWER_SAT) return a;
  }
  model_assign(s, f.m, q->vars);
  walk_values(s->walk, fill, &f);
  model_assign(s, f.m, q->vars);
  if (!model_holds(s)) return ANSWER_UNKNOWN;
  q->model = f.m;
  return ANSWER_SAT;
}

/* Z3, alone or behind the bit-blaster -------------------------------------- */

/* What the other process's thread watches is left as it is. */
void solver_before_fork(solver *s) {
  if (s->nesting) note_time(s);
}

/* Nor did the time that was used. */
void solver_after_fork(solver *s) {
  s->z3 = NULL;
  s->by_use = true;
  clock_after_fork();
  s->begun_ns = now_ns(s);
}

uint64_t solver_weigh(const solver *s, uint64_t work) {
  return s->rate ? work * s->rate / (PRICE_CONFLICT / PRICE_VISIT) : work;
}

void solver_note_open(solver *s, uint64_t work) { cache_note_open(s, work); }

void solver_give_up(solver *s, bool gives_up) { s->end.is_given_up = gives_up; }

static z3_answer ask_z3(solver *s, unknown_reason *reason) {
  if (!s->z3)
    s->z3 = z3_backend_new(s->table, &s->end);
  conjuncts order = {0};
  for (uint32_t i = s->conjuncts.count; i-- > 0;)
    vec_push(&order, s->conjuncts.items[i]);
  const uint64_t begun = clock_ns();
  const z3_answer a = z3_backend_check(s->z3, order.items, order.count, reason);
  s->stats.z3_ns += clock_ns() - begun;
  vec_release(&order);
  return a;
}

static bool has(const solver *s, unsigned flags) {
  for (uint32_t i = 0; i < s->conjuncts.count; i++)
    if (expr_has(s->table, s->conjuncts.items[i], flags)) return true;
  return false;
}

static model *model_of_z3(solver *s, const slice *q) {
  model *m = model_new(&s->slices, s->table, q->vars);
  const uint32_t count = varset_count(s->table, q->vars);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t limbs[EXPR_MAX_LIMBS];
    z3_backend_value(s->z3, varset_symbols(s->table, q->vars)[i], limbs);
    model_set(m, i, limbs);
  }
  return m;
}

static answer link_z3(solver *s, slice *q) {
  assert(s->conjuncts.count == q->count);
  switch (ask_z3(s, &s->reason)) {
  case Z3_NO: return ANSWER_UNSAT;
  case Z3_DONT_KNOW: return ANSWER_UNKNOWN;
  case Z3_YES: break;
  }
  model *m = model_of_z3(s, q);
  /* Z3's floats and ours can differ in the bits of a NaN, and its quantifiers
   * are an art: only what our own evaluation confirms is a model. */
  if (has(s, EXPR_IS_OPEN)) {
    model_assign(s, m, q->vars);
    if (!model_holds(s)) {
      s->reason = UNKNOWN_MODEL;
      return ANSWER_UNKNOWN;
    }
  }
  q->model = m;
  return ANSWER_SAT;
}

/* The chain ---------------------------------------------------------------- */

static _Noreturn void disagree(const solver *s, const char *what) {
  fprintf(stderr, "conjuncts of the slice:\n");
  for (uint32_t i = 0; i < s->conjuncts.count; i++) {
    expr_print(s->table, s->conjuncts.items[i], stderr);
    fputc('\n', stderr);
  }
  fatal("solver check: %s", what);
}

/* Floats go to Z3 if they are to, or if there is no circuit for some of them. */
static bool can_blast(const solver *s) {
  return !has(s, EXPR_HAS_FLOAT) ||
         (s->options.floats && !has(s, EXPR_HAS_FORALL) &&
          blaster_can(s->table, s->conjuncts.items, s->conjuncts.count));
}

/* The validating link: evaluates the model and asks the other back end. */
static void validate(solver *s, const slice *q, answer a, bool by_z3) {
  if (a == ANSWER_UNKNOWN) return;
  vec_clear(&s->conjuncts);
  slice_collect(&s->slices, q, &s->conjuncts);
  s->stats.checked++;
  if (a == ANSWER_SAT) {
    model_assign(s, q->model, q->vars);
    if (!model_holds(s)) disagree(s, "a model does not satisfy its slice");
  }
  answer second = ANSWER_UNKNOWN;
  if (!by_z3) {
    unknown_reason reason;
    const z3_answer z = ask_z3(s, &reason);
    second = z == Z3_YES ? ANSWER_SAT : z == Z3_NO ? ANSWER_UNSAT
                                                   : ANSWER_UNKNOWN;
    /* What floats leave open is no objection. */
    if (z == Z3_YES && has(s, EXPR_HAS_FLOAT)) {
      model_assign(s, model_of_z3(s, q), q->vars);
      if (!model_holds(s) &&
          (evaluator_is_exact(s->eval) || !z3_backend_is_exact(s->z3)))
        second = ANSWER_UNKNOWN;
    }
  } else if (can_blast(s)) {
    slice shadow = *q;
    const unknown_reason reason = s->reason;
    second = link_sat(s, &shadow);
    s->reason = reason;
  }
  if (second != ANSWER_UNKNOWN && second != a)
    disagree(s, "two back ends give different answers");
}

static answer ask_sat(solver *s, slice *q) {
  const uint64_t begun = clock_ns();
  const answer a = link_sat(s, q);
  s->stats.sat_ns += clock_ns() - begun;
  if (a != ANSWER_UNKNOWN) s->stats.by_sat++;
  if (a == ANSWER_UNSAT && s->options.cores)
    cores_remember(s, s->core.items, s->core.count);
  return a;
}

/* Intervals and SAT solvers alternately, each for longer than before: what one finds
 * easily is often hard for the other. */
static answer ask_boxes(solver *s, slice *q) {
  answer a = ANSWER_UNKNOWN;
  if (!s->options.boxes) return a;
  uint64_t steps = limits.solver_box_steps;
  uint64_t conflicts = limits.solver_light_conflicts;
  for (unsigned round = 0; round < limits.solver_box_rounds; round++) {
    a = link_boxes(s, q, steps);
    if (a != ANSWER_UNKNOWN) s->stats.by_box++;
    if (a != ANSWER_UNKNOWN || s->limit || chain_is_stopped(s) ||
        chain_is_spent(s) || round + 1 == limits.solver_box_rounds) return a;
    if (s->options.sat && can_blast(s)) {
      const uint64_t most = s->options.max_conflicts;
      s->limit = most && most < conflicts ? most : conflicts;
      a = ask_sat(s, q);
      s->limit = 0;
      if (a != ANSWER_UNKNOWN || chain_is_stopped(s) || chain_is_spent(s)) return a;
    }
    steps *= limits.solver_box_growth;
    conflicts *= limits.solver_box_growth;
  }
  return a;
}

static answer ask_back_ends(solver *s, slice *q, bool *by_z3) {
  answer a = ANSWER_UNKNOWN;
  s->reason = chain_is_stopped(s) ? chain_why_stopped(s) : UNKNOWN_NO_LINK;
  if (chain_is_spent(s)) {
    s->reason = UNKNOWN_SPENT;
    return a;
  }
  const bool is_float = has(s, EXPR_HAS_FLOAT);
  if (is_float && s->options.domain) {
    a = link_enumerate(s, q);
    if (a != ANSWER_UNKNOWN) s->stats.by_domain++;
    else if (chain_is_stopped(s)) s->reason = chain_why_stopped(s);
  }
  if (a == ANSWER_UNKNOWN && is_float && !chain_is_stopped(s))
    a = ask_boxes(s, q);
  if (a == ANSWER_UNKNOWN && s->options.sat && !chain_is_stopped(s) &&
      can_blast(s)) {
    a = ask_sat(s, q);
    if (a == ANSWER_UNKNOWN && s->allowed != UINT64_MAX && !s->limit &&
        s->reason == UNKNOWN_CONFLICTS) {
      s->allowed = chain_work(s);       /* the solvers stop early */
      s->reason = UNKNOWN_SPENT;
    }
  }
  if (chain_is_stopped(s)) s->reason = chain_why_stopped(s);
  if (a == ANSWER_UNKNOWN && s->options.z3 && !chain_is_stopped(s) &&
      s->reason != UNKNOWN_TIME && s->reason != UNKNOWN_SPENT &&
      !(s->limit && s->options.sat)) {
    *by_z3 = true;
    a = link_z3(s, q);
    if (a != ANSWER_UNKNOWN) s->stats.by_z3++;
  }
  if (a == ANSWER_SAT && s->options.models) models_remember(s, q->model);
  return a;
}

static answer by_differences(solver *s, slice *q) {
  if (!s->options.differences || chain_is_stopped(s)) return ANSWER_UNKNOWN;
  const answer a = link_differences(s, q);
  if (a != ANSWER_UNKNOWN) s->stats.by_difference++;
  if (a == ANSWER_SAT && s->options.models) models_remember(s, q->model);
  return a;
}

/* What may take long. */
static answer ask_hard(solver *s, slice *q, bool *by_z3) {
  answer a;
  if (s->options.walk && !chain_is_stopped(s) &&
      (a = link_walk(s, q, false)) != ANSWER_UNKNOWN) {
    s->stats.by_walk++;
    if (a == ANSWER_SAT && s->options.models) models_remember(s, q->model);
    return a;
  }
  if (s->options.products && !chain_is_stopped(s) && !chain_is_spent(s) &&
      (a = link_products(s, q)) != ANSWER_UNKNOWN) {
    s->stats.by_product++;
    if (a == ANSWER_SAT && s->options.models) models_remember(s, q->model);
    return a;
  }
  return ask_back_ends(s, q, by_z3);
}

/* The core as a question of its own: if it has no model, nor has the slice. */
static slice *slice_of_core(solver *s, slice *q) {
  slice *all = NULL;
  for (uint32_t i = 0; i < s->core.count; i++)
    all = slice_extend(&s->slices, s->table, all, NULL, s->core.items[i]);
  return all ? all : q;
}

/* The search decides by counts: a second answer must not change them. */
static void restore_counts(solver *s, const solver_stats *before, uint64_t visits) {
  const solver_stats now = s->stats;
  s->stats = *before;
  s->stats.sat_conflicts = now.sat_conflicts;
  s->stats.sat_resets = now.sat_resets;
  s->stats.sat_ns = now.sat_ns;
  s->stats.z3_ns = now.z3_ns;
  s->stats.hard_ns = now.hard_ns;
  s->visits = visits;
}

/* A stored refutation once more, with so many conflicts; false: it is wrong. */
static bool is_refuted(solver *s, slice *q, uint64_t conflicts, bool *by_z3) {
  slice *asked = slice_of_core(s, q);
  const solver_stats before = s->stats;
  const uint64_t limit = s->limit, visits = s->visits;
  if (!limit || limit > conflicts) s->limit = conflicts;
  conjuncts kept = {0};
  for (uint32_t i = 0; i < s->core.count; i++) vec_push(&kept, s->core.items[i]);
  vec_clear(&s->conjuncts);
  slice_collect(&s->slices, asked, &s->conjuncts);
  const model *m = asked->model;
  const answer a = asked->status == SLICE_SAT ? ANSWER_SAT : ask_hard(s, asked, by_z3);
  asked->model = m;
  s->limit = limit;
  vec_clear(&s->core);
  for (uint32_t i = 0; i < kept.count; i++) vec_push(&s->core, kept.items[i]);
  vec_release(&kept);
  vec_clear(&s->conjuncts);
  slice_collect(&s->slices, q, &s->conjuncts);
  restore_counts(s, &before, visits);
  cache_doubted(s, s->stats.sat_conflicts - before.sat_conflicts);
  return a != ANSWER_SAT;
}

/* So much was done without success for the question in an earlier run: others go first for as
 * long.  False: its limit is no more than that. */
static bool let_others_go_first(solver *s, uint64_t work) {
  if (s->limit && work >= s->limit) {
    s->stats.cached_work += s->limit;
    s->reason = UNKNOWN_CONFLICTS;
    return false;
  }
  yield(work);
  return true;
}

/* What earlier runs found; otherwise what is found is kept for later ones. */
static answer ask_cache(solver *s, slice *q, bool *by_z3) {
  cache_begin(s);
  answer a = ANSWER_UNKNOWN;
  bool is_open = true;
  switch (cache_find(s, q)) {
  case CACHE_NOTHING: break;
  case CACHE_WRONG: is_open = false; break;
  case CACHE_OPEN: is_open = let_others_go_first(s, cache_work_so_far(s)); break;
  case CACHE_MODEL:
    if (s->options.models) models_remember(s, q->model);
    a = ANSWER_SAT;
    break;
  case CACHE_REFUTATION: {
    const uint64_t conflicts = cache_doubt(s);
    if (conflicts && !is_refuted(s, q, conflicts, by_z3)) {
      is_open = !cache_is_wrong(s);
      break;
    }
    cache_believe(s);
    if (s->options.cores && s->core.count)
      cores_remember(s, s->core.items, s->core.count);
    a = ANSWER_UNSAT;
    break;
  }
  }
  if (a == ANSWER_UNKNOWN && is_open) {
    const cache_costs before = cache_costs_now(s);
    vec_clear(&s->core);
    a = ask_hard(s, q, by_z3);
    cache_keep(s, q, a, &before);
  }
  cache_end(s);
  return a;
}

static answer ask_links(solver *s, slice *q, bool *by_z3) {
  answer a = link_domain(s, q);
  if (a == ANSWER_UNKNOWN) a = link_wordset(s, q);
  if (a != ANSWER_UNKNOWN) {
    s->stats.by_domain++;
    return a;
  }
  vec_clear(&s->conjuncts);
  slice_collect(&s->slices, q, &s->conjuncts);
  if (s->options.models && (a = link_models(s, q)) != ANSWER_UNKNOWN) {
    s->stats.by_model++;
    return a;
  }
  if (s->options.cores && (a = link_cores(s, q)) != ANSWER_UNKNOWN) {
    s->stats.by_core++;
    return a;
  }
  /* Where there are many ways, differences may miss what the walk finds at once;
   * where there are few, they are faster. */
  if ((a = by_differences(s, q)) != ANSWER_UNKNOWN) return a;
  const uint64_t begun = s->is_hard++ ? 0 : clock_used_ns();
  a = cache_is_asked(s) ? ask_cache(s, q, by_z3) : ask_hard(s, q, by_z3);
  if (!--s->is_hard) s->stats.hard_ns += clock_used_ns() - begun;
  return a;
}

/* What refutes for little. */
static bool is_refuted_at_once(solver *s, slice *q) {
  if (link_domain(s, q) == ANSWER_UNSAT || link_wordset(s, q) == ANSWER_UNSAT) {
    s->stats.by_domain++;
    return true;
  }
  vec_clear(&s->conjuncts);
  slice_collect(&s->slices, q, &s->conjuncts);
  if (s->options.cores && link_cores(s, q) == ANSWER_UNSAT) {
    s->stats.by_core++;
    return true;
  }
  return by_differences(s, q) == ANSWER_UNSAT;
}

bool chain_refutes_at_once(solver *s, slice *q) {
  assert(s->nesting && q->table == &s->slices);
  if (q->status != SLICE_OPEN) return q->status == SLICE_UNSAT;
  if (!is_refuted_at_once(s, q)) return false;
  if (s->options.check) validate(s, q, ANSWER_UNSAT, false);
  q->status = SLICE_UNSAT;
  return true;
}

void chain_begin_time(solver *s) {
  s->end.deadline_ns = clock_ns() + s->options.max_query_ms * 1000000u;
}

/* Its model makes each of its conjuncts true. */
static void check_model(solver *s, const slice *q) {
  vec_clear(&s->conjuncts);
  slice_collect(&s->slices, q, &s->conjuncts);
  model_assign(s, q->model, q->vars);
  for (uint32_t i = 0; i < s->conjuncts.count; i++)
    if (!evaluator_value(s->eval, s->conjuncts.items[i]) && evaluator_is_exact(s->eval))
      disagree(s, "a model does not satisfy its slice");
}

answer chain_decide(solver *s, slice *q) {
  assert(s->nesting && q->table == &s->slices);
  switch ((slice_status) q->status) {
  case SLICE_SAT: s->stats.by_slice++; return ANSWER_SAT;
  case SLICE_UNSAT: s->stats.by_slice++; return ANSWER_UNSAT;
  case SLICE_UNKNOWN:
    s->reason = (unknown_reason) q->reason;
    s->stats.unknown++;
    return ANSWER_UNKNOWN;
  case SLICE_OPEN: break;
  }
  /* Questions within this one have its time, and slices of one check share it. */
  const bool is_outermost = !s->deciding++ && s->options.max_query_ms;
  const uint64_t given_ns = s->end.deadline_ns;
  if (is_outermost && !given_ns) chain_begin_time(s);
  bool by_z3 = false;
  const answer a = ask_links(s, q, &by_z3);
  if (s->options.check) {
    const uint64_t begun_ns = clock_ns();
    if (is_outermost) chain_begin_time(s);      /* the second opinion has its own */
    validate(s, q, a, by_z3);
    if (is_outermost && given_ns)
      s->end.deadline_ns = given_ns + (clock_ns() - begun_ns);
  }
  if (is_outermost && !given_ns) s->end.deadline_ns = 0;
  s->deciding--;
  switch (a) {
  case ANSWER_SAT:
    q->status = SLICE_SAT;
    if (CHECKS_ARE_ON) check_model(s, q);
    break;
  case ANSWER_UNSAT: q->status = SLICE_UNSAT; break;
  case ANSWER_UNKNOWN:
    s->stats.unknown++;
    q->reason = (uint8_t) s->reason;
    /* What a signal, an allowance or a passing limit cut short may be asked
     * again. */
    if (s->reason != UNKNOWN_INTERRUPTED && s->reason != UNKNOWN_SPENT &&
        !s->limit)
      q->status = SLICE_UNKNOWN;
    break;
  }
  return a;
}
