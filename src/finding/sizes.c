#include "finding/sizes.h"

#include "expr/sweep.h"
#include "finding/inputs.h"
#include "finding/world.h"

#include <assert.h>
#include <stdlib.h>

/* There is one a process. */
static struct {
  options o;                    /* the session's, with other sizes */
  state *start;                 /* the program's; NULL: the sizes are those that were chosen */
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
