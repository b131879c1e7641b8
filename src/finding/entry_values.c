#include "finding/entry_values.h"

#include "lazy/lazy.h"

#include <stdlib.h>

/*
 * The path is run once more with its inputs.  Variables that callers write hold anything
 * there, so that the first one that the path looks at is made up; until then the run is
 * the same.
 */
typedef struct look {
  const ir_program *program;
  const char *found;
} look;

static void born(void *context, state *child, const state *parent) {
  (void) context;
  (void) parent;
  state_free(child);
}

/* The oldest of them: what is made up later may be on another path. */
static void ended(void *context, const state *s, const ending *end) {
  look *l = context;
  (void) end;
  for (const made *m = s->made; m; m = m->before)
    if (m->kind == MADE_GLOBAL && l->program->symbols.items[m->number].is_defined)
      l->found = l->program->symbols.items[m->number].name;
}

static void say(void *context, const char *text) {
  (void) context;
  (void) text;
}

const char *entry_find_value(session *s, const state *end, const fixed_inputs *inputs) {
  look l = {.program = s->program};
  exec_options o = *exec_get_options(s->twin);
  if (o.havoc_globals || !s->program->callers.written.count) return NULL;
  o.havoc_written = true;
  const exec_hooks hooks = {.context = &l, .born = born, .ended = ended, .message = say};
  exec *again = exec_twin(s->exec, &o, &hooks);
  char *message = NULL;
  exec_fix_inputs(again, inputs);
  state *run = lazy_enter(again, s->o->entry, &message);
  free(message);
  if (run) {
    const uint64_t length = exec_model_length(s->exec, end);
    if (exec_run(again, run, length < UINT64_MAX / 2 ? length + 1 : length) == EXEC_RUNS) {
      ended(&l, run, NULL);
      state_free(run);
    }
  }
  exec_fix_inputs(again, NULL);
  exec_free(again);
  return l.found;
}
