#include "cli/hunting.h"

#include "base/limits.h"
#include "cli/seeds.h"
#include "explore/cost.h"
#include "report/hunt.h"

#include <assert.h>

/* There is one a process. */
static struct {
  session *s;
  const replay_program *program;
  hunt *target;                 /* NULL: not built yet */
  seed_files found;             /* the exploration's seeds */
  uint64_t base;                /* what the exploration had cost when this one began */
  uint64_t build, ran;          /* what both have cost */
} me;

uint64_t hunting_build_cost(const ir_program *p) {
  uint64_t instructions = 0;
  for (uint32_t k = 0; k < p->functions.count; k++) {
    const ir_function *f = p->functions.items[k];
    for (uint32_t b = 0; b < f->block_count && !f->is_library; b++)
      instructions += f->blocks[b].count;
  }
  return limits.cli_hunt_build + limits.cli_hunt_compile * instructions;
}

const seed_source *hunting_seeds(void) {
  if (!me.found.source.context) seed_files_init_own(&me.found);
  return &me.found.source;
}

uint64_t hunting_spent(void) { return me.build + me.ran; }

void hunting_begin(session *s, const replay_program *program) {
  assert(s->is_fuzz && program && !me.s);
  me.s = s;
  me.program = program;
  me.base = explore_get_progress(s->explore).cost;
}

void hunting_end(void) {
  hunt_free(me.target);
  me.target = NULL;
}

void hunting_take_test(const testcase *t) {
  size_t size;
  const uint8_t *bytes = testcase_fuzz_data(t, &size);
  if (me.target && bytes) hunt_give(me.target, bytes, size);
}

/* What UBSan sees natively is looked for here as well. */
static bool looks_for_all(const options *o) {
  for (unsigned k = 0; k < OUTCOME_COUNT; k++)
    if (outcome_native_of((outcome) k) == OUTCOME_BY_UBSAN &&
        !options_has_check(o, (outcome) k))
      return false;
  return true;
}

/* The user's seeds, an input of no bytes, and one of zeros. */
static void give_first(void) {
  static const uint8_t zeros[64];
  const options *o = me.s->o;
  const seed_files *given = o->seed_files;
  hunt_give(me.target, "", 0);
  hunt_give(me.target, zeros, o->max_len < sizeof zeros ? o->max_len : sizeof zeros);
  for (uint32_t k = 0; given && k < given->all.count; k++)
    if (given->all.items[k].is_test) hunting_take_test(&given->all.items[k].test);
    else hunt_give(me.target, given->all.items[k].bytes, given->all.items[k].size);
}

static bool build(void) {
  const options *o = me.s->o;
  const hunt_options how = {.seed = o->seed, .longest = o->max_len,
                            .has_undefined = looks_for_all(o),
                            .unconfined = o->replay == REPLAY_UNCONFINED};
  char *message = NULL;
  me.target = hunt_new(me.program, &how, &message);
  me.build = hunting_build_cost(me.s->program);
  free(message);
  if (me.target) give_first();
  return me.target != NULL;
}

/* Native runs, and what they found as seeds.  At first as much as their start costs, at last
 * so much that a start hardly counts. */
static bool run(void) {
  enum { MOST_STARTS = 32 };
  const uint8_t *bytes;
  size_t size;
  const uint64_t start = limits.report_hunt_start;
  uint64_t units = me.ran / 8;
  if (units < start) units = start;
  if (units > MOST_STARTS * start) units = MOST_STARTS * start;
  const bool is_good = hunt_run(me.target, units, &me.ran);
  while (hunt_take(me.target, &bytes, &size)) {
    const uint32_t length = (uint32_t) size;
    testcase t = {0};
    testcase_add_input(&t, TESTCASE_OBJECT, TESTCASE_FUZZ_SIZE, &length, sizeof length);
    testcase_add_input(&t, TESTCASE_OBJECT, TESTCASE_FUZZ_DATA, bytes, length);
    seed_files_add(&me.found, &t);
    testcase_release(&t);
  }
  return is_good;
}

explore_pause hunting_go(uint64_t until) {
  explore *e = me.s->explore;
  assert(me.s);
  for (;;) {
    const uint64_t cost = explore_get_progress(e).cost;
    if (*me.s->stop) return EXPLORE_STOPPED;
    if (cost + hunting_spent() >= until) return EXPLORE_PAUSED;
    if (!me.target) {
      if (!build()) return EXPLORE_STOPPED;
    } else if (me.ran <= cost - me.base) {
      if (!run()) return EXPLORE_STOPPED;
    } else {
      const uint64_t most = until - hunting_spent(), part = me.base + me.ran + 1;
      const explore_pause pause = explore_go(e, part < most ? part : most);
      if (pause != EXPLORE_PAUSED) return pause;
    }
  }
}
