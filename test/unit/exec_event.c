#include "test/unit/ir_harness.h"

#include "exec/event.h"
#include "exec/strategy.h"

/* A call event has the state as it was at the call: what the callee writes, also to objects
 * that its caller wrote just before, is not in there. */

static const char text[] =
    "volatile int g; static void f(int v) { g = v; for (;;) g++; }"
    "int main(void) { g = 1; f(7); return g; }";

static void ended(void *context, const state *s, const ending *end) {
  (void) context, (void) s, (void) end;
}

static void born(void *context, state *child, const state *parent) {
  (void) context, (void) child, (void) parent;
  fatal("the program splits");
}

static void say(void *context, const char *said) {
  (void) context;
  fatal("the program says: %s", said);
}

static uint64_t number_in(const ir_program *p, expr_table *t, const state *s) {
  const ir_symbol *g = harness_symbol(p, "g");
  const object *o = memory_find(&s->memory, (uint32_t) (g->address >> p->object_shift));
  CHECK(o);
  return value_bits(object_load(o, t, 0, 4));
}

int main(void) {
  harness_begin();
  ir_program *p = harness_load("", text);
  char *message = NULL, *argv[] = {(char[]) {"prog"}};
  expr_table *t = expr_table_new();
  solver *chain = solver_new(t, &solver_defaults);
  const exec_hooks hooks = {NULL, born, ended, say, NULL, NULL, NULL};
  exec *x = exec_new(p, t, chain, &exec_defaults, &hooks);
  exec_strategy events = exec_get_strategy(x);
  events.has_events = true;
  exec_set_strategy(x, events);
  state *s = exec_start(x, "main", 1, argv, &message);
  if (!s) fatal("%s", message);
  CHECK(exec_run(x, s, 200) == EXEC_RUNS);
  const call_event *e = s->top->event;
  CHECK(s->top->function == harness_function(p, "f") && e);
  CHECK(number_in(p, t, s) > 7 && number_in(p, t, e->before) == 1);
  state_free(s);
  exec_free(x);
  solver_free(chain);
  expr_table_free(t);
  ir_program_free(p);
  return 0;
}
