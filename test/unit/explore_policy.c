#include "base/limits.h"
#include "explore/cost.h"
#include "explore/policy.h"
#include "base/random.h"
#include "test/check.h"

#include <math.h>

/* Contenders that need so much each; runs them as the policy says until one has
 * ended, and gives what all have cost by then. */

enum { NEVER = 0 };
static const uint64_t none[CONTENDERS];

static policy_history begin(const uint64_t *needs) {
  policy_history h = {.estimate = INFINITY};
  for (unsigned k = 0; k < CONTENDERS; k++) h.of[k].is_there = needs[k] != NEVER;
  h.of[CONTENDER_PATHS].cost = 25 * COST_MS;
  return h;
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
 * (b + one slice of each) / f(b), whatever the others need and whatever the
 * estimates say. */
static void the_bound_holds_whatever_is_estimated(void) {
  random_source r = {.state = 3};
  for (unsigned round = 0; round < 3000; round++) {
    uint64_t needs[CONTENDERS];
    for (unsigned k = 0; k < CONTENDERS; k++) {
      needs[k] = (1 + random_below(&r, 100)) * COST_MS;
      for (uint64_t more = random_below(&r, 8); more; more--) needs[k] *= 2;
      if (k && random_below(&r, 4) == 0) needs[k] = NEVER;
    }
    needs[CONTENDER_PATHS] += 25 * COST_MS;     /* else they ended alone */
    policy_history h = begin(needs);
    h.is_reliable = random_below(&r, 2);
    h.estimate = (double) (1 + random_below(&r, 1000)) * COST_MS;
    for (unsigned k = 0; k < CONTENDERS; k++)
      h.of[k].is_promising = random_below(&r, 2);
    contender who;
    const uint64_t all = run(&h, needs, &who);
    for (unsigned k = 0; k < CONTENDERS; k++) {
      if (needs[k] == NEVER) continue;
      uint64_t slices = 0;
      for (unsigned j = 0; j < CONTENDERS; j++)
        slices += policy_slice(&h, j) + limits.explore_trial;
      CHECK((double) all <= 100.0 / contender_rows[k].percent *
                            (double) (needs[k] + slices));
    }
  }
}

static void floors_are_parts_of_one(void) {
  unsigned sum = 0;
  for (unsigned k = 0; k < CONTENDERS; k++) sum += contender_rows[k].percent;
  CHECK(sum <= 100);
  CHECK(contender_rows[CONTENDER_PATHS].percent * 5 >= 200);    /* 2.5 times */
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

/* Nobody has more than its trial before each has had one. */
static void everybody_is_tried_first(void) {
  uint64_t needs[CONTENDERS];
  for (unsigned k = 0; k < CONTENDERS; k++) needs[k] = UINT64_C(1) << 40;
  policy_history h = begin(needs);
  for (;;) {
    bool all = true;
    for (unsigned k = 0; k < CONTENDERS; k++)
      all &= h.of[k].cost >= limits.explore_trial;
    if (all) return;
    const contender k = policy_next(&h);
    CHECK(k != CONTENDER_PATHS && h.of[k].cost < limits.explore_trial);
    h.of[k].cost += policy_slice(&h, k);
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

/* What has been of use is a favourite as the joins are, whoever has had less. */
static void what_promises_is_tried(void) {
  policy_history h = {.estimate = INFINITY};
  h.of[CONTENDER_PATHS] = (struct policy_entry) {100 * COST_MS, true, false, false};
  h.of[CONTENDER_DIAGRAMS] = (struct policy_entry) {98 * COST_MS, true, false, false};
  h.of[CONTENDER_TEMPLATES] = (struct policy_entry) {20 * COST_MS, true, false, true};
  CHECK(policy_next(&h) == CONTENDER_TEMPLATES);
  h.of[CONTENDER_TEMPLATES].is_promising = false;
  CHECK(policy_next(&h) == CONTENDER_DIAGRAMS);
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
  the_bound_holds_whatever_is_estimated();
  paths_that_are_nearly_done_go_on();
  others_begin_when_the_paths_have_had_their_part();
  what_promises_is_tried();
  one_alone_always_runs();
  return 0;
}
