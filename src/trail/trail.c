#include "trail/trail.h"

#include "base/mem.h"
#include "exec/strategy.h"

#include <string.h>

/* Instructions between two looks at the clock. */
enum { SLICE = 1 << 16, MOST_PASSED = 16 };

static void born(void *context, state *child, const state *parent) {
  (void) context;
  (void) parent;
  state_free(child);            /* only what no input decides forks */
}

static void ended(void *context, const state *s, const ending *end) {
  trail *t = context;
  if (t->has_ended) return;     /* the first one counts */
  const ir_program *p = exec_program(t->exec);
  const ir_place *at = p->places.items + end->place;
  t->has_ended = true;
  t->end = *end;
  t->message = end->message ? mem_string(end->message) : NULL;
  t->line = end->place ? at->line : 0;
  t->file = end->place ? p->files.items[at->file] : NULL;
  t->function = end->function ? end->function->name : NULL;
  if (t->is_recorded) trail_record_end(&t->record, s, end->place);
}

static void message(void *context, const char *text) {
  (void) context;
  (void) text;
}

exec_hooks trail_hooks(trail *t) {
  return (exec_hooks) {.context = t, .born = born, .ended = ended, .message = message};
}

void trail_init(trail *t, exec *x, state *start, testcase *test, const testcase *unset,
                bool all) {
  *t = (trail) {.exec = x, .test = test, .unset = unset, .start = start,
                .is_recorded = true};
  t->inputs = (trail_inputs) {.exec = x, .test = test, .unset = unset};
  trail_record_begin(&t->record, x, &t->inputs, all);
}

void trail_release(trail *t) {
  trail_record_release(&t->record);
  trail_inputs_release(&t->inputs);
  free(t->message);
}

static void run(trail *t, uint64_t fuel, volatile const int *stop) {
  sole_input follow = trail_inputs_follow(&t->inputs);
  if (t->is_recorded) {
    follow.decided = trail_record_decided;
    follow.decided_context = &t->record;
  }
  free(t->message);
  t->message = NULL;
  t->has_ended = false;
  solver_follow(exec_solver(t->exec), &follow);
  exec_set_look(t->exec, t->is_recorded ? trail_record_look : NULL, &t->record);
  state *s = state_copy(t->start);
  t->inputs.state = s;
  exec_result result = EXEC_RUNS;
  const uint64_t before = s->instructions;
  t->instructions = 0;
  /* Of another input what comes behind its end is anything. */
  while (!t->has_ended && result == EXEC_RUNS && t->instructions < fuel && !*stop &&
         (t->is_recorded || !t->inputs.differ)) {
    result = exec_run(t->exec, s, SLICE);
    if (result == EXEC_RUNS) t->instructions = s->instructions - before;
  }
  if (result == EXEC_RUNS) {
    if (!t->has_ended && t->is_recorded)
      trail_record_end(&t->record, s, state_insn(s)->place);
    state_free(s);
  }
  t->inputs.state = NULL;
  exec_set_look(t->exec, NULL, NULL);
  solver_follow(exec_solver(t->exec), NULL);
}

bool trail_follow(trail *t, outcome kind, uint32_t line, uint64_t fuel, volatile const int *stop) {
  for (unsigned k = 0; k < MOST_PASSED; k++) {
    run(t, fuel, stop);
    const bool is_it = !t->has_ended || kind == OUTCOME_NONE ||
                       (t->end.kind == kind && (!line || t->line == line));
    if (is_it || !outcome_is_bug(t->end.kind)) break;
    /* Recoverable: the path goes on behind it; of others nothing changes, and it is the end. */
    if (!exec_pass(t->exec, t->end.site, t->end.kind)) break;
    if (!t->is_recorded) continue;
    const bool all = t->record.most_rounds > 8;
    trail_record_release(&t->record);
    trail_inputs_release(&t->inputs);
    t->inputs = (trail_inputs) {.exec = t->exec, .test = t->test, .unset = t->unset};
    trail_record_begin(&t->record, t->exec, &t->inputs, all);
  }
  return t->has_ended;
}
