#include "base/limits.h"
#include "explore/cost.h"
#include "explore/policy.h"
#include "explore/strategy.h"
#include "base/random.h"
#include "test/check.h"

#include <math.h>

/* Contenders that need so much each; runs them as the policy says until one has
 * ended, and gives what all have cost by then. */

enum { NEVER = 0, ALONE = 25 * COST_MS };   /* paths run alone at first */
static const uint64_t none[CONTENDERS];

static policy_history begin(const uint64_t *needs) {
  policy_history h = {.estimate = INFINITY, .cores = 1};
  for (unsigned k = 0; k < CONTENDERS; k++) h.of[k].is_there = needs[k] != NEVER;
  h.of[CONTENDER_PATHS].cost = ALONE;
  return h;
}

/* Where functions are unknown the two forms of joins have one floor together, and each alone
 * the smaller of its two parts. */
static unsigned percent_of(const policy_history *h, const uint64_t *needs, unsigned k) {
  const bool shares = h->has_unknown && needs[CONTENDER_ITE] != NEVER &&
                      needs[CONTENDER_DIAGRAMS] != NEVER;
  const unsigned all =
      contender_rows[shares && k == CONTENDER_DIAGRAMS ? CONTENDER_ITE : k].percent;
  const bool is_barren = h->is_chosen && !h->has_unknown && contender_rows[k].strategies &&
                         !h->of[k].has_news;
  return !is_barren ? all : all < 4 ? 1 : all / 4;
}

static uint64_t run(policy_history *h, const uint64_t *needs, contender *who) {
  for (;;) {
    *who = policy_next(h);
    CHECK(*who != CONTENDERS && h->of[*who].is_there);
    h->of[*who].cost += policy_slice(h, *who);
    uint64_t all = 0;
    for (unsigned k = 0; k < CONTENDERS; k++) all += h->of[k].cost;
    if (h->of[*who].cost >= needs[*who]) return all;
  }
}

/* The bound of policy.h: no contender that needs b makes the run cost more than
 * (b + one slice of each, and what paths had alone) / f(b), whatever the others need and whatever
 * the estimates say. */
static void the_bound_holds_whatever_is_estimated(void) {
  random_source r = {.state = 3};
  for (unsigned round = 0; round < 3000; round++) {
    uint64_t needs[CONTENDERS];
    for (unsigned k = 0; k < CONTENDERS; k++) {
      needs[k] = (1 + random_below(&r, 100)) * COST_MS;
      for (uint64_t more = random_below(&r, 8); more; more--) needs[k] *= 2;
      if (k && random_below(&r, 4) == 0) needs[k] = NEVER;
    }
    needs[CONTENDER_PATHS] += ALONE;    /* else they ended alone */
    policy_history h = begin(needs);
    h.is_reliable = random_below(&r, 2);
    h.estimate = (double) (1 + random_below(&r, 1000)) * COST_MS;
    h.cores = 1 + (unsigned) random_below(&r, 4);
    h.has_unknown = random_below(&r, 2);
    h.is_chosen = random_below(&r, 2);
    h.build = random_below(&r, 500) * COST_MS;
    bool confirms = false;
    for (unsigned k = 0; k < CONTENDERS; k++) {
      struct policy_entry *e = h.of + k;
      e->is_promising = random_below(&r, 2);
      e->has_news = random_below(&r, 2);
      e->is_mostly_diagrams = random_below(&r, 2);
      e->confirms = random_below(&r, 16) == 0;
      confirms |= e->confirms && e->is_there;
      e->instructions = random_below(&r, 1000);
      e->states = random_below(&r, 1000);
      e->covered = random_below(&r, 1000);
      e->moved_cost = random_below(&r, 1000) * COST_MS;
      e->states_cost = random_below(&r, 1000) * COST_MS;
      e->covered_cost = random_below(&r, 1000) * COST_MS;
    }
    const double more = (h.cores > 1 ? 4.0 * h.cores : 1) * (confirms ? 2 : 1);
    unsigned percents = 0;
    for (unsigned k = 0; k < CONTENDERS; k++)
      percents += needs[k] == NEVER ? 0 : contender_rows[k].percent;
    if (percents < 100) percents = 100;
    contender who;
    const uint64_t all = run(&h, needs, &who);
    for (unsigned k = 0; k < CONTENDERS; k++) {
      if (needs[k] == NEVER) continue;
      uint64_t slices = ALONE + (needs[CONTENDER_HUNT] == NEVER ? 0 : h.build);
      for (unsigned j = 0; j < CONTENDERS; j++)
        slices += policy_slice(&h, j) + limits.explore_trial;
      CHECK((double) all <= more * percents / percent_of(&h, needs, k) *
                            (double) (needs[k] + slices));
    }
  }
}

static void floors_are_parts_of_one(void) {
  unsigned sum = 0;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (!(contender_rows[k].strategies & STRATEGY_BLOCK) && !contender_rows[k].hunts &&
        !contender_rows[k].resizes)
      sum += contender_rows[k].percent;
  CHECK(sum <= 100);            /* with those three they are parts of the sum */
  CHECK(contender_rows[CONTENDER_PATHS].percent * 5 >= 200);    /* 2.5 times */
}

/* Where braid chose the inputs, joins that cover nothing new have a quarter of their floor, and all
 * of it as soon as they do. */
static void joins_without_news_have_a_quarter(void) {
  for (unsigned has_news = 0; has_news < 2; has_news++) {
    policy_history h = {.estimate = INFINITY, .cores = 1, .is_chosen = true};
    uint64_t all = 0;
    h.of[CONTENDER_PATHS].is_there = h.of[CONTENDER_DIAGRAMS].is_there = true;
    h.of[CONTENDER_SIZES].is_there = h.of[CONTENDER_HUNT].is_there = true;
    h.of[CONTENDER_DIAGRAMS].has_news = has_news;
    for (unsigned k = 0; k < 400; k++) {
      const contender who = policy_next(&h);
      const uint64_t slice = policy_slice(&h, who);
      h.of[who].cost += slice;
      all += slice;
    }
    const uint64_t had = h.of[CONTENDER_DIAGRAMS].cost;
    CHECK(has_news ? 100 * had > 30 * all : 100 * had < 15 * all && 100 * had > 8 * all);
  }
}

static void paths_that_are_nearly_done_go_on(void) {
  policy_history h = {.estimate = 210 * COST_MS, .is_reliable = true};
  h.of[CONTENDER_PATHS] = (struct policy_entry) {.cost = 200 * COST_MS,
                                                 .is_there = true};
  h.of[CONTENDER_DIAGRAMS] = (struct policy_entry) {.cost = 180 * COST_MS,
                                                    .is_there = true};
  CHECK(policy_next(&h) == CONTENDER_PATHS);
  h.is_reliable = false;        /* nobody knows: what is left is for joins */
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
}

/* Nobody has more than its trial before each that joins or has templates has had
 * one. */
static void everybody_is_tried_first(void) {
  uint64_t needs[CONTENDERS];
  for (unsigned k = 0; k < CONTENDERS; k++) needs[k] = UINT64_C(1) << 40;
  policy_history h = begin(needs);
  for (;;) {
    bool all = true;
    for (unsigned k = 0; k < CONTENDERS; k++)
      all &= contender_rows[k].strategies & (STRATEGY_RETURN | STRATEGY_FOLD) ||
             h.of[k].cost >= limits.explore_trial;
    if (all) return;
    const contender k = policy_next(&h);
    CHECK(k != CONTENDER_PATHS && k != CONTENDER_ZEQ &&
          h.of[k].cost < limits.explore_trial);
    h.of[k].cost += policy_slice(&h, k);
  }
}

/* Not before ten trials, and as favourites for a tenth of a core's work; for a quarter
 * when the run has become long. */
static void invariants_have_a_bounded_part(void) {
  policy_history h = {.estimate = INFINITY, .cores = 2};
  for (unsigned k = 0; k < CONTENDERS; k++)
    h.of[k] = (struct policy_entry) {.cost = limits.explore_trial, .is_there = true};
  h.of[CONTENDER_INVARIANTS].cost = h.of[CONTENDER_HUNT].cost = 0;
  h.of[CONTENDER_INVARIANTS].is_promising = true;
  h.of[CONTENDER_HUNT].is_there = false;
  uint64_t all = (CONTENDERS - 2) * limits.explore_trial, most = 0;
  for (unsigned n = 0; n < 2000; n++) {
    const contender k = policy_next(&h);
    if (k == CONTENDER_INVARIANTS) CHECK(all >= 10 * limits.explore_trial);
    const uint64_t slice = policy_slice(&h, k);
    h.of[k].cost += slice;
    all += slice;
    if (k == CONTENDER_INVARIANTS) most = slice;
    const unsigned part = all > limits.explore_long ? 8 : 20;   /* of two cores */
    CHECK(h.of[CONTENDER_INVARIANTS].cost <= all / part + most);
  }
  CHECK(all > limits.explore_long && h.of[CONTENDER_INVARIANTS].cost > all / 16);
}

/* Native runs: not before others have spent what building the target costs; then, on two
 * cores, at most one while they cover something, and a quarter of one else. */
static void native_runs_have_a_bounded_part(void) {
  for (unsigned covers = 0; covers < 2; covers++) {
    policy_history h = {.estimate = INFINITY, .cores = 2, .build = 300 * COST_MS};
    const contender k = CONTENDER_HUNT;
    for (unsigned j = 0; j < CONTENDERS; j++)
      h.of[j] = (struct policy_entry) {.cost = limits.explore_trial, .is_there = true};
    h.of[k].cost = 0;
    h.of[k].is_promising = covers;
    uint64_t all = (CONTENDERS - 1) * limits.explore_trial;
    while (all < h.build) {
      const contender next = policy_next(&h);
      CHECK(next != k);
      all += policy_slice(&h, next);
      h.of[next].cost += policy_slice(&h, next);
    }
    CHECK(policy_next(&h) == k);        /* its trial is to build */
    h.of[k].cost += h.build;
    all += h.build;
    uint64_t first = 0;         /* after it was built */
    for (unsigned n = 0; n < 400; n++) {        /* costs grow by a sixteenth: no overflow */
      const contender next = policy_next(&h);
      const uint64_t slice = policy_slice(&h, next);
      CHECK(all + slice > all);
      if (next == k) CHECK(h.of[k].cost < h.build + all / (covers ? 2 : 8));
      if (next == k && !first) first = all;
      h.of[next].cost += slice;
      all += slice;
    }
    CHECK(first && first < 4 * h.build);
    /* The paths have a core, the favourites of the other share that by rule 5. */
    CHECK(h.of[k].cost > all / (covers ? 6 : 10));
  }
}

/* Who begins is who has had nothing, the highest floor first. */
static void others_begin_when_the_paths_have_had_their_part(void) {
  const uint64_t needs[CONTENDERS] = {1u << 30, 1u << 30,
                                      1u << 30};
  policy_history h = begin(needs);
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
  h.of[CONTENDER_DIAGRAMS].is_running = true;
  CHECK(policy_next(&h) == CONTENDER_TEMPLATES);
  h.of[CONTENDER_TEMPLATES].is_running = true;
  CHECK(policy_next(&h) == CONTENDER_PATHS);
  h.of[CONTENDER_PATHS].is_running = true;
  CHECK(policy_next(&h) == CONTENDERS);
}

/* Recorded on two cores when nobody was behind its floor; the paths are running, and
 * who has the other core is to be decided.  In milliseconds. */
static policy_history recorded(uint64_t diagrams, uint64_t ite, uint64_t templates,
                               uint64_t both) {
  policy_history h = {.estimate = INFINITY, .cores = 2};
  const uint64_t costs[CONTENDERS] = {60, diagrams, templates, ite, both, 10};
  for (unsigned k = 0; k < CONTENDER_ANNOTATED; k++) {
    struct policy_entry *e = h.of + k;
    e->is_there = true;
    e->cost = e->moved_cost = costs[k] * COST_MS;
  }
  h.of[CONTENDER_PATHS].is_running = true;
  return h;
}

/* bench/multise/stack.c: the diagrams have come further for as much. */
static void diagrams_that_are_ahead_lead(void) {
  policy_history h = recorded(22, 21, 14, 14);
  h.of[CONTENDER_DIAGRAMS].instructions = 910;
  h.of[CONTENDER_DIAGRAMS].is_mostly_diagrams = true;
  h.of[CONTENDER_ITE].instructions = 745;
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
  h.of[CONTENDER_DIAGRAMS].moved_cost = 10 * COST_MS;   /* they are stuck */
  CHECK(policy_next(&h) == CONTENDER_ITE);
}

/* bench/zeq/ioctl.c: nobody knows at first; then if-then-else is ahead. */
static void plain_joins_that_are_ahead_lead(void) {
  policy_history h = recorded(14, 13, 13, 13);
  h.of[CONTENDER_DIAGRAMS].instructions = 1387;
  h.of[CONTENDER_DIAGRAMS].is_mostly_diagrams = true;
  h.of[CONTENDER_ITE].instructions = 1337;
  CHECK(policy_next(&h) == CONTENDER_ITE);
  h.of[CONTENDER_ITE].cost = h.of[CONTENDER_ITE].moved_cost = 15 * COST_MS;
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
  h = recorded(21, 25, 13, 13);
  h.of[CONTENDER_DIAGRAMS].instructions = 1690;
  h.of[CONTENDER_DIAGRAMS].is_mostly_diagrams = true;
  h.of[CONTENDER_ITE].instructions = 2050;
  CHECK(policy_next(&h) == CONTENDER_ITE);
}

/* Where functions are unknown, on one core: both have as much until one is ahead, which then
 * has all but the smaller floor; and both together no more than their floors. */
static void forms_of_joins_share_a_floor(void) {
  static const contender forms[] = {CONTENDER_DIAGRAMS, CONTENDER_ITE};
  for (unsigned lead = 0; lead < 3; lead++) {
    policy_history h = {.estimate = INFINITY, .cores = 1, .has_unknown = true};
    uint64_t all = 0, both = 0;
    for (unsigned k = 0; k < CONTENDER_ZEQ; k++)
      h.of[k] = (struct policy_entry) {.is_there = true, .instructions = 1000};
    if (lead < 2) h.of[forms[lead]].instructions = 1200;
    for (unsigned n = 0; n < 400; n++) {
      const contender k = policy_next(&h);
      const uint64_t slice = policy_slice(&h, k);
      all += slice;
      h.of[k].moved_cost = h.of[k].cost += slice;
      both = h.of[CONTENDER_DIAGRAMS].cost + h.of[CONTENDER_ITE].cost;
    }
    const unsigned least = contender_rows[CONTENDER_ITE].percent,
                   sum = least + contender_rows[CONTENDER_DIAGRAMS].percent;
    CHECK(100 * both > (sum - 4) * all && 100 * both < (sum + 8) * all);
    for (unsigned k = 0; k < 2; k++) {
      const uint64_t part = 100 * h.of[forms[k]].cost / both;
      if (lead == 2) CHECK(part >= 40 && part <= 60);
      else if (lead == k) CHECK(part >= 85);
      else CHECK(100 * h.of[forms[k]].cost >= least * (all - all / 8));
    }
  }
}

/* bench/lattice/mergeat.c: without diagrams to speak of both are the same. */
static void plain_joins_need_a_reason(void) {
  policy_history h = recorded(24, 21, 23, 23);
  h.of[CONTENDER_DIAGRAMS].instructions = h.of[CONTENDER_ITE].instructions = 56;
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
}

/* bench/compact/hello.c: 46 states that templates make one of. */
static void templates_that_contain_lead(void) {
  policy_history h = recorded(17, 12, 23, 22);
  struct policy_entry *d = h.of + CONTENDER_DIAGRAMS, *b = h.of + CONTENDER_BOTH;
  d->states = 46;
  d->states_cost = 16 * COST_MS;
  b->is_promising = h.of[CONTENDER_TEMPLATES].is_promising = true;
  b->states = 2;
  d->covered = 4;
  b->covered = 5;
  CHECK(policy_next(&h) == CONTENDER_BOTH);
  b->cost = 24 * COST_MS;
  CHECK(policy_next(&h) == CONTENDER_TEMPLATES);
  d->states = 12;               /* fewer, and no more since */
  d->states_cost = 5 * COST_MS;
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
  d->states_cost = 16 * COST_MS;
  CHECK(policy_next(&h) == CONTENDER_TEMPLATES);
}

/* bench/multise/heapsort.c: they contain little, and come no further. */
static void templates_that_fall_behind_do_not(void) {
  policy_history h = recorded(23, 22, 22, 21);
  struct policy_entry *d = h.of + CONTENDER_DIAGRAMS, *b = h.of + CONTENDER_BOTH;
  d->states = 18;
  d->states_cost = 7 * COST_MS;
  b->is_promising = true;
  b->states = 2;
  d->covered = 18;
  d->covered_cost = 7 * COST_MS;
  b->covered = 17;
  CHECK(policy_next(&h) == CONTENDER_BOTH);     /* in its head start */
  b->cost = d->cost = 210 * COST_MS;
  d->moved_cost = d->covered_cost = 100 * COST_MS;
  b->states_cost = 7 * COST_MS;
  h.of[CONTENDER_ITE].cost = 100 * COST_MS;
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
  b->covered = 18;
  CHECK(policy_next(&h) == CONTENDER_TEMPLATES);
}

/* bench/joined/tokenizer.c at 96 bytes: templates on the paths, of which joins have none
 * and need none: 15 states, as many as after the first bytes. */
static void templates_of_paths_do_not_outdo_joins(void) {
  policy_history h = recorded(22, 30, 24, 40);
  struct policy_entry *d = h.of + CONTENDER_DIAGRAMS;
  h.of[CONTENDER_BOTH].is_there = false;
  h.of[CONTENDER_TEMPLATES].is_promising = true;
  d->states = 15;
  d->states_cost = 2 * COST_MS;
  d->instructions = 2000;
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
  d->cost = 30 * COST_MS;               /* at first they have as much */
  CHECK(policy_next(&h) == CONTENDER_TEMPLATES);
  d->cost = d->moved_cost = 600 * COST_MS;
  h.of[CONTENDER_ITE].cost = 80 * COST_MS;
  h.of[CONTENDER_TEMPLATES].cost = 210 * COST_MS;
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
}

/* bench/multise/quicksort.c: who is best is not known, so the paths lose nothing by
 * the others as long as there are cores enough. */
static void paths_have_a_core(void) {
  policy_history h = recorded(40, 30, 10, 10);
  h.of[CONTENDER_PATHS].is_running = false;
  CHECK(policy_next(&h) == CONTENDER_PATHS);
  h.of[CONTENDER_PATHS].cost = 120 * COST_MS;
  CHECK(policy_next(&h) != CONTENDER_PATHS);
}

/* bench/compact/EQCNTex.c: both cores are for templates, for a while. */
static void paths_leave_a_core_to_templates(void) {
  policy_history h = recorded(17, 12, 23, 22);
  struct policy_entry *d = h.of + CONTENDER_DIAGRAMS, *b = h.of + CONTENDER_BOTH;
  h.of[CONTENDER_PATHS].is_running = false;
  h.of[CONTENDER_PATHS].cost = 21 * COST_MS;
  d->states = 46;
  d->states_cost = 16 * COST_MS;
  b->is_promising = h.of[CONTENDER_TEMPLATES].is_promising = true;
  b->states = 2;
  b->covered = 1;
  b->is_running = true;
  CHECK(policy_next(&h) == CONTENDER_TEMPLATES);
  b->cost = 210 * COST_MS;
  CHECK(policy_next(&h) == CONTENDER_PATHS);
}

static void comparing_leads_where_it_drops(void) {
  policy_history h = recorded(20, 20, 20, 20);
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
  h.of[CONTENDER_ZEQ].is_promising = true;
  CHECK(policy_next(&h) == CONTENDER_ZEQ);
}

/* Joins where annotated lead if they forget; else others join there as well. */
static void annotations_lead_where_they_forget(void) {
  policy_history h = recorded(20, 20, 20, 20);
  h.of[CONTENDER_ANNOTATED] = (struct policy_entry) {.cost = 19 * COST_MS,
                                                     .is_there = true};
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
  h.of[CONTENDER_ANNOTATED].is_promising = true;
  CHECK(policy_next(&h) == CONTENDER_ANNOTATED);
}

static void one_alone_always_runs(void) {
  for (unsigned k = 0; k < CONTENDERS; k++) {
    policy_history h = {.estimate = INFINITY};
    h.of[k].is_there = true;
    for (unsigned slice = 0; slice < 50; slice++) {
      CHECK(policy_next(&h) == k);
      h.of[k].cost += policy_slice(&h, k);
    }
  }
  policy_history h = begin(none);
  CHECK(policy_next(&h) == CONTENDERS);
}

int main(void) {
  everybody_is_tried_first();
  floors_are_parts_of_one();
  joins_without_news_have_a_quarter();
  the_bound_holds_whatever_is_estimated();
  paths_that_are_nearly_done_go_on();
  invariants_have_a_bounded_part();
  native_runs_have_a_bounded_part();
  others_begin_when_the_paths_have_had_their_part();
  diagrams_that_are_ahead_lead();
  plain_joins_that_are_ahead_lead();
  plain_joins_need_a_reason();
  forms_of_joins_share_a_floor();
  templates_that_contain_lead();
  templates_that_fall_behind_do_not();
  paths_have_a_core();
  paths_leave_a_core_to_templates();
  templates_of_paths_do_not_outdo_joins();
  comparing_leads_where_it_drops();
  annotations_lead_where_they_forget();
  one_alone_always_runs();
  return 0;
}
