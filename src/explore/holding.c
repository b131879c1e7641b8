#include "explore/holding.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"
#include "explore/cost.h"
#include "explore/part.h"

#include <string.h>

typedef VEC(state *) state_list;

void holdings_init(holdings *h, const job_ledger *l) {
  *h = (holdings) {.ledger = l};
  vec_push(&h->all, ((holding) {.id = 0}));
  h->due = UINT64_MAX;
  h->quantum = limits.explore_ledger_quantum * COST_MS;
}

static void clear(holding *h) {
  for (uint32_t k = 0; k < h->cuts.count; k++) free(h->cuts.items[k].name);
  vec_release(&h->cuts);
  *h = (holding) {.id = 0};
}

void holdings_clear(holdings *h) {
  for (uint32_t k = 0; k < h->all.count; k++) clear(h->all.items + k);
  h->all.count = 1;
  h->current = 0;
}

void holdings_release(holdings *h) {
  holdings_clear(h);
  vec_release(&h->all);
}

uint32_t holdings_add(holdings *h, uint64_t id, uint32_t depth,
                      uint64_t decisions) {
  uint32_t k = 1;
  while (k < h->all.count && h->all.items[k].id) k++;
  if (k == h->all.count) vec_push(&h->all, ((holding) {.id = 0}));
  h->all.items[k] = (holding) {.id = id, .depth = depth, .decisions = decisions};
  return k;
}

void holdings_count_cut(holdings *h, const char *name, uint64_t count) {
  holding *at = h->all.items + h->current;
  uint32_t k = 0;
  if (!at->id) return;
  while (k < at->cuts.count && strcmp(at->cuts.items[k].name, name)) k++;
  if (k == at->cuts.count)
    vec_push(&at->cuts, ((holding_cut) {mem_string(name), 0}));
  at->cuts.items[k].count += count;
}

/* Commit ------------------------------------------------------------------- */

/* The same for the same child of the same job, whichever process explores it.  Not
 * base/hash.h's end, which collides in the hostile build. */
static uint64_t child_id(uint64_t parent, uint32_t index) {
  uint64_t h = hash_word(hash_word(UINT64_C(0x6a6f62), parent), index);
  h = (h ^ h >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
  h ^= h >> 29;
  return h > JOB_ROOT ? h : h + 2;
}

static void add_state(void *context, state *s) {
  state_list *list = context;
  vec_push(list, s);
}

/* By job, and states of which the job describes the same whole together. */
static int in_order(const void *left, const void *right) {
  const state *const *a = left, *const *b = right;
  const explore_part *x = explore_of(*a), *y = explore_of(*b);
  if (x->job != y->job) return x->job < y->job ? -1 : 1;
  if (job_depth(*a) != job_depth(*b))
    return job_depth(*a) < job_depth(*b) ? -1 : 1;
  if ((*a)->decisions != (*b)->decisions)
    return (*a)->decisions < (*b)->decisions ? -1 : 1;
  return ((*a)->id > (*b)->id) - ((*a)->id < (*b)->id);
}

static bool is_same_whole(const state *a, const state *b) {
  return explore_of(a)->job == explore_of(b)->job &&
         job_depth(a) == job_depth(b) && a->decisions == b->decisions;
}

static bool is_own(const holding *h, const state *s) {
  return job_depth(s) == h->depth && s->decisions == h->decisions;
}

/* Which jobs are done. */
static void look(holdings *h, const state_list *all) {
  for (uint32_t k = 0; k < h->all.count; k++) {
    holding *at = h->all.items + k;
    at->states = at->own = at->children = 0;
    at->is_blocked = at->is_spoilt;
  }
  for (uint32_t k = 0; k < all->count; k++) {
    const state *s = all->items[k];
    holding *at = h->all.items + explore_of(s)->job;
    at->states++;
    at->own += is_own(at, s);
    at->is_blocked |= !job_covers(s);
  }
  for (uint32_t k = 0; k < h->all.count; k++) {
    holding *at = h->all.items + k;
    at->closes = at->id && !at->is_blocked &&
                 !(at->states && at->own == at->states);
  }
}

/* The states below jobs that are done, in order; most are below none. */
static void keep_changed(const holdings *h, state_list *all) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < all->count; k++)
    if (h->all.items[explore_of(all->items[k])->job].closes)
      all->items[count++] = all->items[k];
  all->count = count;
  if (count) qsort(all->items, count, sizeof *all->items, in_order);
}

/* A child, and all states that it covers: from `k` on.  Where the next begins. */
typedef struct child {
  uint64_t id;
  uint32_t first, next;
} child;
typedef VEC(child) children;

static bool add_children(holdings *h, exec *x, const state_list *all,
                         uint64_t until_ns, children *out) {
  const job_ledger *l = h->ledger;
  for (uint32_t k = 0, next; k < all->count; k = next) {
    const state *s = all->items[k];
    holding *at = h->all.items + explore_of(s)->job;
    for (next = k + 1; next < all->count; next++)
      if (!is_same_whole(s, all->items[next])) break;
    if (until_ns && clock_ns() > until_ns) return false;
    job j;
    const uint64_t id = child_id(at->id, at->children++);
    job_of(x, s, &j);
    const bool is_added = l->add(l->context, id, at->id, &j);
    job_release(&j);
    if (!is_added) return false;
    vec_push(out, ((child) {id, k, next}));
  }
  return true;
}

static bool close_jobs(const holdings *h) {
  for (uint32_t k = 0; k < h->all.count; k++)
    if (h->all.items[k].closes &&
        !h->ledger->done(h->ledger->context, h->all.items + k))
      return false;
  return true;
}

/* The ledger has it: so it is. */
static void adopt(holdings *h, const state_list *all, const children *news) {
  for (uint32_t k = 0; k < h->all.count; k++)
    if (h->all.items[k].closes) clear(h->all.items + k);
  uint32_t free_from = 1;
  for (uint32_t k = 0; k < news->count; k++) {
    const child *c = news->items + k;
    const state *s = all->items[c->first];
    while (free_from < h->all.count && h->all.items[free_from].id) free_from++;
    if (free_from == h->all.count) vec_push(&h->all, ((holding) {.id = 0}));
    h->all.items[free_from] = (holding) {
      .id = c->id, .depth = job_depth(s), .decisions = s->decisions};
    for (uint32_t i = c->first; i < c->next; i++)
      explore_of(all->items[i])->job = free_from;
  }
}

bool holdings_commit(holdings *h, searcher *list, exec *x, uint64_t until_ns,
                     uint32_t *added) {
  const job_ledger *l = h->ledger;
  state_list all = {0};
  children news = {0};
  searcher_each(list, add_state, &all);
  look(h, &all);
  keep_changed(h, &all);
  bool is_good = l->begin(l->context);
  if (is_good) {
    is_good = add_children(h, x, &all, until_ns, &news) && close_jobs(h);
    is_good = l->end(l->context, is_good) && is_good;
  }
  if (is_good) adopt(h, &all, &news);
  *added = news.count;
  h->is_kept |= is_good;
  vec_release(&all);
  vec_release(&news);
  return is_good;
}

/* Giving -------------------------------------------------------------------- */

static int by_depth(const void *left, const void *right) {
  const state *const *a = left, *const *b = right;
  if (job_depth(*a) != job_depth(*b))
    return job_depth(*a) < job_depth(*b) ? -1 : 1;
  return ((*a)->id > (*b)->id) - ((*a)->id < (*b)->id);
}

/* It is all that there is of its job, and nothing below it has ended. */
static bool can_go(const holdings *h, const state *s) {
  const holding *at = h->all.items + explore_of(s)->job;
  return at->id && !at->is_spoilt && is_own(at, s) && job_covers(s) &&
         !at->completed && !at->cut && !at->silent && !at->cuts.count &&
         at->states == 1;
}

uint32_t holdings_give(holdings *h, searcher *list, uint32_t count,
                       void (*drop)(void *, state *), void *context) {
  const job_ledger *l = h->ledger;
  state_list all = {0}, gone = {0};
  searcher_each(list, add_state, &all);
  look(h, &all);
  if (all.count) qsort(all.items, all.count, sizeof *all.items, by_depth);
  bool is_good = l->begin(l->context);
  const bool has_begun = is_good;
  for (uint32_t k = 0; k < all.count && gone.count < count && is_good; k++) {
    state *s = all.items[k];
    if (!can_go(h, s)) continue;
    is_good = l->release(l->context, h->all.items[explore_of(s)->job].id);
    vec_push(&gone, s);
  }
  if (has_begun) is_good = l->end(l->context, is_good) && is_good;
  const uint32_t given = is_good ? gone.count : 0;
  for (uint32_t k = 0; k < given; k++) {
    clear(h->all.items + explore_of(gone.items[k])->job);
    drop(context, gone.items[k]);
  }
  vec_release(&all);
  vec_release(&gone);
  return given;
}
