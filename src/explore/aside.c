#include "explore/internal.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/prices.h"
#include "explore/cost.h"

#include <assert.h>

/* Jobs that are found again together. */
enum { BATCH = SIZED(64, 2) };

/* States that wait as jobs, on disk or in the ledger, and come back. */

/* Ends states until `left` remain. */
static void cut_to(explore *e, uint32_t left, outcome kind) {
  searcher *list = e->searcher;
  while (list->count > left) {
    state *s = left ? searcher_spare(list) : searcher_any(list);
    if (s) exec_cut(e->exec, s, kind);
  }
}

/* A state, and where the searcher has it: neighbours there are mostly neighbours in
 * the tree, and are found again together. */
typedef struct placed {
  state *state;
  uint32_t place;
} placed;
typedef VEC(placed) placed_list;

static void add_describable(void *context, state *s) {
  placed_list *all = context;
  if (job_describes(s)) vec_push(all, ((placed) {s, all->count}));
}

static int by_depth(const void *left, const void *right) {
  const placed *a = left, *b = right;
  const uint32_t m = a->state->forks, n = b->state->forks;
  if (m != n) return m < n ? -1 : 1;
  return (a->place > b->place) - (a->place < b->place);
}

/* Puts states aside as jobs until `left` remain: those near the root first, which
 * are found again fastest and denote most paths. */
static void put_aside(explore *e, uint32_t left) {
  placed_list all = {0};
  searcher_each(e->searcher, add_describable, &all);
  if (all.count)
    qsort(all.items, all.count, sizeof *all.items, by_depth);
  for (uint32_t k = 0; k < all.count && e->searcher->count > left; k++) {
    state *s = all.items[k].state;
    job j;
    explore_note_coverage(e, s);
    job_of(e->exec, s, &j);
    assert(job_describes(s));
    const bool is_kept = e->o.store->put(e->o.store->context, &j);
    job_release(&j);
    if (!is_kept) break;
    e->progress.jobs++;
    history_drop(&e->record, HISTORY_ASIDE, s);
    e->searcher->class_of->remove(e->searcher, s);
    state_free(s);
  }
  vec_release(&all);
}

/* Jobs that are found again together. */

static void follow(explore *e, const job *const *jobs, uint32_t count,
                   state **found) {
  follower f;
  e->follower = &f;
  exec_put_off(e->exec, false);
  follow_jobs(&f, e->exec, jobs, count, state_copy(e->again), e->o.stop, found);
  later_begin(e);
  e->follower = NULL;
  for (uint32_t k = 0; k < count; k++) {
    state *s = found[k];
    if (!s) continue;
    /* It was compared since its last fork, or need not be: it would be stopped by
     * what is remembered of itself. */
    s->at_head = false;
    s->compared = s->forks;
    s->compared_at = 0;
  }
}

/* The states that the jobs were made of; NULL: the way diverged, or the run is being
 * stopped.  Addresses and the like that were picked are fixed for one at a time. */
static void find(explore *e, const job *const *jobs, uint32_t count, state **found) {
  const job *some[BATCH];
  state *theirs[BATCH];
  uint32_t place[BATCH], plain = 0;
  for (uint32_t k = 0; k < count; k++) {
    if (jobs[k]->picks.count) {
      follow(e, jobs + k, 1, found + k);
      continue;
    }
    place[plain] = k;
    some[plain++] = jobs[k];
  }
  if (plain) follow(e, some, plain, theirs);
  for (uint32_t k = 0; k < plain; k++) found[place[k]] = theirs[k];
}

/* Memory sufficed for what there was: the next come in the usual order. */
void aside_search_as_usual(explore *e) {
  if (!e->usual || e->searcher->count) return;
  searcher_free(e->searcher);
  e->searcher = e->usual;
  e->usual = NULL;
}

/* Whatever the order, more states would only be put aside as well. */
void aside_search_depth_first(explore *e) {
  assert(!e->usual || e->searcher != e->usual);
  if (e->usual || e->set & STRATEGY_JOIN) return;
  searcher *old = e->searcher, *new = searcher_new("dfs", e->o.seed);
  state_list all = {0};
  searcher_each(old, explore_add_state, &all);
  for (uint32_t k = 0; k < all.count; k++)
    old->class_of->remove(old, all.items[k]);
  for (uint32_t k = 0; k < all.count; k++)
    new->class_of->add(new, all.items[k], NULL);
  vec_release(&all);
  e->usual = old;
  e->searcher = new;
}

/* Takes jobs back, if there are any. */
void aside_take_job(explore *e) {
  const job_store *store = e->o.store;
  job jobs[BATCH];
  const job *each[BATCH];
  state *found[BATCH];
  /* No more than there is room for: the others would be put aside again. */
  const uint64_t half = e->o.max_states / 2;
  const uint32_t most = !e->o.max_states || half > BATCH ? BATCH
                        : half ? (uint32_t) half : 1;
  uint32_t count = 0;
  while (count < most && store->count(store->context) &&
         store->take(store->context, e->exec, jobs + count)) {
    each[count] = jobs + count;
    count++;
  }
  if (!count) {
    e->progress.diverged += store->count(store->context);
    e->o.store = NULL;
    return;
  }
  find(e, each, count, found);
  for (uint32_t k = 0; k < count; k++) {
    if (found[k]) explore_born(e, found[k], NULL);
    else if (*e->o.stop) e->unfound += !store->put(store->context, jobs + k);
    else e->progress.diverged++;
    job_release(jobs + k);
  }
}

/* The ledger ----------------------------------------------------------------- */

void explore_keep_ledger(explore *e, bool is_shared) {
  if (!e->held.ledger) return;
  e->held.due = (is_shared && limits.explore_ledger_shared < limits.explore_ledger_after
                     ? limits.explore_ledger_shared
                     : limits.explore_ledger_after) * COST_MS;
  e->is_short = is_shared;
  later_begin(e);
}

/* States that were put aside before are in no ledger: they come back first. */
static bool may_commit(const explore *e) {
  return e->held.ledger && !e->held.has_failed && e->held.due != UINT64_MAX &&
         !*e->o.stop &&
         !(e->o.store && e->o.store->count(e->o.store->context));
}

/* This process holds nothing, and takes its jobs from the ledger. */
static void hold_nothing(explore *e) {
  later_recall(e);
  later_forget_guesses(e);
  explore_free_searcher(e->former);
  /* Until the end their pages are shared with a process that goes on with them. */
  e->former = e->searcher;
  e->searcher = explore_new_searcher(&e->o);
  if (e->seeds) seeds_rest(e->seeds);
  held_jobs_clear(&e->held);
  e->held.has_suspect = false;
  e->held.is_kept = true;
  e->held.cost = e->cost;
  e->held.due = e->cost + e->held.quantum;
  e->estimate = (estimate) {0};
}

void explore_resume(explore *e) { hold_nothing(e); }

/* The ledger gave its jobs to others.  What was done below them since the last commit is
 * done again, perhaps by this process: what it remembers of that stops no state. */
static bool has_lost_all(explore *e) {
  const job_ledger *l = e->held.ledger;
  if (!l->was_lost(l->context)) return false;
  hold_nothing(e);
  if (e->seen) seen_restart(e->seen);
  return true;
}

held_job *explore_current_job(explore *e) {
  return e->held.all.items + e->held.current;
}

void explore_count_cut(explore *e, const char *name, uint64_t count) {
  held_jobs_count_cut(&e->held, name, count);
}

const held_jobs *explore_get_held_jobs(const explore *e) { return &e->held; }

/* Counted work between two commits where another process waits for a job: a dozen at PRICE_JOB.
 * And the most that writing jobs may put a commit off: five times explore_ledger_most. */
enum { HUNGRY_MS = 5, LATEST_MS = 10000 };

static void cover(void *context, state *s) { explore_note_coverage(context, s); }

/* No commit takes longer than the run's time and what the last one may, nor goes on when
 * the run is stopped: the report is still to be written. */
static commit_limit limit_of(const explore *e, bool is_last) {
  const uint64_t last_ns = limits.explore_ledger_last_ms * UINT64_C(1000000);
  if (is_last) return (commit_limit) {.until_ns = clock_ns() + last_ns};
  return (commit_limit) {.until_ns = e->o.deadline_ns ? e->o.deadline_ns + last_ns : 0,
                         .stop = e->o.stop};
}

/* What writing the values of all inputs of all states costs, about: as many as one has. */
static uint64_t cost_of_values(const explore *e) {
  enum { BYTE = 20 };           /* 168 ns: 16,384 states with 16,384 bytes each took 45 s */
  uint64_t bytes = 0;
  if (!e->searcher->count) return 0;
  for (const input *i = searcher_any(e->searcher)->inputs; i; i = i->before) bytes += i->size;
  return BYTE * bytes * e->searcher->count;
}

/* Whatever was covered has a test then: another process would not write it. */
static bool commit(explore *e, bool is_last) {
  held_jobs *h = &e->held;
  const commit_limit limit = limit_of(e, is_last);
  const uint64_t values = cost_of_values(e);
  uint32_t added = 0;
  if (!*e->o.stop) searcher_each(e->searcher, cover, e);
  if (!held_jobs_commit(h, e->searcher, e->exec, &limit, &added)) {
    if (has_lost_all(e)) return false;
    if (is_last || commit_is_late(&limit)) return false;
    h->has_failed = true;
    e->progress.diverged += h->is_kept ? h->ledger->others(h->ledger->context) : 0;
    h->ledger->failed(h->ledger->context);
    return false;
  }
  explore_charge(e, values);
  explore_look_at_cost(e);
  const uint64_t most = limits.explore_ledger_most * COST_MS;
  const uint64_t latest = LATEST_MS * COST_MS;
  uint64_t after = added * (uint64_t) PRICE_JOB;
  if (after > latest) after = latest;
  h->quantum += h->quantum / 4;
  if (h->quantum > most) h->quantum = most;
  h->cost = e->cost;
  h->has_suspect = false;
  h->due = e->cost + (after > h->quantum ? after : h->quantum);
  return true;
}

static void drop_given(void *context, state *s) {
  explore *e = context;
  explore_note_coverage(e, s);
  history_drop(&e->record, HISTORY_ASIDE, s);
  e->searcher->class_of->remove(e->searcher, s);
  state_free(s);
}

/* Others take what is free, near the root first. */
void aside_commit_and_share(explore *e) {
  const job_ledger *l = e->held.ledger;
  if (!commit(e, false)) return;
  const unsigned parts = l->parts(l->context);
  e->gave_nothing = parts && !held_jobs_give(&e->held, e->searcher,
                                            e->searcher->count / parts, drop_given, e);
  if (parts) has_lost_all(e);
  e->is_short = parts && l->parts(l->context);
  later_begin(e);
  if (l->committed(l->context) == JOB_STAYS) return;
  hold_nothing(e);
  e->is_worker = true;
}

/* Writing values takes no more of a run than all else: where n states have n inputs each,
 * the ledger would be all that a run does. */
static bool is_worth_its_values(explore *e) {
  const uint64_t least = e->held.cost + cost_of_values(e);
  if (e->cost >= least) return true;
  if (e->held.due < least) e->held.due = least;
  return false;
}

bool aside_is_commit_due(explore *e) {
  const held_jobs *h = &e->held;
  if (!may_commit(e)) return false;
  if (e->cost >= h->due) return is_worth_its_values(e);
  return h->is_kept && *h->ledger->hungry && e->searcher->count > 1 && !e->gave_nothing &&
         e->cost - h->cost >= HUNGRY_MS * COST_MS +
                                  PRICE_JOB_STATE * e->searcher->count &&
         is_worth_its_values(e);
}

/* Nothing is left here. */
void aside_take_from_ledger(explore *e) {
  const job_ledger *l = e->held.ledger;
  const bool is_last = !e->held.count;
  taken_job jobs[BATCH];
  const job *each[BATCH];
  state *found[BATCH];
  unsigned count = 0;
  if (e->held.has_suspect && !is_last) {
    aside_commit_and_share(e);
    return;
  }
  /* What was done is committed with the next ones, unless there are none. */
  job_taken taken = l->take(l->context, e->exec, is_last, jobs, BATCH, &count);
  if (has_lost_all(e)) return;
  if (taken != JOB_TAKEN && taken != JOB_FAILED && !is_last) {
    aside_commit_and_share(e);
    e->is_dry = true;
    return;
  }
  switch (taken) {
  case JOB_ALL_DONE: e->is_all_done = true; return;
  case JOB_NONE_YET: e->tick(e->context); return;
  case JOB_FAILED:
    e->held.has_failed = true;
    e->progress.diverged++;
    l->failed(l->context);
    return;
  case JOB_TAKEN: break;
  }
  for (unsigned k = 0; k < count; k++) each[k] = &jobs[k].job;
  find(e, each, count, found);
  for (unsigned k = 0; k < count; k++) {
    const taken_job *j = jobs + k;
    if (found[k]) {
      explore_of(found[k])->job = held_jobs_add(&e->held, (held_job) {
        .id = j->id, .number = j->number, .depth = j->job.depth,
        .decisions = j->job.decisions});
      explore_born(e, found[k], NULL);
      const uint64_t soon = e->cost + HUNGRY_MS * COST_MS;
      if (j->is_suspect && e->held.due > soon) e->held.due = soon;
      e->held.has_suspect |= j->is_suspect;
    } else if (*e->o.stop) {
      e->unfound++;
    } else {
      l->diverged(l->context, j);
    }
    job_release(&jobs[k].job);
  }
  has_lost_all(e);
}

/* A million states take seconds to end one by one, and the report has to be written:
 * beyond that time they are counted, with what they covered. */
void aside_cut_all(explore *e, outcome kind) {
  searcher *list = e->searcher;
  const uint64_t until = clock_ns() + limits.explore_ledger_last_ms * UINT64_C(1000000);
  enum { AT_ONCE = 256 };
  for (uint32_t k = 1; list->count; k++) {
    if (k % AT_ONCE == 0 && *e->o.stop && clock_ns() > until) break;
    exec_cut(e->exec, searcher_any(list), kind);
  }
  searcher_each(list, cover, e);
  e->unfound += list->count;
}

/* What was not committed when the run is stopped is done again when it is resumed;
 * so is the state that ran just then. */
void aside_commit_last(explore *e) {
  if (!explore_keeps_ledger(e)) return;
  e->held.ledger->stopping(e->held.ledger->context);
  if (e->running < e->held.all.count)
    e->held.all.items[e->running].is_spoilt = true;
  commit(e, true);
  e->held.ledger->stopped(e->held.ledger->context);
}

static void give(explore *e, uint32_t left) {
  const uint32_t count = e->searcher->count;
  if (count <= left) return;
  e->progress.jobs += held_jobs_give(&e->held, e->searcher, count - left,
                                    drop_given, e);
  has_lost_all(e);
}

/* Only so many remain, as far as the others can wait on disk. */
void aside_spill(explore *e, uint32_t left) {
  if (explore_keeps_ledger(e)) {
    give(e, left);              /* a commit takes memory */
    if (e->searcher->count > left && may_commit(e) && commit(e, false))
      give(e, left);
  } else if (e->o.store) {
    put_aside(e, left);
  }
}

/* Only so many remain: the others wait on disk, or are cut. */
void aside_shed(explore *e, uint32_t left, outcome why) {
  later_recall(e);
  aside_spill(e, left);
  cut_to(e, left, why);
}

/* States can wait on disk. */
bool aside_spills(const explore *e) { return explore_keeps_ledger(e) || e->o.store; }

bool aside_has_jobs(const explore *e) {
  if (explore_keeps_ledger(e)) return !e->is_all_done;
  return e->o.store && e->o.store->count(e->o.store->context);
}
