#include "finding/sizes.h"

#include "base/limits.h"
#include "expr/sweep.h"
#include "finding/inputs.h"
#include "finding/world.h"

#include <assert.h>
#include <stdlib.h>

/* There is one a process. */
static struct {
  options o;                    /* the session's, with other sizes */
  state *start;                 /* the program's; NULL: the sizes are those that were chosen */
  uint64_t begun, news;         /* what had been spent when they began, and at the last news */
} now;

static void mark_start(void *start, expr_table *t) {
  state *s = start;
  states_mark(t, &s, 1);
}

/* Where the program starts with these options; NULL: it does not. */
static state *start_of(session *s, const options *o) {
  world w;
  char *message = NULL;
  if (!world_init(&w, o, &message)) {
    free(message);
    return NULL;
  }
  state *start = exec_start(s->exec, "__braid_start", (int) w.arguments.count,
                            w.arguments.items, &message);
  world_release(&w);
  free(message);
  if (start) world_set(o, s->property->must_end, s->exec, start);
  return start;
}

static const state *enter(session *s, options *other) {
  state *start = start_of(s, other);
  if (!start) {
    vec_release(&other->world);
    return NULL;
  }
  if (now.start) {
    vec_release(&now.o.world);
    sweep_remove_root(exec_table(s->exec), now.start);
    state_free(now.start);
  }
  now.o = *other;
  now.start = start;
  s->o = &now.o;
  s->start = start;
  sweep_add_root(exec_table(s->exec), (sweep_root) {"other start", start, mark_start, NULL});
  return start;
}

const state *sizes_grow(session *s) {
  options larger;
  return inputs_grow(s->o, &larger) ? enter(s, &larger) : NULL;
}

const state *sizes_shrink(session *s) {
  options smaller;
  assert(!now.start);
  return inputs_shrink(s->o, &smaller) ? enter(s, &smaller) : NULL;
}

/* The next larger sizes that nobody else has. */
static const state *skip_chosen(session *s) {
  const state *start = sizes_grow(s);
  return start && s->o->chosen_size == INPUTS_CHOSEN ? sizes_grow(s) : start;
}

void sizes_note_news(const session *s) { now.news = explore_cost(s->explore); }

/* Nothing new in the latter half, and these sizes had as much as those before. */
static bool is_stale(uint64_t cost) {
  const uint64_t first = limits.contest_first;
  return cost - now.begun > first + now.begun && cost - now.begun > 2 * (now.news - now.begun);
}

explore_pause sizes_go(session *s, uint64_t until, bool is_alone) {
  for (;;) {
    const explore_pause pause = explore_go(s->explore, until);
    const uint64_t cost = explore_get_progress(s->explore).cost;
    const bool is_done = pause == EXPLORE_ENDED ||
                         (pause == EXPLORE_PAUSED && is_alone && is_stale(cost));
    const state *start = is_done && !*s->stop ? skip_chosen(s) : NULL;
    if (!start) return pause;
    explore_start_from(s->explore, start);
    if (s->looks_back) session_look_back(s);
    now.begun = now.news = cost;
  }
}
