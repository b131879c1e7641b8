#include "explore/seeds.h"

#include "base/clock.h"
#include "base/limits.h"
#include "explore/fields.h"
#include "explore/tree.h"
#include "expr/sweep.h"

#include <assert.h>
#include <string.h>

/* Ways --------------------------------------------------------------------- */

static seed_way *way_new(const seeds *q, uint32_t seed) {
  seed_way *w = mem_zeroed(1, sizeof *w);
  w->refs = 1;
  w->seed = seed;
  w->witness = path_witness_new(exec_solver(q->exec));
  return w;
}

static void way_release(seeds *q, seed_way *w) {
  assert(!w || w->refs);
  if (!w || --w->refs) return;
  if (q->assigned == w) q->assigned = NULL;
  path_witness_release(w->witness);
  free(w);
}

/* The evaluator has the values of this way. */
static void use(seeds *q, const seed_way *w) {
  if (q->assigned == w) return;
  q->assigned = w;
  evaluator_clear(q->eval);
  const idmap *values = &w->witness->values;
  for (uint32_t k = 0; k < values->capacity; k++)
    if (values->slots[k].key)
      evaluator_assign(q->eval, (uint32_t) (values->slots[k].key - 1),
                       values->slots[k].value);
}

static void set(seeds *q, seed_way *w, uint32_t symbol, uint64_t bits) {
  *idmap_at(&w->witness->values, (uint64_t) symbol + 1) = bits;
  if (q->assigned == w) evaluator_assign(q->eval, symbol, bits);
}

/* What the seed says of an input, unless the way has it already. */
static void take_input(seeds *q, seed_way *w, const input *i) {
  if (!i->size || i->guard.id || i->iterations.id ||
      idmap_find(&w->witness->values, (uint64_t) i->symbol + 1))
    return;
  uint8_t *bytes = mem_zeroed(i->size, 1);
  if (i->kind == INPUT_OBJECT || i->kind == INPUT_NONDET)
    q->source->bytes(q->source->context, w->seed, i, bytes);
  if (i->kind == INPUT_OBJECT) {
    for (uint32_t k = 0; k < i->size; k++) set(q, w, i->symbol + k, bytes[k]);
  } else {
    uint64_t bits = 0;          /* wider ones are 0: a way that needs more is lost */
    memcpy(&bits, bytes, i->size < 8 ? i->size : 8);
    set(q, w, i->symbol, i->size <= 8 ? bits : 0);
  }
  free(bytes);
}

static void take_inputs(seeds *q, seed_way *w, const state *s, uint32_t from) {
  use(q, w);
  for (const input *i = s->inputs; i && i->index >= from; i = i->before)
    take_input(q, w, i);
}

static bool holds(void *context, expr conjunct) {
  const seeds *q = context;
  return evaluator_value(q->eval, conjunct) && evaluator_is_exact(q->eval);
}

/* Whether the conjuncts from that one on hold under the way's values; the newest
 * first, since that is where paths part. */
static bool holds_from(seeds *q, const state *s, uint32_t from) {
  return path_count(&s->path) >= from && path_all_from(&s->path, from, holds, q);
}

/* The state is the one on the way, or was born of it just now. */
static bool is_on_way(seeds *q, const state *s) {
  take_inputs(q, q->way, s, q->way->assigned);
  return !s->unasked.id && holds_from(q, s, q->way->held);
}

static void stay(seeds *q, state *s) {
  assert(q->way && explore_of(s)->schedule);
  q->at = s;
  q->at_id = s->id;
  q->way->assigned = state_input_count(s);
  q->way->held = path_count(&s->path);
}

/* Stories ------------------------------------------------------------------ */

static seed_story *story_of(seeds *q, uint32_t seed) {
  while (q->stories.count <= seed) vec_push(&q->stories, (seed_story) {0});
  return q->stories.items + seed;
}

static uint32_t user_place(const state *s) {
  uint32_t pc = s->pc;
  for (const frame *f = s->top; f; pc = f->resume, f = f->caller) {
    if (!f->function->is_library && pc < f->function->insn_count &&
        f->function->insns[pc].place)
      return f->function->insns[pc].place;
    if (f->resume == UINT32_MAX) break;
  }
  return 0;
}

/* How a seed's own way ended; what came of it has no story. */
static void tell(seeds *q, const state *s, seed_end end, const ending *why) {
  if (q->is_derived || q->has_reason || !q->way) return;
  q->has_reason = true;
  seed_story *t = story_of(q, q->way->seed);
  t->end = end;
  if (s) t->place = user_place(s);
  if (!why) return;
  t->kind = why->kind;
  t->message = why->message ? exec_intern(q->exec, why->message) : NULL;
}

static void leave_way(seeds *q) {
  way_release(q, q->way);
  q->way = NULL;
  q->at = q->runner = NULL;
  q->is_derived = q->has_reason = false;
  idmap_clear(&q->taken);
}

/* The queue ---------------------------------------------------------------- */

/* Calls that make the calling context of a branch: with more, recursion would make each branch of a
 * path one of its own. */
enum { CONTEXT = 8 };

/* Where a state that was born or went on by a side stands, and who called. */
static uint64_t side_of(const state *s, uint64_t edge) {
  uint64_t h = edge;
  uint32_t pc = s->pc, frames = 0;
  for (const frame *f = s->top; f && frames < CONTEXT;
       pc = f->resume, f = f->caller, frames++)
    h = hash_word(h, (uint64_t) f->function->symbol << 32 | pc);
  return hash_end(h) | 1;
}

static uint32_t rank_of(const searcher *list, const state *s) {
  uint32_t target;
  if (s->needs_test) return 0;
  if (!list->guide) return 1;
  const uint32_t rank = (guide_distance(list->guide, s, &target) + 2) / 3;
  return rank < SEARCHER_RANKS ? rank : SEARCHER_RANKS - 1;
}

static void entry_free(seeds *q, seed_entry *e) {
  way_release(q, e->way);
  free(e);
}

/* The oldest that waits for an answer; NULL: none does. */
static seed_entry *first_waiting(seeds *q, uint32_t number) {
  assert(number < q->keys.count);
  seed_key *key = q->keys.items + number;
  seed_entry *e = key->first;
  assert(!e == !key->waiting);
  if (!e) return NULL;
  assert(e->waits && e->key == number);
  key->first = e->next;
  key->waiting--;
  if (!key->first) key->last = NULL;
  e->next = NULL;
  e->waits = false;
  return e;
}

static void forget_entry(seeds *q, seed_entry *e) {
  tree_node *n = e->state ? explore_of(e->state)->schedule : NULL;
  assert(!n || n->queued == e);
  if (n) n->queued = NULL;
  entry_free(q, e);
}

/* A state is feasible: the others that left by its side need not come. */
static void be_done(seeds *q, uint32_t number) {
  q->keys.items[number].is_done = true;
  for (seed_entry *e; (e = first_waiting(q, number));) forget_entry(q, e);
}

/* A state was infeasible: the next one comes.  Of a check that never fails the passes
 * 1, 2, 4, 8, ... are asked about; the others are in the tree. */
static void be_none(seeds *q, uint32_t number, bool is_check) {
  seed_entry *e;
  uint32_t skipped = is_check ? q->keys.items[number].tried : 0;
  if (is_check) q->keys.items[number].tried = 2 * skipped + 1;
  while ((e = first_waiting(q, number)) && (!e->state || skipped)) {
    if (skipped) skipped--;
    forget_entry(q, e);
  }
  q->keys.items[number].is_queued = e != NULL;
  if (!e) return;
  story_of(q, e->way->seed)->queued++;
  vec_push(&q->ranks[0].items, e);
}

/* Nobody would miss the state, which was born just now and has run nothing. */
static void spare(seeds *q, state *s) {
  if (q->is_sparse && s->unasked.id) q->surplus = s;
}

state *seeds_take_surplus(seeds *q) {
  state *s = q->surplus;
  q->surplus = NULL;
  return s;
}

/* The state leaves the way that is followed.  By a value that is another one, not by
 * a branch: of these a few are enough. */
static void enqueue(seeds *q, const searcher *list, state *s, bool is_value) {
  tree_node *n = explore_of(s)->schedule;
  assert(q->way && n);
  const uint64_t side = side_of(s, s->edge_to_mark | (uint64_t) s->unasked_kind << 32);
  const uint64_t *often = idmap_find(&q->taken, side);
  const uint32_t taken = often ? (uint32_t) *often : 0;
  story_of(q, q->way->seed)->branches += !q->is_derived;
  if (is_value && taken >= limits.explore_values) {
    spare(q, s);
    return;
  }
  uint64_t *asked = idmap_at(&q->asked, hash_end(hash_word(side, taken)) | 1);
  if (!*asked) {
    vec_push(&q->keys, (seed_key) {0});
    *asked = q->keys.count;
  }
  seed_key *key = q->keys.items + *asked - 1;
  if (n->queued) return;
  if (key->is_done || (s->unasked.id && key->waiting >= limits.explore_waiting)) {
    spare(q, s);
    if (key->is_done || q->surplus) return;
  }
  seed_entry *e = mem_zeroed(1, sizeof *e);
  *e = (seed_entry) {.state = s, .way = q->way, .side = side, .taken = taken,
                     .held = s->unasked.id ? path_count(&s->path) : q->held,
                     .key = (uint32_t) *asked - 1};
  q->way->refs++;
  n->queued = e;
  e->waits = key->is_queued && s->unasked.id;
  if (!e->waits) {
    key->is_queued = true;
    story_of(q, q->way->seed)->queued++;
    vec_push(&q->ranks[rank_of(list, s)].items, e);
  } else {
    if (!key->last) key->first = e;
    else key->last->next = e;
    key->last = e;
    key->waiting++;
  }
  if (!s->unasked.id) be_done(q, (uint32_t) *asked - 1);
}

/* The oldest of the nearest that is still there; NULL: none is. */
static seed_entry *dequeue(seeds *q, searcher *list) {
  for (uint32_t rank = 0; rank < SEARCHER_RANKS; rank++) {
    seed_queue *r = q->ranks + rank;
    while (r->first < r->items.count) {
      seed_entry *e = r->items.items[r->first++];
      if (r->first > 1024 && r->first > r->items.count / 2) {
        r->items.count -= r->first;
        memmove(r->items.items, r->items.items + r->first,
                r->items.count * sizeof *r->items.items);
        r->first = 0;
      }
      const uint32_t now = e->state ? rank_of(list, e->state) : 0;
      if (e->state && now > rank) vec_push(&q->ranks[now].items, e);
      else if (e->state) return e;
      else entry_free(q, e);
    }
  }
  return NULL;
}

/* Following ---------------------------------------------------------------- */

typedef struct search {
  seeds *q;
  state *found;
} search;

static void look(void *context, state *s) {
  search *f = context;
  if (f->found) return;
  take_inputs(f->q, f->q->way, s, 0);
  if (s->unasked.id && !evaluator_value(f->q->eval, s->unasked)) return;
  if (holds_from(f->q, s, 0)) f->found = s;
}

/* A path that begins once more is no further part of the tree. */
static state *start_anew(const seeds *q, searcher *list) {
  state *s = state_copy(q->first);
  explore_of(s)->schedule = NULL;
  explore_of(s)->share = 0;
  list->class_of->add(list, s, NULL);
  return s;
}

/* Of all states at most one has a path that the seed fulfils. */
static void begin_seed(seeds *q, searcher *list) {
  search f = {.q = q};
  q->way = way_new(q, q->next++);
  q->is_derived = false;
  story_of(q, q->way->seed)->end = SEED_FOLLOWS;
  if (q->is_sparse) f.found = start_anew(q, list);
  else searcher_each(list, look, &f);
  if (!f.found) {
    tell(q, NULL, SEED_KNOWN, NULL);
    leave_way(q);
    return;
  }
  q->began = f.found->instructions;
  stay(q, f.found);
}

/* Of all inputs so far. */
static void take_model(seeds *q, seed_way *w, const state *s) {
  for (const input *i = s->inputs; i; i = i->before)
    for (uint32_t k = 0; k < (i->kind == INPUT_OBJECT ? i->size : 1); k++)
      set(q, w, i->symbol + k,
          path_value(exec_solver(q->exec), &s->path,
                     expr_symbol(exec_table(q->exec), i->symbol + k)));
}

/* Bytes that the path says nothing of. */
static void fill(seeds *q, seed_way *w, const state *s) {
  const uint64_t bits = q->filled++ & 1 ? ' ' : 0;
  for (const input *i = s->inputs; i; i = i->before)
    for (uint32_t k = 0; i->kind == INPUT_OBJECT && k < i->size; k++)
      if (!path_mentions(exec_solver(q->exec), &s->path,
                         expr_symbol(exec_table(q->exec), i->symbol + k)))
        set(q, w, i->symbol + k, bits);
}

/* Asks what was not asked.  False: the state is gone, and so is the entry. */
static bool is_feasible(seeds *q, seed_entry *e) {
  if (exec_ask_now(q->exec, e->state)) return true;
  assert(!e->state);            /* seeds_removed() */
  entry_free(q, e);
  return false;
}

/* The values of the way that the state left, and where they do not fulfil its path
 * those of the path's model. */
static void begin_entry(seeds *q, seed_entry *e) {
  solver *chain = exec_solver(q->exec);
  expr_table *t = exec_table(q->exec);
  state *s = e->state;
  if (s->unasked.id && !is_feasible(q, e)) return;
  be_done(q, e->key);
  seed_way *w = way_new(q, e->way->seed);
  idmap *values = &w->witness->values;
  *values = e->way->witness->values;
  values->slots = mem_resize(NULL, values->capacity, sizeof *values->slots);
  if (values->capacity)
    memcpy(values->slots, e->way->witness->values.slots,
           values->capacity * sizeof *values->slots);
  q->way = w;
  q->is_derived = true;
  take_inputs(q, w, s, 0);
  const uint32_t count = path_count(&s->path);
  assert(e->held <= count);
  expr *news = mem_resize(NULL, count - e->held + 1, sizeof *news);
  path_conjuncts_from(&s->path, e->held, news);
  for (uint32_t k = 0; k < count - e->held; k++) {
    if (evaluator_value(q->eval, news[k])) continue;
    path_related(chain, &s->path, news[k], &q->related);
    for (uint32_t i = 0; i < q->related.count; i++)
      set(q, w, q->related.items[i],
          path_value(chain, &s->path, expr_symbol(t, q->related.items[i])));
  }
  free(news);
  if (!holds_from(q, s, 0)) take_model(q, w, s);
  if (q->guesses) fill(q, w, s);
  *idmap_at(&q->taken, e->side) = e->taken + 1;
  ((tree_node *) explore_of(s)->schedule)->queued = NULL;
  entry_free(q, e);
  q->began = s->instructions;
  story_of(q, w->seed)->followed++;
  if (holds_from(q, s, 0)) stay(q, s);
  else leave_way(q);
}

/* The state follows its path's model.  It is no job from now on: another process would
 * ask. */
static void begin_guess(seeds *q, state *s) {
  if (q->unguided == s->id) return;
  q->way = way_new(q, 0);
  q->is_derived = true;
  use(q, q->way);
  take_model(q, q->way, s);
  fill(q, q->way, s);
  q->began = s->instructions;
  if (holds_from(q, s, 0)) {
    exec_leave_job(s);
    stay(q, s);
  } else {                      /* it is too wide, or inexact */
    q->unguided = s->id;
    leave_way(q);
  }
}

void seeds_guess(seeds *q, bool guesses, bool is_full) {
  q->guesses = guesses;
  q->is_full = guesses && is_full;
}

bool seeds_go_on(const seeds *q) {
  return q->guesses && q->way && q->at &&
         q->at->instructions - q->began <= limits.explore_way;
}

bool seeds_follow(const seeds *q, const state *s) {
  return !q->guesses && q->way && q->at == s;
}

bool seeds_ask(seeds *q, state *s) {
  return !q->guesses || !s->unasked.id || exec_ask_now(q->exec, s);
}

bool seeds_are_new(const seeds *q) {
  return (q->way && q->at && !q->is_derived) ||
         q->source->has(q->source->context, q->next);
}

state *seeds_pick(seeds *q, searcher *list) {
  for (;;) {
    if (q->way && q->at && q->at->instructions - q->began > limits.explore_way) {
      tell(q, q->at, SEED_LONG, NULL);
      q->at = NULL;
    }
    if (q->way && q->at) return q->at;
    if (q->way) leave_way(q);
    if (q->source->has(q->source->context, q->next)) {
      begin_seed(q, list);
      continue;
    }
    seed_entry *e = dequeue(q, list);
    if (!e) return NULL;
    begin_entry(q, e);
  }
}

void seeds_picked(seeds *q, state *s) {
  tree_node *n = explore_of(s)->schedule;
  q->runner = NULL;
  if (n->queued && !s->unasked.id && !(q->way && q->at)) {
    seed_entry *e = mem_zeroed(1, sizeof *e);
    *e = *n->queued;            /* its place in the queue is empty from now on */
    e->way->refs++;
    n->queued->state = NULL;
    if (q->way) leave_way(q);
    begin_entry(q, e);
  }
  if (q->guesses && !s->unasked.id && !(q->way && q->at) && exec_may_wait(q->exec, s)) {
    if (q->way) leave_way(q);
    begin_guess(q, s);
  }
  if (!q->way || s != q->at) return;
  q->runner = s;
  q->held = q->way->held;
  q->ran_from = s->instructions;
  q->ran_ns = clock_ns();
}

/* How fast seeds are followed. */
static void count_run(seeds *q, const state *s) {
  if (q->runner != s || q->is_derived) return;
  q->instructions += s->instructions - q->ran_from;
  q->followed_ns += clock_ns() - q->ran_ns;
}

/* It left the way by a value that is another one, not by a branch. */
static bool is_other_value(const state *s) {
  return !s->edge_to_mark && !s->unasked_kind && state_insn(s)->op != IR_SWITCH;
}

void seeds_added(seeds *q, searcher *list, state *child, const state *parent) {
  if (!parent || parent != q->runner || !q->way) return;
  q->is_sparse |= q->first && list->count > limits.explore_sides;
  if (child->unasked.id) {
    enqueue(q, list, child, is_other_value(child));
    ++*idmap_at(&q->taken, side_of(parent, exec_led_edge(q->exec) |
                                               (uint64_t) child->unasked_kind << 32));
    return;
  }
  if (q->at == parent && is_on_way(q, child)) {
    stay(q, child);
    ++*idmap_at(&q->taken, side_of(child, child->edge_to_mark));
  } else {
    enqueue(q, list, child, !child->edge_to_mark);
  }
}

void seeds_ran(seeds *q, searcher *list, state *s) {
  if (s != q->runner || !q->way) return;
  count_run(q, s);
  q->runner = NULL;
  if (q->at != s) {             /* a child went on on the way */
    if (q->at) enqueue(q, list, s, false);
    return;
  }
  if (!is_on_way(q, s)) {
    tell(q, s, SEED_LEFT, NULL);
    q->at = NULL;
    return;
  }
  if (path_count(&s->path) > q->way->held) ++*idmap_at(&q->taken, side_of(s, 0));
  stay(q, s);
}

void seeds_removed(seeds *q, state *s) {
  tree_node *n = explore_of(s)->schedule;
  if (n->queued) {
    seed_entry *e = n->queued;
    e->state = NULL;
    n->queued = NULL;
    /* Those that wait for it, if it does not itself. */
    if (s->unasked.id && !e->waits) be_none(q, e->key, s->unasked_kind);
  }
  count_run(q, s);
  if (q->runner == s) q->runner = NULL;
  if (q->at != s) return;
  tell(q, s, SEED_KNOWN, NULL); /* unless it ended: another state does what it would */
  q->at = NULL;
}

void seeds_ended(seeds *q, const state *s, const ending *end) {
  if (q->way && q->at == s)
    tell(q, s, is_on_way(q, s) ? SEED_ENDED : SEED_LEFT, end);
}

/* The model ---------------------------------------------------------------- */

bool seeds_model(seeds *q, const state *s, fixed_inputs *out) {
  VEC(const input *) asked = {0};
  if (!q->way || s->id != q->at_id) return false;
  take_inputs(q, q->way, s, 0);
  if (!holds_from(q, s, 0)) return false;
  for (const input *i = s->inputs; i; i = i->before) {
    if (i->guard.id || i->iterations.id) {
      vec_release(&asked);
      return false;
    }
    vec_push(&asked, i);
  }
  *out = (fixed_inputs) {0};
  while (asked.count) {
    const input *i = vec_pop(&asked);
    fixed_input f = {i->kind, i->name, i->size, mem_zeroed(i->size + 1, 1),
                     i->object, i->offset, i->symbol};
    const uint32_t symbols = i->kind == INPUT_OBJECT ? i->size : 1;
    for (uint32_t k = 0; k < symbols; k++) {
      const uint64_t *v = idmap_find(&q->way->witness->values,
                                     (uint64_t) i->symbol + k + 1);
      if (i->kind == INPUT_OBJECT) f.bytes[k] = (uint8_t) (v ? *v : 0);
      else if (v) memcpy(f.bytes, v, i->size < 8 ? i->size : 8);
    }
    vec_push(out, f);
  }
  vec_release(&asked);
  if (s->needs_test) story_of(q, q->way->seed)->inputs++;
  return true;
}

/* Life --------------------------------------------------------------------- */

/* The first value to try where a path has to choose one. */
static path_witness *advise(void *context, const state *s, expr e, uint64_t *bits) {
  seeds *q = context;
  if (!q->way || s != q->runner || q->at != s) return NULL;
  if (!s->inputs || s->inputs->index >= q->way->assigned) {
    take_inputs(q, q->way, s, q->way->assigned);
    q->way->assigned = state_input_count(s);
  }
  use(q, q->way);
  const uint32_t count = path_count(&s->path);
  if (count > q->way->held && !holds_from(q, s, q->way->held)) return NULL;
  q->way->held = count;
  *bits = evaluator_value(q->eval, e);
  return evaluator_is_exact(q->eval) ? q->way->witness : NULL;
}

/* No term is held from one slice to the next, only what terms evaluate to. */
static void forget(void *context, expr_table *t) {
  (void) t;
  evaluator_forget(((seeds *) context)->eval);
}

void seeds_rest(seeds *q) { leave_way(q); }

seeds *seeds_new(exec *x, const seed_source *source) {
  seeds *q = mem_zeroed(1, sizeof *q);
  q->exec = x;
  q->source = source;
  q->eval = evaluator_new(exec_table(x));
  q->unguided = UINT64_MAX;
  exec_set_advice(x, advise, q);
  sweep_add_root(exec_table(x), (sweep_root) {"seeds", q, NULL, forget});
  return q;
}

void seeds_free(seeds *q) {
  if (!q) return;
  leave_way(q);
  exec_set_advice(q->exec, NULL, NULL);
  sweep_remove_root(exec_table(q->exec), q);
  for (uint32_t rank = 0; rank < SEARCHER_RANKS; rank++) {
    seed_queue *r = q->ranks + rank;
    for (uint32_t k = r->first; k < r->items.count; k++)
      entry_free(q, r->items.items[k]);
    vec_release(&r->items);
  }
  evaluator_free(q->eval);
  vec_release(&q->related);
  vec_release(&q->stories);
  for (uint32_t k = 0; k < q->keys.count; k++)
    for (seed_entry *e; (e = first_waiting(q, k));) entry_free(q, e);
  vec_release(&q->keys);
  idmap_release(&q->taken);
  idmap_release(&q->asked);
  free(q);
}
