#include "solver/cache.h"

#include "base/limits.h"
#include "solver/form.h"
#include "solver/store.h"

#include <assert.h>

/*
 * A correct answer is obtained if this is omitted, and as far as can be seen if what is
 * stored is wrong: a model counts only if the question holds under it, and some
 * refutations are asked again, the first of a process always.  Work for others is bounded
 * by a share of what the cache saved.
 *
 * What an answer cost is stored with it and counted when it is used again: so whatever
 * the search decides by such counts is decided as in the run that found the answer, and
 * the same questions are asked.
 *
 * A question that was given up has an entry, too, without an answer: so much was done
 * without success.  It is asked again, but not before as much was counted as done: as a
 * rule another contender has ended by then, as it had in that run.
 */
struct cache {
  store *store;
  canon *forms;
  form question;                /* the last one looked for */
  store_entry entry;            /* ... and what was found */
  bool has_question, is_asking;
  bool has_answer;              /* was found, right or wrong */
  uint64_t asked;               /* refutations again */
  uint64_t open;                /* work that was done without success for it */
  uint64_t believed;            /* refutations */
  uint64_t saved, spent;        /* conflicts; for all refutations but the first */
  uint64_t unwritten;           /* ... of answers that are not in the file yet */
};

cache *cache_new(expr_table *t, const char *file, const char *build) {
  cache *c = mem_zeroed(1, sizeof *c);
  c->store = store_new(file, build);
  c->forms = canon_new(t);
  return c;
}

void cache_free(cache *c) {
  if (!c) return;
  store_free(c->store);
  canon_free(c->forms);
  form_release(&c->question);
  vec_release(&c->entry.bytes);
  free(c);
}

void cache_flush(cache *c) {
  if (c) store_flush(c->store);
}

void cache_forget(cache *c) {
  if (c) canon_forget(c->forms);
}

enum { WORK = 2, CONFLICTS = 5, ASKED = 6 };       /* of the costs */

cache_costs cache_costs_now(const solver *s) {
  return (cache_costs) {{
    s->stats.by_sat + s->stats.by_z3, s->stats.by_difference,
    s->stats.sat_work, s->stats.gates, expr_made(s->table), s->stats.sat_conflicts,
    expr_asked(s->table),
  }};
}

static void charge(solver *s, const store_entry *e) {
  s->stats.cached_queries += e->costs[0];
  s->stats.cached_differences += e->costs[1];
  s->stats.cached_work += e->costs[2];
  s->stats.cached_gates += e->costs[3];
  s->stats.cached_terms += e->costs[4];
  s->stats.cached_asked += e->costs[ASKED];
  s->cache->saved += e->costs[CONFLICTS];
}

static unsigned bytes_of(const solver *s, uint32_t symbol) {
  return (expr_symbol_width(s->table, symbol) + 7) / 8;
}

/* The values of the question's symbols, in the order of the form. */
static model *read_model(solver *s, const slice *q) {
  const cache *c = s->cache;
  model *m = model_new(&s->slices, s->table, q->vars);
  const uint32_t count = varset_count(s->table, q->vars);
  uint32_t at = 0;
  for (uint32_t i = 0; i < c->question.symbols.count; i++) {
    const uint32_t symbol = c->question.symbols.items[i];
    if (!varset_contains(s->table, q->vars, symbol)) continue;
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    const unsigned size = bytes_of(s, symbol);
    if (at + size > c->entry.bytes.count) return NULL;
    for (unsigned k = 0; k < size; k++)
      limbs[k / 8] |= (uint64_t) c->entry.bytes.items[at++] << 8 * (k % 8);
    const uint32_t *all = varset_symbols(s->table, q->vars);
    uint32_t index = 0;
    while (index < count && all[index] != symbol) index++;
    assert(index < count);
    model_set(m, index, limbs);
  }
  return at == c->entry.bytes.count ? m : NULL;
}

static void write_model(solver *s, const slice *q, store_entry *e) {
  const cache *c = s->cache;
  for (uint32_t i = 0; i < c->question.symbols.count; i++) {
    const uint32_t symbol = c->question.symbols.items[i];
    if (!varset_contains(s->table, q->vars, symbol)) continue;
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    const unsigned size = bytes_of(s, symbol);
    if (q->model)
      model_get(q->model, s->table, symbol, limbs,
                (expr_symbol_width(s->table, symbol) + 63) / 64);
    for (unsigned k = 0; k < size; k++)
      vec_push(&e->bytes, (uint8_t) (limbs[k / 8] >> 8 * (k % 8)));
  }
}

static void put_number(store_entry *e, uint32_t n) {
  for (unsigned i = 0; i < 4; i++) vec_push(&e->bytes, (uint8_t) (n >> 8 * i));
}

static uint32_t number_at(const store_entry *e, uint32_t at) {
  uint32_t n = 0;
  for (unsigned i = 0; i < 4; i++) n |= (uint32_t) e->bytes.items[at + i] << 8 * i;
  return n;
}

/* A core that says nothing is stored as such: not every link has one. */
static void write_core(solver *s, store_entry *e) {
  const form *x = &s->cache->question;
  idmap at = {0};
  for (uint32_t i = 0; i < x->conjuncts.count; i++)
    *idmap_at(&at, x->conjuncts.items[i].id) = i + 1;
  for (uint32_t i = 0; i < s->core.count; i++) {
    const uint64_t *number = idmap_find(&at, s->core.items[i].id);
    if (!number) {
      vec_clear(&e->bytes);
      break;
    }
    put_number(e, (uint32_t) *number - 1);
  }
  idmap_release(&at);
}

/* Into s->core; false: it is none of the question's. */
static bool read_core(solver *s) {
  const cache *c = s->cache;
  vec_clear(&s->core);
  if (c->entry.bytes.count % 4) return false;
  for (uint32_t i = 0; i < c->entry.bytes.count; i += 4) {
    const uint32_t number = number_at(&c->entry, i);
    if (number >= c->question.conjuncts.count) return false;
    vec_push(&s->core, c->question.conjuncts.items[number]);
  }
  return true;
}

/* Whether answers before this one may have been wrong as well. */
static bool distrust(solver *s, const char *what) {
  store_distrust(s->cache->store, what);
  if (!s->cache->believed) return false;
  s->reason = UNKNOWN_STORED;
  return true;
}

cache_found cache_find(solver *s, slice *q) {
  assert(s->cache->is_asking && s->conjuncts.count);
  cache *c = s->cache;
  c->open = 0;
  c->has_answer = false;
  c->has_question = canon_find(c->forms, s->conjuncts.items, s->conjuncts.count,
                               &c->question);
  if (!c->has_question || !store_find(c->store, c->question.digest, &c->entry))
    return CACHE_NOTHING;
  c->has_answer = c->entry.answer != ANSWER_UNKNOWN;
  if (c->entry.answer == ANSWER_SAT) {
    model *m = read_model(s, q);
    bool holds = false;
    if (m) {
      model_assign(s, m, q->vars);
      holds = model_holds(s);
    }
    if (!holds)
      return distrust(s, "a model in it is wrong") ? CACHE_WRONG : CACHE_NOTHING;
    q->model = m;
    charge(s, &c->entry);
    s->stats.by_cache++;
    return CACHE_MODEL;
  }
  if (c->entry.answer == ANSWER_UNKNOWN) {
    c->open = c->entry.costs[WORK];
    return CACHE_OPEN;
  }
  if (c->entry.answer != ANSWER_UNSAT || !read_core(s))
    return distrust(s, "an entry in it makes no sense") ? CACHE_WRONG : CACHE_NOTHING;
  return CACHE_REFUTATION;
}

bool cache_is_asked(const solver *s) { return s->cache && !s->cache->is_asking; }

void cache_begin(solver *s) {
  assert(!s->cache->is_asking);
  s->cache->is_asking = true;
}

void cache_end(solver *s) {
  assert(s->cache->is_asking);
  s->cache->is_asking = false;
}

/* Asking anew takes 1/SHARE, 2.5 %, of what was saved, and in any case DOUBT conflicts: a
 * millisecond. */
enum { SHARE = 40, DOUBT = 200 };

/* The first of a process in any case; of others those that take no more than a share of
 * what was saved: asking for as long as that, and no longer, would tell nothing. */
uint64_t cache_doubt(solver *s) {
  assert(s->cache->is_asking && s->cache->has_answer);
  cache *c = s->cache;
  if (!c->asked) return DOUBT;
  const uint64_t most = c->saved / SHARE;
  const bool is_drawn = (c->entry.digest[0] + store_runs(c->store)) %
                            limits.solver_cache_sample == 0;
  const uint64_t left = most > c->spent ? most - c->spent : 0;
  return is_drawn && c->entry.costs[CONFLICTS] <= left ? left + 1 : 0;
}

void cache_doubted(solver *s, uint64_t conflicts) {
  cache *c = s->cache;
  if (c->asked++) c->spent += conflicts;
  s->stats.cache_asked++;
}

void cache_believe(solver *s) {
  assert(s->cache->is_asking && s->cache->has_answer);
  charge(s, &s->cache->entry);
  s->cache->believed++;
  s->stats.by_cache++;
}

bool cache_is_wrong(solver *s) {
  assert(s->cache->is_asking && s->cache->has_answer);
  return distrust(s, "a refutation in it is wrong");
}

static uint32_t cost(uint64_t now, uint64_t before) {
  assert(now >= before);
  return now - before > UINT32_MAX ? UINT32_MAX : (uint32_t) (now - before);
}

static void begin_entry(cache *c, answer a) {
  store_entry *e = &c->entry;
  *e = (store_entry) {.answer = a, .bytes = e->bytes};
  vec_clear(&e->bytes);
  for (unsigned i = 0; i < SHA256_BYTES; i++) e->digest[i] = c->question.digest[i];
}

uint64_t cache_work_so_far(const solver *s) { return s->cache->open; }

void cache_note_open(solver *s, uint64_t work) {
  cache *c = s->cache;
  if (!c || !c->is_asking || !c->has_question || c->has_answer ||
      work < limits.solver_cache_open || work < c->open + c->open / 8) return;
  c->open = work;
  begin_entry(c, ANSWER_UNKNOWN);
  c->entry.costs[WORK] = cost(work, 0);
  store_put(c->store, &c->entry);
  store_flush(c->store);        /* nobody says when it ends */
}

void cache_keep(solver *s, const slice *q, answer a, const cache_costs *before) {
  assert(s->cache->is_asking);
  cache *c = s->cache;
  const cache_costs now = cache_costs_now(s);
  if (a == ANSWER_UNKNOWN) cache_note_open(s, now.of[WORK] - before->of[WORK]);
  if (!c->has_question || a == ANSWER_UNKNOWN) return;
  store_entry *e = &c->entry;
  begin_entry(c, a);
  for (unsigned i = 0; i < CACHE_COSTS; i++) e->costs[i] = cost(now.of[i], before->of[i]);
  if (a == ANSWER_SAT) write_model(s, q, e);
  else write_core(s, e);
  store_put(c->store, e);
  /* A contender may be killed at any time. */
  if ((c->unwritten += e->costs[CONFLICTS]) < DOUBT) return;
  store_flush(c->store);
  c->unwritten = 0;
}
