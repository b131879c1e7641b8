#include "finding/hunting.h"

#include "base/limits.h"
#include "base/prices.h"
#include "finding/inputs.h"
#include "finding/load.h"
#include "finding/seeds.h"
#include "finding/sizes.h"
#include "finding/texts.h"
#include "finding/world.h"
#include "replay/hunt_world.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* There is one a process. */
static struct {
  session *s;
  const replay_program *program;
  testcase world;               /* arguments that say what is symbolic */
  hunt *target;                 /* NULL: not built yet */
  seed_files found;             /* the exploration's seeds */
  uint64_t base;                /* what the exploration had cost when this one began */
  uint64_t build, ran;          /* what both have cost */
  uint64_t ran_at_news;         /* what native runs had cost when they last found an input */
  uint64_t begun, news;         /* what all had cost when these sizes began, and at the last news */
} me;

uint64_t hunting_build_cost(const ir_program *p) {
  uint64_t instructions = 0;
  for (uint32_t k = 0; k < p->functions.count; k++) {
    const ir_function *f = p->functions.items[k];
    for (uint32_t b = 0; b < f->block_count && !f->is_library; b++)
      instructions += f->blocks[b].count;
  }
  return limits.finding_hunt_build + limits.finding_hunt_compile * instructions;
}

/* A part of the world is symbolic, and natively it can be what a test says. */
static bool has_inputs(const options *o) {
  hunt_world w;
  testcase words = {0};
  world_add_arguments(o, &words);
  const bool has = hunt_world_init(&w, &words);
  testcase_release(&words);
  return has && !o->sym_host;
}

/* The program asks for inputs by functions that are not there natively. */
static bool makes_inputs(const ir_program *p) {
  static const char *const makers[] = {"braid_", "klee_", "__VERIFIER_", "nondet_"};
  for (uint32_t k = 0; k < p->symbols.count; k++)
    for (size_t n = 0; n < sizeof makers / sizeof *makers; n++)
      if (p->symbols.items[k].is_library && p->symbols.items[k].kind == IR_FUNCTION &&
          !strncmp(p->symbols.items[k].name, makers[n], strlen(makers[n])))
        return true;
  return false;
}

bool hunting_may(const session *s) {
  return s->is_fuzz || (load_defines(s->program, "main") && has_inputs(s->o) &&
                        !makes_inputs(s->program));
}

/* Found inputs wait in the target's file until the exploration is done with those before: a crash
 * passes all that wait. */
static bool has_found(void *context, uint32_t seed) {
  seed_files *f = context;
  testcase t = {0};
  if (seed < f->all.count) return true;
  if (!me.target || !hunt_take(me.target, &t)) return false;
  seed_files_add(f, &t);
  testcase_release(&t);
  return true;
}

const seed_source *hunting_seeds(void) {
  if (!me.found.source.context) {
    seed_files_init_own(&me.found);
    me.found.source.has = has_found;
  }
  return &me.found.source;
}

uint64_t hunting_spent(void) { return me.build + me.ran; }

hunt_counts hunting_get_counts(void) {
  if (!me.target) return (hunt_counts) {.executions = 0};
  hunt_counts counts = hunt_get_counts(me.target);
  counts.grown = me.s->o->chosen ? me.s->o->chosen_size - INPUTS_CHOSEN : 0;
  return counts;
}

static uint64_t spent_by_all(void) {
  return explore_get_progress(me.s->explore).cost - me.base + hunting_spent();
}

static void note_news(void) { me.news = spent_by_all(); }

void hunting_begin(session *s, const replay_program *program) {
  assert(hunting_may(s) && program && !me.s);
  me.s = s;
  me.program = program;
  if (!s->is_fuzz) world_add_arguments(s->o, &me.world);
  me.base = explore_get_progress(s->explore).cost;
}

void hunting_end(void) {
  hunt_free(me.target);
  testcase_release(&me.world);
  me.target = NULL;
}

void hunting_take_test(const testcase *t) {
  if (!me.target) return;
  hunt_give(me.target, t);
  note_news();
}

/* What UBSan sees natively is looked for here as well. */
static bool looks_for_all(const options *o) {
  for (unsigned k = 0; k < OUTCOME_COUNT; k++)
    if (outcome_native_of((outcome) k) == OUTCOME_BY_UBSAN &&
        !options_has_check(o, (outcome) k))
      return false;
  return true;
}

/* Plain bytes are all of a fuzz target's input, or standard input. */
static void give_bytes(const seed_file *f) {
  const uint32_t size = (uint32_t) f->size;
  testcase t = {0};
  testcase_add_input(&t, TESTCASE_OBJECT, me.s->is_fuzz ? TESTCASE_FUZZ_DATA : "stdin",
                     f->bytes, size);
  hunt_give(me.target, &t);
  testcase_release(&t);
}

/* ... and the user's seeds. */
static void give_first(void) {
  const seed_files *given = me.s->o->seed_files;
  hunt_give_first(me.target);
  for (uint32_t k = 0; given && k < given->all.count; k++)
    if (given->all.items[k].is_test) hunt_give(me.target, &given->all.items[k].test);
    else if (me.s->is_fuzz || given->form == SEED_STDIN) give_bytes(given->all.items + k);
}

static bool build(void) {
  const options *o = me.s->o;
  texts words = texts_of_tables(me.s->program);
  const hunt_options how = {.seed = o->seed, .longest = o->max_len,
                            .texts = words.items, .texts_count = words.count,
                            .world = me.s->is_fuzz ? NULL : &me.world,
                            .has_undefined = looks_for_all(o),
                            .unconfined = o->replay == REPLAY_UNCONFINED};
  char *message = NULL;
  me.target = hunt_new(me.program, &how, &message);
  me.build = hunting_build_cost(me.s->program);
  vec_release(&words);
  free(message);
  if (me.target) give_first();
  me.begun = me.news = spent_by_all();
  return me.target != NULL;
}

/* Native runs: at first as many as cost what their start costs, at last so many that a start hardly
 * counts. */
static bool run(void) {
  enum { MOST_STARTS = 32 };
  const uint64_t start = PRICE_HUNT_START;
  uint64_t units = me.ran / 8;
  if (units < start) units = start;
  if (units > MOST_STARTS * start) units = MOST_STARTS * start;
  const uint32_t found = hunt_found(me.target);
  const bool is_good = hunt_run(me.target, units, &me.ran);
  if (hunt_found(me.target) > found) {
    me.ran_at_news = me.ran;
    note_news();
  }
  return is_good;
}

/* Larger sizes ------------------------------------------------------------------ */

/* Nothing new in the latter half, which is worth no less than building the target. */
static bool is_stale(void) {
  const uint64_t now = spent_by_all();
  return me.begun < now && now - me.begun > me.build && now - me.news > (now - me.begun) / 2;
}

/* The next larger sizes from now on, if there are any. */
static void grow(void) {
  session *s = me.s;
  const state *start = sizes_grow(s);
  if (!start) {
    me.begun = UINT64_MAX;      /* these are the last */
    return;
  }
  explore_start_from(s->explore, start);
  if (s->looks_back) session_look_back(s);
  testcase old = me.world;
  me.world = (testcase) {0};
  world_add_arguments(s->o, &me.world);
  hunt_enlarge(me.target, &me.world);
  testcase_release(&old);
  me.begun = me.news = spent_by_all();
}

/* As much as the exploration; while they find inputs, three times as much. */
static bool runs_are_due(uint64_t explored) {
  const bool has_news = 2 * me.ran_at_news >= me.ran;
  return me.ran <= (has_news ? 3 : 1) * explored;
}

void hunting_yield(uint64_t cost, uint64_t until) {
  while (me.target && runs_are_due(cost - me.base) && cost + hunting_spent() < until &&
         !*me.s->stop && run())
    continue;
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
    } else if (runs_are_due(cost - me.base)) {
      if (!run()) return EXPLORE_STOPPED;
    } else {
      if (is_stale()) grow();
      const uint64_t most = until - hunting_spent(), part = cost + me.ran / 8 + 1;
      const explore_pause pause = explore_go(e, part < most ? part : most);
      if (pause != EXPLORE_PAUSED) return pause;
    }
  }
}
