#include "test/unit/exec_harness.h"

#include "exec/event.h"
#include "exec/strategy.h"

/* A call event has the state as it was at the call: what the callee writes, also to objects
 * that its caller wrote just before, is not in there. */

static const char text[] =
    "volatile int g; static void f(int v) { g = v; for (;;) g++; }"
    "int main(void) { g = 1; f(7); return g; }";

static uint64_t number_in(const machine *m, const state *s) {
  const ir_symbol *g = harness_symbol(m->program, "g");
  const object *o = memory_find(&s->memory, (uint32_t) (g->address >> m->program->object_shift));
  CHECK(o);
  return value_bits(object_load(o, m->t, 0, 4));
}

int main(void) {
  harness_begin();
  machine m = machine_begin(text);
  exec_strategy events = exec_get_strategy(m.x);
  events.has_events = true;
  exec_set_strategy(m.x, events);
  state *s = machine_start(&m);
  CHECK(exec_run(m.x, s, 200) == EXEC_RUNS);
  const call_event *e = s->top->event;
  CHECK(s->top->function == harness_function(m.program, "f") && e);
  CHECK(number_in(&m, s) > 7 && number_in(&m, e->before) == 1);
  state_free(s);
  machine_end(&m);
  return 0;
}
