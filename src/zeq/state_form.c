#include "zeq/state_form.h"

void zeq_state_form_init(zeq_state_form *w, exec *x, const state *start, bool writes_fail) {
  zeq_encoder_init(&w->encoder, x);
  w->encoder.writes_fail = writes_fail;
  w->core = zeq_core_new(exec_table(x));
  w->start = event_new(NULL, start, exec_table(x));
  w->start->symbols = w->start->inputs = w->start->conjuncts = 0;
}

void zeq_state_form_release(zeq_state_form *w) {
  event_release(w->start);
  zeq_core_free(w->core);
  zeq_encoder_release(&w->encoder);
}

bool zeq_state_form_make(zeq_state_form *w, state *s) {
  zeq_encoder *e = &w->encoder;
  const bool has_form = zeq_encode_whole(e, s, w->start);
  w->values = e->words.count;
  if (!has_form) return false;
  const zeq_view view = zeq_encoder_view(e);
  zeq_append_form(w->core, &e->constraint, &view, &e->words);
  return true;
}
