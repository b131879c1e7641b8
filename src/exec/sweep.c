#include "exec/event.h"
#include "exec/fan.h"

#include "base/vec.h"
#include "expr/sweep.h"

/*
 * The terms of states.  Frames, objects and logs are shared by many states: each has the
 * number of the last sweep that marked it, and older elements of a list are marked with it.
 * Maps are compared with the previous state's: recently split states share most parts.
 */
typedef struct marking {
  expr_table *t;
  uint32_t now;                 /* the number of this sweep */
  VEC(const state *) todo;      /* those before calls */
  memory memory;                /* of the state before */
  pmap terms;
} marking;

static bool mark_object(void *context, uint32_t key, void *before, void *found) {
  const marking *m = context;
  object *o = found;
  (void) key;
  (void) before;
  if (!o || o->swept == m->now) return true;
  o->swept = m->now;
  sweep_mark(m->t, o->actual_size);
  sweep_mark(m->t, o->exists);
  sweep_mark(m->t, o->place);
  expr last = {0};
  for (uint64_t i = 0; o->symbolic && i < o->shadow_count; i++) {
    const expr term = o->shadows[i].term;
    if (!expr_same(term, last)) sweep_mark(m->t, term);
    last = term;
  }
  for (update *u = o->updates; u && u->swept != m->now; u = u->before) {
    u->swept = m->now;
    sweep_mark(m->t, u->guard);
    sweep_mark(m->t, u->at);
    sweep_mark(m->t, u->value);
    sweep_mark(m->t, u->length);
  }
  return true;
}

static bool mark_number(void *context, uint32_t key, void *before,
                        void *found) {
  const marking *m = context;
  (void) key;
  (void) before;
  sweep_mark(m->t, (expr) {(uint32_t) (uintptr_t) found});
  return true;
}

static void mark_event(marking *m, call_event *e) {
  if (!e || e->swept == m->now) return;
  e->swept = m->now;
  vec_push(&m->todo, e->before);
}

static void mark_frames(marking *m, frame *f) {
  VEC(frame *) todo = {0};
  vec_push(&todo, f);
  while (todo.count)
    for (f = vec_pop(&todo); f && f->swept != m->now; f = f->caller) {
      f->swept = m->now;
      for (uint32_t r = 0; r < f->function->reg_count; r++)
        sweep_mark(m->t, f->regs[r].sym);
      mark_event(m, f->event);
      for (uint32_t k = 0; f->fan && k < f->fan->count; k++) {
        sweep_mark(m->t, f->fan->ways[k].guard);
        vec_push(&todo, f->fan->ways[k].caller);
      }
    }
  vec_release(&todo);
}

static void mark_inputs(const marking *m, input *i) {
  for (; i && i->swept != m->now; i = i->before) {
    i->swept = m->now;
    sweep_mark(m->t, i->guard);
    sweep_mark(m->t, i->iterations);
  }
}

static void mark_outputs(const marking *m, output *o) {
  for (; o && o->swept != m->now; o = o->before) {
    o->swept = m->now;
    for (uint32_t k = 0; o->has_terms && k < o->size; k++)
      sweep_mark(m->t, output_term(o, k));
  }
}

/* Lists without terms. */
#define mark_made(M, LIST) ((void) 0)
#define mark_dynamics(M, LIST) ((void) 0)
#define mark_picks(M, LIST) ((void) 0)

static void mark_path(const marking *m, path p) { path_mark(&p, m->t); }

static void mark_memory(marking *m, memory now) {
  pmap_diff(&m->memory.objects, &now.objects, mark_object, m);
  m->memory = now;
}

static void mark_terms(marking *m, pmap now) {
  pmap_diff(&m->terms, &now, mark_number, m);
  m->terms = now;
}

/* By the kinds of state.def.  Fields of strategies hold no terms but the path's. */
#define MARK_NUMBER(NAME)
#define MARK_NUMBERS(NAME)
#define MARK_TERM(NAME) sweep_mark(m->t, s->NAME);
#define MARK_TERMS(NAME) mark_terms(m, s->NAME);
#define MARK_LIST(NAME) mark_##NAME(m, s->NAME);
#define MARK_FRAMES(NAME) mark_frames(m, s->NAME);
#define MARK_MEMORY(NAME) mark_memory(m, s->NAME);
#define MARK_PATH(NAME) mark_path(m, s->NAME);
#define MARK_EVENT(NAME) mark_event(m, s->NAME);

static void mark_state(marking *m, const state *s) {
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  MARK_##KIND(NAME)
#include "exec/state.def"
}

void states_mark(expr_table *t, state *const *states, uint32_t count) {
  marking m = {.t = t, .now = sweep_number(t)};
  for (uint32_t k = 0; k < count; k++) {
    vec_push(&m.todo, states[k]);
    while (m.todo.count) mark_state(&m, vec_pop(&m.todo));
  }
  vec_release(&m.todo);
}
