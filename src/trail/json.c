#include "trail/trail.h"

#include "base/mem.h"
#include "files/json.h"

#include <stdlib.h>

/* The tree as it is, for programs. */
typedef struct writer {
  const trail *trail;
  const ir_program *program;
  json out;
} writer;

static void put_place(writer *w, uint32_t place) {
  const ir_place *p = w->program->places.items + place;
  json_string(&w->out, "file", place ? w->program->files.items[p->file] : NULL);
  json_number(&w->out, "line", place ? p->line : 0);
}

static void put_from(writer *w, const trail_terms *terms) {
  const trail *t = w->trail;
  char *from = trail_inputs_text(&t->inputs, exec_table(t->exec), terms->items, terms->count);
  json_string(&w->out, "from", from);
  free(from);
}

static void put_values(writer *w, const trail_value *values, uint32_t count) {
  json_begin(&w->out, "values", '[');
  for (uint32_t k = 0; k < count; k++) {
    json_begin(&w->out, NULL, '{');
    json_string(&w->out, "name", values[k].name);
    json_string(&w->out, "value", values[k].text);
    put_from(w, &values[k].terms);
    json_end(&w->out, '}');
  }
  json_end(&w->out, ']');
}

static void put_items(writer *, const char *key, const trail_items *, unsigned depth);

enum { DEEPEST = 200 };         /* readers of JSON have limits, too */

static void put_calls(writer *w, const trail_item *i, unsigned depth) {
  json_begin(&w->out, "calls", '[');
  for (uint32_t c = 0; c < i->calls.count; c++) {
    const trail_call *call = i->calls.items[c];
    json_begin(&w->out, NULL, '{');
    json_string(&w->out, "function", call->function->name);
    json_bool(&w->out, "returned", call->has_returned);
    json_number(&w->out, "hidden", call->hidden);
    put_items(w, "path", &call->items, depth + 1);
    json_end(&w->out, '}');
  }
  json_end(&w->out, ']');
}

static void put_rounds(writer *w, const trail_item *i, unsigned depth) {
  json_begin(&w->out, "rounds", '[');
  for (uint32_t r = 0; r < i->rounds.count; r++) {
    json_begin(&w->out, NULL, '{');
    json_number(&w->out, "count", i->rounds.items[r].count);
    json_number(&w->out, "skipped", i->rounds.items[r].skipped);
    put_items(w, "path", &i->rounds.items[r].items, depth + 1);
    json_end(&w->out, '}');
  }
  json_end(&w->out, ']');
}

static void put_items(writer *w, const char *key, const trail_items *items, unsigned depth) {
  json_begin(&w->out, key, '[');
  for (uint32_t k = 0; k < items->count && depth < DEEPEST; k++) {
    const trail_item *i = items->items + k;
    json_begin(&w->out, NULL, '{');
    if (i->place) {
      put_place(w, i->place);
      put_values(w, i->values.items, i->values.count);
      put_from(w, &i->asked);
    }
    if (i->calls.count) put_calls(w, i, depth);
    if (i->rounds.count) put_rounds(w, i, depth);
    json_end(&w->out, '}');
  }
  json_end(&w->out, ']');
}

void trail_write_json(const trail *t, const trail_detours *detours, FILE *to) {
  writer w = {t, exec_program(t->exec), {.out = to}};
  json_begin(&w.out, NULL, '{');
  json_string(&w.out, "end", t->has_ended ? outcome_text(t->end.kind) : NULL);
  json_string(&w.out, "message", t->message);
  put_place(&w, t->record.last_place);
  put_values(&w, t->record.last.items, t->record.last.count);
  put_items(&w, "path", &t->record.root->items, 0);
  json_begin(&w.out, "detours", '[');
  for (uint32_t k = 0; k < detours->count; k++) {
    json_begin(&w.out, NULL, '{');
    put_place(&w, detours->items[k].place);
    json_string(&w.out, "input", detours->items[k].changed);
    json_string(&w.out, "then", detours->items[k].then);
    json_end(&w.out, '}');
  }
  json_end(&w.out, ']');
  json_end(&w.out, '}');
  fputc('\n', to);
}
