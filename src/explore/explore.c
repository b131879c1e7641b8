#include "explore/explore.h"

#include "base/clock.h"
#include "base/limits.h"
#include "compact/part.h"
#include "explore/cost.h"
#include "explore/estimate.h"
#include "explore/follow.h"
#include "explore/part.h"
#include "explore/searcher.h"
#include "expr/sweep.h"
#include "zeq/part.h"

#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

struct explore {
  explore_options o;
  void (*ended)(void *, const state *, const ending *);
  void (*covered)(void *, const state *);
  void (*tick)(void *);
  void (*message)(void *, const char *);
  void *context;
  searcher *searcher;
  exec *exec;
  zeq *zeq;                     /* NULL: returns are not compared */
  seen *seen;                   /* NULL: neither are states at loops' heads */
  uint64_t seen_rests;          /* ... and nobody pauses there up to that cost */
  cycle *cycle;                 /* NULL: nobody looks for hangs */
  merger *merger;               /* NULL: joins are exact */
  bool starts_anew;             /* a join was refined */
  history record;
  searcher *former;             /* of the process that this one was forked from */
  VEC(state *) roots;           /* where the first path split */
  history roots_record;         /* ... and what had happened by then */
  estimate estimate;
  uint64_t reported;            /* cost of what the hooks did */
  uint64_t cost;                /* when it was last looked at */
  uint64_t instructions;        /* when budgets were last looked at */
  state *again;                 /* the first one, if joins may be refined, or
                                 * states may be put aside */
  follower *follower;           /* NULL: nobody is on the way to a job */
  holdings held;
  uint32_t running;             /* the job that ran last */
  uint64_t unfound;             /* jobs that were taken when the run was stopped */
  searcher *usual;              /* while memory is short and states are explored
                                 * depth first: the run's searcher, without any */
  bool is_all_done;             /* so the ledger says */
  bool is_worker;               /* was forked to take jobs; its run ends with them */
  compact *loops;               /* NULL: they are unrolled */
  explore_progress progress;
  uint64_t looked_ns;           /* when memory was last looked at */
  uint64_t until;               /* it pauses at that cost */
  bool is_sliced;               /* time slices are short */
  bool is_full;                 /* gives way, as asked for */
  uint64_t known_bytes;         /* so much stays resident, whatever is cut */
  unsigned slices;              /* since budgets were last looked at */
  uint64_t swept_ns;            /* when the last sweep ended, and ... */
  uint64_t sweep_ns;            /* ... how long it took */
  uint64_t sweeps;              /* of the hostile build: asked for; likewise ... */
  uint64_t checks;              /* ... checks, and ... */
  uint32_t checked_nodes;       /* ... where it goes on in the term table */
};

typedef VEC(state *) state_list;

/* Something is in the ledger. */
static bool keeps_ledger(const explore *e) {
  return e->held.is_kept && !e->held.has_failed;
}

static uint64_t memory_resident(void) {
  unsigned long long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f) return 0;
  if (fscanf(f, "%*s %llu", &pages) != 1) pages = 0;
  fclose(f);
  return pages * (uint64_t) sysconf(_SC_PAGESIZE);
}

/* Between two looks there may have been more. */
static uint64_t memory_peak(void) {
  struct rusage used;
  return getrusage(RUSAGE_SELF, &used) ? 0 : (uint64_t) used.ru_maxrss << 10;
}

static searcher *new_searcher(const explore_options *o) {
  return searcher_new(o->joins ? "join" : o->search, o->seed);
}

explore *explore_new(const explore_options *o,
                     void (*ended)(void *, const state *, const ending *),
                     void (*covered)(void *, const state *),
                     void (*tick)(void *), void *context) {
  explore *e = mem_zeroed(1, sizeof *e);
  e->o = *o;
  e->ended = ended;
  e->covered = covered;
  e->tick = tick;
  e->context = context;
  e->searcher = new_searcher(o);
  holdings_init(&e->held, o->ledger);
  return e;
}

/* With its states: a process that leaves the run to others has some. */
static void free_list(searcher *list) {
  if (!list) return;
  while (list->count) {
    state *s = searcher_any(list);
    list->class_of->remove(list, s);
    state_free(s);
  }
  guide_free(list->guide);
  searcher_free(list);
}

void explore_free(explore *e) {
  if (!e) return;
  if (e->exec) sweep_remove_root(exec_table(e->exec), e);
  free_list(e->former);
  cycle_free(e->cycle);
  compact_free(e->loops);
  free_list(e->searcher);
  free_list(e->usual);
  for (uint32_t k = 0; k < e->roots.count; k++) state_free(e->roots.items[k]);
  vec_release(&e->roots);
  state_free(e->again);
  history_release(&e->record);
  history_release(&e->roots_record);
  holdings_release(&e->held);
  free(e);
}

void explore_set_zeq(explore *e, zeq *z) { e->zeq = z; }
void explore_set_seen(explore *e, seen *n) {
  e->seen = n;
  e->seen_rests = 0;
}

void explore_find_cycles(explore *e, exec *x, const state *start) {
  cycle_free(e->cycle);
  e->cycle = cycle_new(x, start);
}

static void born(void *context, state *child, const state *parent) {
  explore *e = context;
  if (e->follower) {
    follower_born(e->follower, child);
    return;
  }
  if (parent) {
    explore_of(child)->share = explore_of(parent)->share / 2;
    explore_of(parent)->share = explore_of(child)->share;
    history_split(&e->record, child, (state *) (uintptr_t) parent);
  }
  e->searcher->class_of->add(e->searcher, child, parent);
  if (e->searcher->count > e->progress.states_peak)
    e->progress.states_peak = e->searcher->count;
}

/* A path that a stopped solver could not decide was cut by what stopped it. */
static void ended(void *context, const state *s, const ending *end) {
  explore *e = context;
  ending true_end = *end;
  if (e->follower) {
    follower_ended(e->follower, s);
    return;
  }
  if (end->kind == OUTCOME_UNKNOWN_ANSWER && *e->o.stop)
    true_end.kind = (outcome) *e->o.stop;
  if (explore_of(s)->schedule)
    e->searcher->class_of->remove(e->searcher, (state *) (uintptr_t) s);
  searcher_note_end(e->searcher);
  if (e->starts_anew) return;
  history_end(&e->record, s, &true_end);
  if (e->zeq) zeq_count_end(e->zeq, s);
  estimate_retire(&e->estimate, explore_of(s)->share);
  e->progress.paths_ended++;
  e->held.current = explore_of(s)->job;
  e->held.all.items[e->held.current].share += explore_of(s)->share;
  e->ended(e->context, s, &true_end);
  if (*e->o.stop) e->held.all.items[e->held.current].is_spoilt = true;
  e->held.current = 0;
}

static void say(void *context, const char *text) {
  explore *e = context;
  e->message(e->context, text);
}

/* A state that comes to a loop's head pauses there, to be looked at in its next
 * time slice. */
static bool jumped(void *context, state *s, uint32_t to) {
  explore *e = context;
  compact_note_jump(s, to);
  compact_of(s)->at_loop = compact_wants(e->loops, s, to);
  return compact_of(s)->at_loop;
}

exec_hooks explore_hooks(explore *e, void (*message)(void *, const char *)) {
  e->message = message;
  return (exec_hooks) {e, born, ended, say, jumped};
}

void explore_stop(explore *e, outcome why) {
  if (!*e->o.stop) *e->o.stop = (int) why;
}

const compact *explore_get_loops(const explore *e) { return e->loops; }

const history *explore_get_history(const explore *e) { return &e->record; }

const explore_options *explore_get_options(const explore *e) { return &e->o; }

explore_progress explore_get_progress(const explore *e) {
  explore_progress p = e->progress;
  p.states = e->searcher->count;
  p.waiting = e->unfound;
  if (e->o.store) p.waiting += e->o.store->count(e->o.store->context);
  if (keeps_ledger(e)) p.waiting += e->held.ledger->others(e->held.ledger->context);
  p.cost = e->cost;
  p.estimate = estimate_total(&e->estimate, e->cost);
  p.is_reliable = estimate_is_reliable(&e->estimate, e->cost);
  p.has_split = e->roots.count > 1;
  p.order = searcher_order_text(e->searcher);
  return p;
}

/* A join would hide what the state covered: its test is written before. */
static void note_coverage(explore *e, state *s) {
  if (!s->needs_test) return;
  e->held.current = explore_of(s)->job;
  e->covered(e->context, s);
  if (*e->o.stop) e->held.all.items[e->held.current].is_spoilt = true;
  e->held.current = 0;
  s->needs_test = 0;
}

/* Others can begin where the first path split. */
static void add_root(void *context, state *s) {
  explore *e = context;
  vec_push(&e->roots, state_copy(s));
}

static void keep_roots(explore *e) {
  searcher_each(e->searcher, add_root, e);
  history_copy(&e->roots_record, &e->record);
}

/* Sweeping ----------------------------------------------------------------- */

static void add_state(void *context, state *s) {
  state_list *list = context;
  vec_push(list, s);
}

/* States of `former` never run again, nor is anything read of them. */
static void mark(void *context, expr_table *t) {
  const explore *e = context;
  state_list all = {0};
  searcher_each(e->searcher, add_state, &all);
  for (uint32_t k = 0; k < e->roots.count; k++)
    vec_push(&all, e->roots.items[k]);
  if (e->again) vec_push(&all, e->again);
  states_mark(t, all.items, all.count);
  vec_release(&all);
}

/* The hostile build checks and sweeps after each of the first slices, then less and
 * less often, so that runs end. */
static bool is_time_to_check(uint64_t n) {
  enum { OFTEN = 256 };
  return n % (n / OFTEN + 1) == 0;
}

static void sweep(explore *e) {
  const uint64_t begun = clock_ns();
  sweep_run(exec_table(e->exec));
  e->swept_ns = clock_ns();
  e->sweep_ns = e->swept_ns - begun;
}

/* Between two slices of work nobody has terms on the stack. */
static void sweep_if_due(explore *e) {
  const expr_table *t = exec_table(e->exec);
  switch (e->o.sweeping) {
  case SWEEPING_NEVER: return;
  case SWEEPING_ALWAYS: sweep(e); return;
  case SWEEPING_AUTO:
    if (LIMITS_ARE_HOSTILE && is_time_to_check(++e->sweeps)) sweep(e);
    break;
  }
  if ((sweep_is_due(t) || solver_wants_sweep(exec_solver(e->exec))) &&
      clock_ns() - e->swept_ns >= limits.explore_sweep_share * e->sweep_ns)
    sweep(e);
}

/* Looks at heads ------------------------------------------------------------ */

static void note_heads(explore *e, bool notes) {
  exec_strategy strategy = exec_get_strategy(e->exec);
  strategy.notes_heads = notes;
  exec_set_strategy(e->exec, strategy);
}

/* A pause at a head costs something though nobody looks. */
static void rest_if_due(explore *e) {
  e->seen_rests = seen_rests_until(e->seen, e->cost);
  if (e->seen_rests) note_heads(e, false);
}

/* Budgets ----------------------------------------------------------------- */

/* Ends states until `left` remain. */
static void cut(explore *e, uint32_t left, outcome kind) {
  searcher *list = e->searcher;
  while (list->count > left)
    exec_cut(e->exec, left ? searcher_spare(list) : searcher_any(list),
             kind);
}

/* Jobs --------------------------------------------------------------------- */

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
    note_coverage(e, s);
    job_of(e->exec, s, &j);
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
enum { BATCH = 64 };

static void follow(explore *e, const job *const *jobs, uint32_t count,
                   state **found) {
  follower f;
  e->follower = &f;
  follow_jobs(&f, e->exec, jobs, count, state_copy(e->again), e->o.stop, found);
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
static void search_as_usual(explore *e) {
  if (!e->usual || e->searcher->count) return;
  searcher_free(e->searcher);
  e->searcher = e->usual;
  e->usual = NULL;
}

/* Whatever the order, more states would only be put aside as well. */
static void search_depth_first(explore *e) {
  if (e->usual || e->o.joins) return;
  searcher *old = e->searcher, *new = searcher_new("dfs", e->o.seed);
  state_list all = {0};
  searcher_each(old, add_state, &all);
  for (uint32_t k = 0; k < all.count; k++)
    old->class_of->remove(old, all.items[k]);
  for (uint32_t k = 0; k < all.count; k++)
    new->class_of->add(new, all.items[k], NULL);
  vec_release(&all);
  e->usual = old;
  e->searcher = new;
}

/* Takes jobs back, if there are any. */
static void take_job(explore *e) {
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
    if (found[k]) born(e, found[k], NULL);
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
}

/* States that were put aside before are in no ledger: they come back first. */
static bool may_commit(const explore *e) {
  return e->held.ledger && !e->held.has_failed && e->held.due != UINT64_MAX &&
         !*e->o.stop &&
         !(e->o.store && e->o.store->count(e->o.store->context));
}

/* This process holds nothing, and takes its jobs from the ledger. */
static void hold_nothing(explore *e) {
  free_list(e->former);
  /* Until the end their pages are shared with a process that goes on with them. */
  e->former = e->searcher;
  e->searcher = new_searcher(&e->o);
  holdings_clear(&e->held);
  e->held.is_kept = true;
  e->held.cost = e->cost;
  e->held.due = e->cost + e->held.quantum;
  e->estimate = (estimate) {0};
}

void explore_resume(explore *e) { hold_nothing(e); }

holding *explore_current_job(explore *e) {
  return e->held.all.items + e->held.current;
}

void explore_count_cut(explore *e, const char *name, uint64_t count) {
  holdings_count_cut(&e->held, name, count);
}

const holdings *explore_get_holdings(const explore *e) { return &e->held; }

static void cover(void *context, state *s) { note_coverage(context, s); }

/* Whatever was covered has a test then: another process would not write it. */
static bool commit(explore *e, uint64_t until_ns) {
  holdings *h = &e->held;
  uint32_t added = 0;
  if (!*e->o.stop) searcher_each(e->searcher, cover, e);
  if (!holdings_commit(h, e->searcher, e->exec, until_ns, &added)) {
    if (until_ns) return false;
    h->has_failed = true;
    e->progress.diverged += h->is_kept ? h->ledger->others(h->ledger->context) : 0;
    h->ledger->failed(h->ledger->context);
    return false;
  }
  const uint64_t most = limits.explore_ledger_most * COST_MS;
  const uint64_t after = added * limits.explore_ledger_job;
  h->quantum += h->quantum / 4;
  if (h->quantum > most) h->quantum = most;
  h->cost = e->cost;
  h->due = e->cost + (after > h->quantum ? after : h->quantum);
  return true;
}

static void drop_given(void *context, state *s) {
  explore *e = context;
  note_coverage(e, s);
  history_drop(&e->record, HISTORY_ASIDE, s);
  e->searcher->class_of->remove(e->searcher, s);
  state_free(s);
}

/* Others take what is free, near the root first. */
static void commit_and_share(explore *e) {
  const job_ledger *l = e->held.ledger;
  if (!commit(e, 0)) return;
  const unsigned parts = l->parts(l->context);
  if (parts)
    holdings_give(&e->held, e->searcher, e->searcher->count / parts, drop_given, e);
  if (l->committed(l->context) == JOB_STAYS) return;
  hold_nothing(e);
  e->is_worker = true;
}

static bool is_commit_due(const explore *e) {
  const holdings *h = &e->held;
  if (!may_commit(e)) return false;
  if (e->cost >= h->due) return true;
  /* A commit looks at each state. */
  enum { A_STATE = 400 };
  return h->is_kept && *h->ledger->hungry && e->searcher->count > 1 &&
         e->cost - h->cost >= limits.explore_ledger_hungry * COST_MS +
                                  A_STATE * e->searcher->count;
}

/* Nothing is left here. */
static void take_from_ledger(explore *e) {
  const job_ledger *l = e->held.ledger;
  const bool is_last = !e->held.count;
  taken_job jobs[BATCH];
  const job *each[BATCH];
  state *found[BATCH];
  unsigned count = 0;
  /* What was done is committed with the next ones, unless there are none. */
  job_taken taken = l->take(l->context, e->exec, is_last, jobs, BATCH, &count);
  if (taken != JOB_TAKEN && taken != JOB_FAILED && !is_last) {
    commit_and_share(e);
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
      explore_of(found[k])->job = holdings_add(&e->held, (holding) {
        .id = j->id, .number = j->number, .depth = j->job.depth,
        .decisions = j->job.decisions});
      born(e, found[k], NULL);
    } else if (*e->o.stop) {
      e->unfound++;
    } else {
      l->diverged(l->context, j);
    }
    job_release(&jobs[k].job);
  }
}

/* What was not committed when the run is stopped is done again when it is resumed;
 * so is the state that ran just then. */
static void commit_last(explore *e) {
  enum { LONGEST_NS = 300000000 };
  if (!keeps_ledger(e)) return;
  e->held.ledger->stopping(e->held.ledger->context);
  if (e->running < e->held.all.count)
    e->held.all.items[e->running].is_spoilt = true;
  commit(e, clock_ns() + LONGEST_NS);
  e->held.ledger->stopped(e->held.ledger->context);
}

static void give(explore *e, uint32_t left) {
  const uint32_t count = e->searcher->count;
  if (count > left)
    e->progress.jobs += holdings_give(&e->held, e->searcher, count - left,
                                      drop_given, e);
}

/* Only so many remain, as far as the others can wait on disk. */
static void spill(explore *e, uint32_t left) {
  if (keeps_ledger(e)) {
    give(e, left);              /* a commit takes memory */
    if (e->searcher->count > left && may_commit(e) && commit(e, 0)) give(e, left);
  } else if (e->o.store) {
    put_aside(e, left);
  }
}

/* Only so many remain: the others wait on disk, or are cut. */
static void shed(explore *e, uint32_t left, outcome why) {
  spill(e, left);
  cut(e, left, why);
}

/* States can wait on disk. */
static bool spills(const explore *e) { return keeps_ledger(e) || e->o.store; }

static bool has_jobs(const explore *e) {
  if (keeps_ledger(e)) return !e->is_all_done;
  return e->o.store && e->o.store->count(e->o.store->context);
}

/* What was freed may still be resident. */
static void give_back(explore_progress *p) {
  malloc_trim(0);
  p->memory_bytes = memory_resident();
}

/* Half of the states wait on disk, or are cut.  The room of those that are gone is
 * mostly in pages of those that stay: it is used again, but stays resident.  Where
 * that is not enough all states but one wait, and nobody is cut. */
static void make_room(explore *e) {
  const uint64_t limit = e->o.max_memory_bytes;
  shed(e, e->searcher->count / 2, OUTCOME_CUT_MEMORY);
  if (spills(e)) search_depth_first(e);
  give_back(&e->progress);
  if (e->progress.memory_bytes <= limit) return;
  spill(e, 1);
  give_back(&e->progress);
}

static void look_at_memory(explore *e) {
  explore_progress *p = &e->progress;
  p->memory_bytes = memory_resident();
  if (p->memory_bytes > p->memory_peak_bytes)
    p->memory_peak_bytes = p->memory_bytes;
  const uint64_t limit = e->o.max_memory_bytes;
  /* To put states aside takes memory, too. */
  const uint64_t most = spills(e) ? limit - limit / 8 : limit;
  if (!limit || p->memory_bytes <= most || p->memory_bytes <= e->known_bytes)
    return;
  if (e->o.sweeping != SWEEPING_NEVER) {
    sweep(e);
    give_back(p);
    if (p->memory_bytes <= limit - limit / 8) return;
  }
  for (unsigned k = 0; k < SOLVER_POOLS; k++)   /* what can be had again */
    solver_empty_pool(exec_solver(e->exec), k);
  give_back(p);
  if (p->memory_bytes > limit - limit / 8) {
    if (e->o.gives_way) {       /* another process has to */
      e->is_full = true;
      return;
    }
    make_room(e);
  }
  /* That did not help: the supervisor ends it soon. */
  if (p->memory_bytes > limit + limit / 16) explore_stop(e, OUTCOME_CUT_MEMORY);
  e->known_bytes = p->memory_bytes + limit / 64;
}

static void look_at_clock(explore *e) {
  if (e->o.deadline_ns && clock_ns() >= e->o.deadline_ns && !*e->o.stop)
    *e->o.stop = OUTCOME_CUT_TIME;
}

static void look_at_budgets(explore *e) {
  look_at_clock(e);
  if (e->o.max_instructions &&
      exec_get_stats(e->exec)->instructions >= e->o.max_instructions)
    *e->o.stop = OUTCOME_CUT_INSTRUCTIONS;
  if (e->o.max_states && e->searcher->count > e->o.max_states)
    shed(e, e->o.max_states, OUTCOME_CUT_STATES);
}

uint64_t explore_cost(const explore *e) {
  return cost_so_far(e->exec, e->progress.joins.joined) + e->reported +
         (e->zeq ? zeq_work(e->zeq) : 0);
}

static void look_at_cost(explore *e) {
  const uint64_t now = explore_cost(e);
  if (now > e->cost) e->cost = now;
  estimate_note(&e->estimate, e->cost);
  e->searcher->work = e->cost;
  if (e->seen_rests && e->cost >= e->seen_rests) {
    e->seen_rests = 0;
    note_heads(e, true);
  }
  if (searcher_wants_guide(e->searcher))
    searcher_set_guide(e->searcher, guide_new(e->exec));
}

/* Slices ------------------------------------------------------------------- */

void explore_set_merger(explore *e, merger *m) { e->merger = m; }

bool explore_refine(explore *e, const state *s) {
  if (!e->o.refines || !merger_refine(e->merger, s)) return false;
  return e->starts_anew = true;
}

/* The state in the list gives way to another. */
static state *exchange(explore *e, state *old, state *new) {
  e->searcher->class_of->remove(e->searcher, old);
  state_free(old);
  if (new) born(e, new, NULL);
  return new;
}

/* The end of an annotated block in a loop: a state that an earlier iteration
 * subsumes does not go on. */
static state *pass(explore *e, state *s) {
  state *wider = NULL;
  if (!s->waits || !e->merger) return s;
  switch (merger_revisit(e->merger, s, &wider, &e->progress.joins)) {
  case REVISIT_NEW: break;
  case REVISIT_COVERED:
    note_coverage(e, s);
    history_drop(&e->record, HISTORY_FOLD, s);
    return exchange(e, s, NULL);
  case REVISIT_WIDER:
    note_coverage(e, s);
    explore_of(wider)->node = explore_of(s)->node;
    history_note(&e->record, HISTORY_WIDEN, wider);
    wider->covers_new = false;
    wider->needs_test = 0;
    return exchange(e, s, wider);
  }
  return s;
}

/* Joins the state with those that stand where it stands, which are next in join
 * order.  The state to run, or NULL: it ended.  There may be thousands of them,
 * each with questions to the solver, so the clock is looked at in between. */
static state *meet(explore *e, state *s) {
  searcher *list = e->searcher;
  if (exec_catch_up(e->exec, s) == EXEC_ENDED) return NULL;
  for (;;) {
    look_at_clock(e);
    if (*e->o.stop) return s;
    look_at_cost(e);
    if (e->cost >= e->until) return NULL;       /* goes on with its next slice */
    state *first = searcher_first(list);
    if (first != s && searcher_is_level(first, s)) {
      if (exec_catch_up(e->exec, first) == EXEC_ENDED) continue;
      s = first;
    }
    state *other = searcher_next_level(list, s);
    if (!other || !join_is_possible(s, other)) return s;
    /* They are not in step: behind that place they can meet. */
    if (s->is_in_region || other->is_in_region) return s;
    if (e->o.only_annotated && !(s->waits && other->waits)) return s;
    if (exec_catch_up(e->exec, other) == EXEC_ENDED) continue;
    note_coverage(e, s);
    note_coverage(e, other);
    state *joined = e->merger
        ? merger_join(e->merger, s, other, &e->progress.joins)
        : join_states(e->exec, s, other, &e->progress.joins);
    if (!joined) return s;
    joined->covers_new = false;
    joined->needs_test = 0;
    if (e->zeq)
      zeq_of(joined)->weight = zeq_join_weights(
          e->zeq, zeq_of(s)->weight, zeq_of(other)->weight);
    history_join(&e->record, joined, s, other);
    list->class_of->remove(list, s);
    list->class_of->remove(list, other);
    state_free(s);
    state_free(other);
    born(e, joined, NULL);
    s = joined;
  }
}

/* A wider state has their runs. */
static void drop_void(explore *e) {
  state_list all = {0};
  searcher_each(e->searcher, add_state, &all);
  for (uint32_t k = 0; k < all.count; k++) {
    if (!merger_is_void(e->merger, all.items[k])) continue;
    note_coverage(e, all.items[k]);
    history_drop(&e->record, HISTORY_FOLD, all.items[k]);
    exchange(e, all.items[k], NULL);
  }
  vec_release(&all);
}

/* A state is at the head of a loop: it goes on if invariants do not say that one that
 * did subsumes it, and if it need not be widened.  False: it is gone. */
static bool fold(explore *e, state *s) {
  state *wider = NULL;
  s->at_head = false;
  switch (merger_fold(e->merger, s, &wider, &e->progress.joins)) {
  case REVISIT_NEW: return true;
  case REVISIT_COVERED:
    note_coverage(e, s);
    history_drop(&e->record, HISTORY_FOLD, s);
    exchange(e, s, NULL);
    return false;
  case REVISIT_WIDER: break;
  }
  note_coverage(e, s);
  explore_of(wider)->node = explore_of(s)->node;
  history_note(&e->record, HISTORY_WIDEN, wider);
  wider->covers_new = false;
  wider->needs_test = 0;
  exchange(e, s, wider);
  drop_void(e);
  return false;
}

/* A state does not go on: another does all that it would do.  Its test is written. */
static void drop(explore *e, state *s, history_kind why) {
  note_coverage(e, s);
  history_drop(&e->record, why, s);
  e->progress.drops++;
  e->searcher->class_of->remove(e->searcher, s);
  state_free(s);
}

/* A state has returned from a call.  If one that is kept is equivalent, its test is written
 * and it is gone: false. */
static bool leave(explore *e, state *s) {
  if (!e->zeq) {
    event_release(s->left);
    s->left = NULL;
    return true;
  }
  if (zeq_leave(e->zeq, s, e->cost)) return true;
  drop(e, s, HISTORY_DROP);
  return false;
}

/* A state is at the head of a loop.  If one that went on from there
 * subsumes it, its test is written and it is gone: false. */
static bool look_back(explore *e, state *s) {
  const exec_options *o = exec_get_options(e->exec);
  /* A part of a state has no job that describes it: none are made where states may
   * have to wait on disk. */
  const bool is_short = e->o.max_states || e->progress.jobs;
  const seen_rule rule = {
    .cost = e->cost, .born = born, .context = e,
    .splits = !e->o.joins && !e->zeq && !o->max_depth && !o->max_forks && !is_short};
  if (!e->seen) {
    s->at_head = false;
    return true;
  }
  if (!seen_goes_on(e->seen, s, &rule)) {
    drop(e, s, HISTORY_SEEN);
    return false;
  }
  rest_if_due(e);
  return true;
}

static void iteration_covered(void *context, state *s) { note_coverage(context, s); }

/* Where states are joined, one that is looked at gets ahead of those that could
 * have met it, unless there are none. */
static bool may_look_ahead(const explore *e, const state *s) {
  return !e->o.joins || s->is_in_region || e->searcher->count == 1 ||
         s->still_for > limits.zeq_cycle_ahead;
}

/* A state that comes back to itself ends here: false. */
static bool look_for_cycle(explore *e, state *s) {
  const uint64_t heads = limits.zeq_cycle_heads + s->still_for / limits.zeq_cycle_head;
  switch (cycle_find(e->cycle, s, heads, heads * limits.zeq_cycle_length)) {
  case CYCLE_NONE: return true;
  case CYCLE_ENDED: return false;
  case CYCLE_FOUND: break;
  }
  exec_cut(e->exec, s, exec_get_options(e->exec)->checks[OUTCOME_HANG]
                           ? OUTCOME_HANG : OUTCOME_ENDLESS);
  return false;
}

/* A state that never leaves a loop, by its template, and does not come back to itself
 * soon.  If no iteration takes an input or prints anything, that is a hang. */
static void stay(explore *e, state *s, compact_staying how) {
  const bool counts = e->cycle && exec_get_options(e->exec)->checks[OUTCOME_HANG];
  exec_cut(e->exec, s, !counts || how == COMPACT_STAYS_ACTIVE ? OUTCOME_ENDLESS
                       : how == COMPACT_STAYS ? OUTCOME_HANG : OUTCOME_CUT_ENDLESS);
}

/* Takes a state that is at a loop's head through the loop, if there is a
 * template for it.  False: it ended. */
static bool enter_loop(explore *e, state *s) {
  if (exec_catch_up(e->exec, s) == EXEC_ENDED) return false;
  if (s->at_head && !look_back(e, s)) return false;
  if (!compact_of(s)->at_loop) return true;
  compact_of(s)->at_loop = false;
  state *stays;
  compact_staying how;
  const compact_result taken =
      compact_enter(e->loops, s, e->o.joins, &stays, &how);
  if (stays) {
    born(e, stays, s);
    if (how == COMPACT_MAY_STAY || !e->cycle || look_for_cycle(e, stays))
      stay(e, stays, how);
  }
  e->progress.templates += taken != COMPACT_UNROLL;
  switch (taken) {
  case COMPACT_UNROLL: return true;
  case COMPACT_APPLIED:
    exec_note_template(e->exec, s);
    history_note(&e->record, HISTORY_TEMPLATE, s);
    return true;
  case COMPACT_ENDLESS: break;
  }
  if (!e->cycle || look_for_cycle(e, s)) stay(e, s, how);
  return false;
}

/* A slice may be short, or spend megabytes in the solver, and native code runs
 * one in less time than it takes to ask: memory goes by the clock. */
static bool is_due(explore *e) {
  const uint64_t now = clock_ns();
  if (now - e->looked_ns < limits.explore_memory_ns) return false;
  e->looked_ns = now;
  return true;
}

/* Frees all states; the first state comes again. */
static void start_anew(explore *e, const state *first) {
  searcher *list = e->searcher;
  while (list->count) exchange(e, searcher_any(list), NULL);
  merger_restart(e->merger);
  if (e->seen) seen_restart(e->seen);
  e->starts_anew = false;
  state *again = state_copy(first);
  history_start(&e->record, again);
  born(e, again, NULL);
}

/* An instruction on diagrams may cost as much as a hundred thousand others: where
 * a slice is to be kept to, it is looked at often, but for where paths do not
 * part. */
static uint64_t fuel_left(const explore *e, const state *s) {
  const uint64_t most = !e->is_sliced               ? limits.explore_slice
                        : exec_is_forkfree(e->exec, s) ? limits.explore_plain_slice
                                                    : limits.explore_short_slice;
  if (!e->o.max_instructions) return most;
  const uint64_t ran = exec_get_stats(e->exec)->instructions;
  if (ran >= e->o.max_instructions) return 1;
  const uint64_t left = e->o.max_instructions - ran;
  return left < most ? left : most;
}

static uint64_t soft_fuel(const explore *e) {
  return e->is_sliced ? limits.explore_short_slice : UINT64_MAX;
}

/* The hostile build looks at a state before and after each slice of it and at a few
 * terms. */
static void check(explore *e, const state *s) {
  enum { NODES = 16 };
  if (!LIMITS_ARE_HOSTILE || !is_time_to_check(++e->checks)) return;
  state_check(e->exec, s);
  const expr_table *t = exec_table(e->exec);
  if (e->checked_nodes >= expr_count(t)) e->checked_nodes = 0;
  expr_table_check_some(t, e->checked_nodes, NODES);
  e->checked_nodes += NODES;
}

static void run_slice(explore *e) {
  const bool joins = e->o.joins;
  state *s = e->searcher->class_of->pick(e->searcher);
  e->running = explore_of(s)->job;
  check(e, s);
  if (joins) {
    s = meet(e, s);
    if (s) s = pass(e, s);
    if (!s) return;
    exec_strategy strategy = exec_get_strategy(e->exec);
    strategy.joins = !e->o.only_annotated && e->searcher->count > 1;
    exec_set_strategy(e->exec, strategy);
  }
  if (e->o.folds) {
    if (exec_catch_up(e->exec, s) == EXEC_ENDED) return;
    if (s->at_head && !fold(e, s)) return;
  }
  if (s->at_head && !look_back(e, s)) return;
  if (e->o.templates && !enter_loop(e, s)) return;
  if (s->left && !leave(e, s)) return;
  s->covers_new = false;
  if (joins) check(e, s);
  if (exec_run_within(e->exec, s, fuel_left(e, s), soft_fuel(e)) != EXEC_RUNS) return;
  check(e, s);
  if (s->left && !leave(e, s)) return;
  if (e->cycle && cycle_is_due(s) && may_look_ahead(e, s) &&
      cycle_is_affordable(e->cycle, s) && !look_for_cycle(e, s))
    return;
  if (s->at_head && e->o.folds && !fold(e, s)) return;
  if (s->at_head && !joins && !look_back(e, s)) return;
  e->searcher->class_of->ran(e->searcher, s);
  if (joins) note_coverage(e, s);
}

void explore_begin(explore *e, exec *x, state *first) {
  mallopt(M_MMAP_THRESHOLD, (int) limits.explore_mapped);
  e->exec = x;
  sweep_add_root(exec_table(x), (sweep_root) {"states", e, mark, NULL});
  if (e->o.templates) e->loops = compact_new(x, iteration_covered, e);
  if (e->o.templates && e->o.quantifies) compact_quantify(e->loops);
  history_start(&e->record, first);
  exec_strategy strategy = exec_get_strategy(x);
  strategy.reports_jumps = e->o.templates;
  strategy.stops_at_heads |= e->o.folds;
  exec_set_strategy(x, strategy);
  explore_of(first)->job = holdings_add(&e->held, (holding) {
    .id = JOB_ROOT, .number = JOB_ROOT, .decisions = first->decisions});
  born(e, first, NULL);
  e->again = e->o.refines || e->o.store || e->o.ledger ? state_copy(first) : NULL;
}

void explore_keep_roots(explore *e) {
  if (!e->roots.count) keep_roots(e);
}

void explore_set_memory(explore *e, uint64_t max_bytes, bool gives_way) {
  e->o.max_memory_bytes = max_bytes;
  e->o.gives_way = gives_way;
}

void explore_change(explore *e, const explore_options *o) {
  exec *x = e->exec;
  /* States of before are freed at the end only: until then their pages are shared
   * with the process that goes on with them. */
  e->former = e->searcher;
  e->o = *o;
  e->searcher = new_searcher(o);
  holdings_clear(&e->held);
  e->held.ledger = NULL;
  e->zeq = NULL;
  e->seen = NULL;
  e->progress = (explore_progress) {.paths_ended = 0};
  e->estimate = (estimate) {0};
  e->reported = e->known_bytes = 0;
  history_copy(&e->record, &e->roots_record);
  e->loops = o->templates ? compact_new(x, iteration_covered, e) : NULL;
  if (o->templates && o->quantifies) compact_quantify(e->loops);
  exec_strategy strategy = exec_get_strategy(x);
  strategy.reports_jumps = o->templates;
  strategy.joins = o->joins;
  strategy.stops_at_heads |= o->folds;
  exec_set_strategy(x, strategy);
  for (uint32_t k = 0; k < e->roots.count && !o->from; k++) {
    state *s = state_copy(e->roots.items[k]);
    explore_of(s)->schedule = NULL;
    explore_of(s)->job = 0;
    born(e, s, NULL);
  }
  if (!o->from) return;
  state *first = state_copy(o->from);
  history_start(&e->record, first);
  born(e, first, NULL);
}

static void look_around(explore *e) {
  const bool is_time = ++e->slices % limits.explore_slices == 0;
  if (e->o.max_instructions || e->o.max_states || is_time)
    look_at_budgets(e);
  const uint64_t instructions = exec_get_stats(e->exec)->instructions;
  if ((instructions - e->instructions < limits.explore_slice && !is_time) || !is_due(e))
    return;
  e->instructions = instructions;
  look_at_budgets(e);
  look_at_memory(e);
  e->tick(e->context);
}

void explore_charge(explore *e, uint64_t cost) { e->reported += cost; }

void explore_extend(explore *e, uint64_t until) { e->until = until; }

explore_pause explore_go(explore *e, uint64_t until) {
  e->is_full = false;
  e->until = until;
  e->is_sliced = e->o.is_sliced;
  while (e->searcher->count || e->starts_anew || has_jobs(e)) {
    if (*e->o.stop && e->is_worker) commit_last(e);
    if (*e->o.stop) return EXPLORE_STOPPED;
    if (e->cost >= e->until) return EXPLORE_PAUSED;
    if (e->is_full) return EXPLORE_FULL;
    if (e->starts_anew) start_anew(e, e->again);
    search_as_usual(e);
    if (!e->searcher->count && keeps_ledger(e)) take_from_ledger(e);
    else if (!e->searcher->count) take_job(e);
    if (!e->searcher->count) continue;
    run_slice(e);
    look_at_cost(e);
    if (!e->roots.count && e->searcher->count > 1) keep_roots(e);
    sweep_if_due(e);
    look_around(e);
    if (is_commit_due(e)) commit_and_share(e);
  }
  if (*e->o.stop) return EXPLORE_STOPPED;
  if (keeps_ledger(e)) e->held.ledger->ended(e->held.ledger->context);
  return EXPLORE_ENDED;
}

void explore_end(explore *e) {
  look_at_memory(e);
  const uint64_t most = memory_peak();
  if (most > e->progress.memory_peak_bytes)
    e->progress.memory_peak_bytes = most;
  if (*e->o.stop) commit_last(e);
  cut(e, 0, (outcome) *e->o.stop);
}

void explore_run(explore *e, exec *x, state *first) {
  explore_begin(e, x, first);
  explore_go(e, UINT64_MAX);
  explore_end(e);
}
