#include "exec/event.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

call_event *event_new(const ir_function *f, const state *s,
                      const expr_table *t) {
  assert(!s->unasked.id);
  call_event *e = mem_zeroed(1, sizeof *e);
  *e = (call_event) {.refs = 1, .function = f, .before = state_copy(s),
                     .symbols = expr_symbol_count(t),
                     .inputs = state_input_count(s),
                     .conjuncts = path_count(&s->path)};
  return e;
}

void event_retain(call_event *e) {
  assert(!e || e->refs);
  if (e) e->refs++;
}

void event_release(call_event *e) {
  assert(!e || e->refs);
  if (!e || --e->refs) return;
  if (e->returns) e->release(e->returns);
  state_free(e->before);
  free(e);
}

/* A marked frame has marked frames below. */
void event_note_fork(const state *s) {
  for (const frame *f = s->top; f; f = f->caller) {
    if (!f->event) continue;
    if (f->event->has_forked) return;
    f->event->has_forked = true;
  }
}
