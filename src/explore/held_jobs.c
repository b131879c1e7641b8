#include "explore/held_jobs.h"

#include "base/hash.h"
#include "base/limits.h"
#include "explore/cost.h"
#include "explore/fields.h"

#include <assert.h>
#include <string.h>

void held_jobs_init(held_jobs *h, const job_ledger *l) {
  *h = (held_jobs) {.ledger = l};
  vec_push(&h->all, ((held_job) {.id = 0}));
  h->full = 1;
  h->due = UINT64_MAX;
  h->quantum = limits.explore_ledger_quantum * COST_MS;
}

/* All places before `full` are taken, `count` jobs are in the ledger, place 0 is nobody's, and a
 * job that the ledger does not know is below one that is there. */
static bool is_whole(const held_jobs *h) {
  uint32_t count = 0;
  if (!h->full || h->full > h->all.count || h->all.items[0].id) return false;
  for (uint32_t k = 1; k < h->all.count; k++) {
    const held_job *at = h->all.items + k;
    if (!at->id && k < h->full) return false;
    if (at->below && (!at->id || at->below >= h->all.count || !h->all.items[at->below].id))
      return false;
    count += at->id && !at->below;
  }
  return count == h->count;
}

static void clear(held_jobs *h, uint32_t at) {
  assert(at < h->all.count);
  held_job *gone = h->all.items + at;
  for (uint32_t k = 0; k < gone->cuts.count; k++) free(gone->cuts.items[k].name);
  vec_release(&gone->cuts);
  h->count -= gone->id && !gone->below;
  if (at && at < h->full) h->full = at;
  *gone = (held_job) {.id = 0};
}

/* Places at the end that are free go; those of states stay. */
static void trim(held_jobs *h) {
  while (h->all.count > 1 && !vec_last(&h->all).id) h->all.count--;
  if (h->full > h->all.count) h->full = h->all.count;
}

void held_jobs_clear(held_jobs *h) {
  for (uint32_t k = 0; k < h->all.count; k++) clear(h, k);
  h->all.count = h->full = 1;
  h->current = 0;
}

void held_jobs_release(held_jobs *h) {
  held_jobs_clear(h);
  vec_release(&h->all);
}

uint32_t held_jobs_add(held_jobs *h, held_job new) {
  uint32_t k = h->full;
  while (k < h->all.count && h->all.items[k].id) k++;
  if (k == h->all.count) vec_push(&h->all, ((held_job) {.id = 0}));
  assert(new.id && k && !h->all.items[k].id);
  h->all.items[k] = new;
  h->count++;
  h->full = k + 1;
  return k;
}

uint32_t held_jobs_set_off(held_jobs *h, const state *s) {
  const uint32_t above = explore_of(s)->job;
  assert(above < h->all.count);
  const held_job *at = h->all.items + above;
  if (!h->ledger || !at->id || !job_covers_start(s) ||
      (at->depth == s->asked_forks && at->decisions == s->asked_decisions))
    return above;
  const uint32_t start = held_jobs_add(h, (held_job) {
    .id = UINT64_MAX, .below = above, .depth = s->asked_forks,
    .decisions = s->asked_decisions, .whole = 2 * explore_of(s)->share});
  h->count--;                   /* the ledger does not have it */
  return start;
}

void held_jobs_count_cut(held_jobs *h, const char *name, uint64_t count) {
  held_job *at = h->all.items + h->current;
  uint32_t k = 0;
  if (!at->id) return;
  while (k < at->cuts.count && strcmp(at->cuts.items[k].name, name)) k++;
  if (k == at->cuts.count)
    vec_push(&at->cuts, ((held_job_cut) {mem_string(name), 0}));
  at->cuts.items[k].count += count;
}

/* Commit ------------------------------------------------------------------- */

/* The same for the same child of the same job, whichever process explores it.  Not
 * base/hash.h's end, which collides in the hostile build. */
static uint64_t child_id(uint64_t parent, uint32_t index, uint64_t decisions) {
  uint64_t h = hash_word(hash_word(UINT64_C(0x6a6f62), parent), index);
  h = hash_word(h, decisions);  /* a job that is done anew may be split elsewhere */
  h = (h ^ h >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
  h ^= h >> 29;
  return h > JOB_ROOT ? h : h + 2;
}

/* A state, and where the searcher has it: neighbours there are mostly neighbours in
 * the tree, and jobs that are taken together are found again together. */
typedef struct placed {
  state *state;
  uint32_t place;
} placed;
typedef VEC(placed) state_list;

static void add_state(void *context, state *s) {
  state_list *list = context;
  vec_push(list, ((placed) {s, list->count}));
}

/* By job, and states of which the job describes the same whole together. */
static int in_order(const void *left, const void *right) {
  const placed *a = left, *b = right;
  const state *s = a->state, *t = b->state;
  const explore_fields *x = explore_of(s), *y = explore_of(t);
  if (x->job != y->job) return x->job < y->job ? -1 : 1;
  if (job_depth(s) != job_depth(t)) return job_depth(s) < job_depth(t) ? -1 : 1;
  if (s->decisions != t->decisions) return s->decisions < t->decisions ? -1 : 1;
  return (a->place > b->place) - (a->place < b->place);
}

static bool is_same_whole(const state *a, const state *b) {
  return explore_of(a)->job == explore_of(b)->job &&
         job_depth(a) == job_depth(b) && a->decisions == b->decisions;
}

static bool is_own(const held_job *h, const state *s) {
  return job_depth(s) == h->depth && s->decisions == h->decisions;
}

static void look_at(held_jobs *h, const state *s) {
  assert(explore_of(s)->job < h->all.count);
  held_job *at = h->all.items + explore_of(s)->job;
  assert(at->id);               /* every state belongs to a held job */
  at->states++;
  at->own += is_own(at, s);
  at->is_blocked |= !job_covers(s);
  if (job_covers_start(s)) at->some = s;
}

/* A job below another waits for it to be done, and it for a state whose start is the
 * job. */
static void look_at_starts(held_jobs *h) {
  for (uint32_t k = 0; k < h->all.count; k++) {
    const held_job *at = h->all.items + k;
    held_job *above = h->all.items + at->below;
    if (!at->below) continue;
    above->starts++;
    above->is_blocked |= !at->some;
  }
}

/* Which jobs are done. */
static void look(held_jobs *h, const state_list *all) {
  for (uint32_t k = 0; k < h->all.count; k++) {
    held_job *at = h->all.items + k;
    at->states = at->own = at->children = at->starts = 0;
    at->some = NULL;
    at->is_blocked = at->is_spoilt;
  }
  for (uint32_t k = 0; k < all->count; k++) look_at(h, all->items[k].state);
  for (uint32_t k = 0; k < h->later_count; k++) look_at(h, h->later[k]);
  look_at_starts(h);
  for (uint32_t k = 0; k < h->all.count; k++) {
    held_job *at = h->all.items + k;
    at->closes = at->id && !at->below && !at->is_blocked &&
                 !(at->states && at->own == at->states && !at->starts);
  }
}

/* What ended before the ledger heard of it is the job's that it was below. */
static void absorb(held_jobs *h, uint32_t number) {
  const held_job *gone = h->all.items + number;
  assert(gone->below && gone->below != number);
  held_job *to = h->all.items + gone->below;
  const uint32_t current = h->current;
  to->completed += gone->completed;
  to->cut += gone->cut;
  to->silent += gone->silent;
  to->digest += gone->digest;
  to->share += gone->share;
  h->current = gone->below;
  for (uint32_t k = 0; k < gone->cuts.count; k++)
    held_jobs_count_cut(h, gone->cuts.items[k].name, gone->cuts.items[k].count);
  h->current = current;
  clear(h, number);
}

static void absorb_ended(held_jobs *h, const state_list *all) {
  for (uint32_t k = 0; k < h->all.count; k++) h->all.items[k].states = 0;
  for (uint32_t k = 0; k < all->count; k++)
    h->all.items[explore_of(all->items[k].state)->job].states++;
  for (uint32_t k = 0; k < h->later_count; k++)
    h->all.items[explore_of(h->later[k])->job].states++;
  for (uint32_t k = 0; k < h->all.count; k++) {
    const held_job *at = h->all.items + k;
    if (at->below && !at->states && !at->is_spoilt) absorb(h, k);
  }
}

/* The states below jobs that are done, in order; most are below none. */
static void keep_changed(const held_jobs *h, state_list *all) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < all->count; k++)
    if (h->all.items[explore_of(all->items[k].state)->job].closes)
      all->items[count++] = all->items[k];
  all->count = count;
  if (count) qsort(all->items, count, sizeof *all->items, in_order);
}

/* A child, and all states that it covers: from `first` on, where the next begins. */
typedef struct child {
  uint64_t id, number;
  uint32_t first, next, place;
} child;
typedef VEC(child) children;

static int by_place(const void *left, const void *right) {
  const child *a = left, *b = right;
  return (a->place > b->place) - (a->place < b->place);
}

static void list_children(const state_list *all, children *out) {
  for (uint32_t k = 0, next; k < all->count; k = next) {
    for (next = k + 1; next < all->count; next++)
      if (!is_same_whole(all->items[k].state, all->items[next].state)) break;
    vec_push(out, ((child) {.first = k, .next = next,
                            .place = all->items[k].place}));
  }
  if (out->count) qsort(out->items, out->count, sizeof *out->items, by_place);
}

static bool add_children(held_jobs *h, exec *x, const state_list *all,
                         const commit_limit *limit, children *out) {
  const job_ledger *l = h->ledger;
  list_children(all, out);
  for (uint32_t k = 0; k < out->count; k++) {
    child *c = out->items + k;
    const state *s = all->items[c->first].state;
    held_job *at = h->all.items + explore_of(s)->job;
    if (commit_is_late(limit)) return false;
    job j;
    c->id = child_id(at->id, at->children++, s->decisions);
    job_of(x, s, &j);
    const bool is_added = l->add(l->context, c->id, at, &j, &c->number);
    job_release(&j);
    if (!is_added) return false;
  }
  return true;
}

static bool add_starts(held_jobs *h, exec *x, const commit_limit *limit, uint32_t *added) {
  const job_ledger *l = h->ledger;
  for (uint32_t k = 0; k < h->all.count; k++) {
    held_job *at = h->all.items + k, *above = h->all.items + at->below;
    if (!at->below || !above->closes) continue;
    if (commit_is_late(limit)) return false;
    job j;
    at->next_id = child_id(above->id, above->children++, at->decisions);
    job_of_start(x, at->some, &j);
    j.share = at->whole;
    const bool is_added = l->add(l->context, at->next_id, above, &j, &at->next_number);
    job_release(&j);
    if (!is_added) return false;
    ++*added;
  }
  return true;
}

static bool close_jobs(const held_jobs *h, const commit_limit *limit) {
  for (uint32_t k = 0; k < h->all.count; k++)
    if (h->all.items[k].closes &&
        (commit_is_late(limit) ||
         !h->ledger->done(h->ledger->context, h->all.items + k)))
      return false;
  return true;
}

/* The ledger has it: so it is. */
static void adopt(held_jobs *h, const state_list *all, const children *news) {
  for (uint32_t k = 0; k < h->all.count; k++) {
    held_job *at = h->all.items + k;
    if (!at->below || !h->all.items[at->below].closes) continue;
    at->id = at->next_id;
    at->number = at->next_number;
    at->below = 0;
    h->count++;
  }
  for (uint32_t k = 0; k < h->all.count; k++)
    if (h->all.items[k].closes) clear(h, k);
  for (uint32_t k = 0; k < news->count; k++) {
    const child *c = news->items + k;
    const state *s = all->items[c->first].state;
    const uint32_t at = held_jobs_add(h, (held_job) {
      .id = c->id, .number = c->number, .depth = job_depth(s),
      .decisions = s->decisions});
    for (uint32_t i = c->first; i < c->next; i++)
      explore_of(all->items[i].state)->job = at;
  }
  trim(h);
}

bool held_jobs_commit(held_jobs *h, searcher *list, exec *x, const commit_limit *limit,
                     uint32_t *added) {
  const job_ledger *l = h->ledger;
  state_list all = {0};
  children news = {0};
  searcher_each(list, add_state, &all);
  absorb_ended(h, &all);
  look(h, &all);
  keep_changed(h, &all);
  *added = 0;
  bool is_good = l->begin(l->context);
  if (is_good) {
    is_good = add_children(h, x, &all, limit, &news) && add_starts(h, x, limit, added) &&
              close_jobs(h, limit);
    is_good = l->end(l->context, is_good) && is_good;
  }
  if (is_good) adopt(h, &all, &news);
  assert(is_whole(h));
  *added += news.count;
  h->is_kept |= is_good;
  vec_release(&all);
  vec_release(&news);
  return is_good;
}

/* Giving -------------------------------------------------------------------- */

static int by_depth(const void *left, const void *right) {
  const placed *a = left, *b = right;
  const uint32_t m = job_depth(a->state), n = job_depth(b->state);
  if (m != n) return m < n ? -1 : 1;
  return (a->place > b->place) - (a->place < b->place);
}

/* It is all that there is of its job, and nothing below it has ended. */
static bool can_go(const held_jobs *h, const state *s) {
  const held_job *at = h->all.items + explore_of(s)->job;
  return at->id && !at->is_spoilt && is_own(at, s) && job_covers(s) &&
         !at->completed && !at->cut && !at->silent && !at->cuts.count &&
         at->states == 1 && !at->starts;
}

uint32_t held_jobs_give(held_jobs *h, searcher *list, uint32_t count,
                       void (*drop)(void *, state *), void *context) {
  const job_ledger *l = h->ledger;
  state_list all = {0}, gone = {0};
  searcher_each(list, add_state, &all);
  look(h, &all);
  if (all.count) qsort(all.items, all.count, sizeof *all.items, by_depth);
  bool is_good = l->begin(l->context);
  const bool has_begun = is_good;
  for (uint32_t k = 0; k < all.count && gone.count < count && is_good; k++) {
    state *s = all.items[k].state;
    if (!can_go(h, s)) continue;
    is_good = l->release(l->context, h->all.items + explore_of(s)->job);
    vec_push(&gone, all.items[k]);
  }
  if (has_begun) is_good = l->end(l->context, is_good) && is_good;
  const uint32_t given = is_good ? gone.count : 0;
  for (uint32_t k = 0; k < given; k++) {
    clear(h, explore_of(gone.items[k].state)->job);
    drop(context, gone.items[k].state);
  }
  trim(h);
  assert(is_whole(h) && given <= count);
  vec_release(&all);
  vec_release(&gone);
  return given;
}
