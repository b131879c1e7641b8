#include "trail/trail.h"

#include "base/clock.h"
#include "base/mem.h"
#include "exec/strategy.h"
#include "files/value_text.h"

#include <string.h>

/*
 * Another side of the last decisions.  The conditions before are those of the path; with the
 * negation of one more a model is another input.  It is run before it is shown.
 */
enum { MOST_DETOURS = 3, MOST_LINES = 16, TRIES_A_LINE = 3, MOST_CONDITIONS = 20000,
       SEARCH_MS = 3000, LEAST_RUN = 1 << 22 };

void trail_detours_release(trail_detours *detours) {
  for (uint32_t k = 0; k < detours->count; k++) {
    free(detours->items[k].changed);
    free(detours->items[k].then);
  }
  vec_release(detours);
}

/* Decisions whose other side is looked for, the last first. */
typedef VEC(uint32_t) numbers;

static uint32_t line_of(const trail *t, uint32_t place) {
  return place ? exec_program(t->exec)->places.items[place].line : 0;
}

static void choose(const trail *t, numbers *chosen) {
  struct { uint32_t line, tries; } lines[MOST_LINES];
  uint32_t count = 0;
  for (uint32_t k = t->record.decisions.count; k-- > 0;) {
    const trail_decision *d = t->record.decisions.items + k;
    const uint32_t line = line_of(t, d->place);
    uint32_t n = 0;
    if (!line) continue;
    while (n < count && lines[n].line != line) n++;
    if (n == count && count == MOST_LINES) break;
    if (n == count) {
      lines[count].line = line;
      lines[count++].tries = 0;
    }
    if (lines[n].tries++ < TRIES_A_LINE) vec_push(chosen, k);
  }
}

/* The test's inputs with what the model says; an empty text: other values would have to change. */
static testcase with_model(trail *t, const path *p, char **changed) {
  testcase new = {0};
  size_t size;
  FILE *out = mem_stream(changed, &size);
  for (uint32_t k = 0; k < t->test->arguments.count; k++)
    testcase_add_argument(&new, t->test->arguments.items[k]);
  expr_table *table = exec_table(t->exec);
  bool any = false, is_good = true;
  for (uint32_t k = 0; k < t->inputs.all.count; k++) {
    const trail_input *i = t->inputs.all.items + k;
    const bool is_value = i->kind == INPUT_NONDET;
    uint8_t *bytes = mem_zeroed(i->size + 1, 1);
    if (i->is_bytes)
      for (uint32_t b = 0; b < i->size; b++) {
        const expr symbol = expr_symbol(table, i->symbol + b);
        bytes[b] = path_mentions(exec_solver(t->exec), p, symbol)
                       ? (uint8_t) path_value(exec_solver(t->exec), p, symbol) : i->bytes[b];
      }
    else {
      uint64_t limbs[EXPR_MAX_LIMBS] = {0};
      const expr symbol = expr_symbol(table, i->symbol);
      memcpy(bytes, i->bytes, i->size);
      if (path_mentions(exec_solver(t->exec), p, symbol)) {
        path_value_limbs(exec_solver(t->exec), p, symbol, limbs);
        memcpy(bytes, limbs, i->size < sizeof limbs ? i->size : sizeof limbs);
      }
    }
    const bool is_set = trail_input_is_set(i);
    is_good &= is_set || !memcmp(bytes, i->bytes, i->size);
    if (is_set)
      testcase_add_input(&new, is_value ? TESTCASE_VALUE : TESTCASE_OBJECT, i->name, bytes, i->size);
    if (memcmp(bytes, i->bytes, i->size)) {
      char *name = trail_input_name(i);
      testcase_input shown = {name, TESTCASE_OBJECT, bytes, i->size};
      if (!is_value) shown.name = (char *) i->name;
      char *text = value_text(exec_program(t->exec), &shown);
      const char *equals = strstr(text, " = ");
      fprintf(out, "%s%s%s", any ? ", " : "", name, equals ? equals : "");
      any = true;
      free(text);
      free(name);
    }
    free(bytes);
  }
  mem_stream_end(out);
  if (!is_good) **changed = 0;
  return new;
}

/* How the program ends with another input; NULL: not known.  *is_out: an assumption excludes it. */
static char *run_with(trail *t, testcase *other, volatile const int *stop, bool *is_out) {
  const uint64_t fuel = LEAST_RUN + 4 * t->record.steps;
  trail again = {.exec = t->exec, .test = other, .unset = t->unset, .start = t->start};
  again.inputs = (trail_inputs) {.exec = t->exec, .test = other, .unset = t->unset};
  exec_hooks hooks = trail_hooks(&again);
  const exec_company before =
      exec_change_company(t->exec, (exec_company) {exec_solver(t->exec), hooks});
  const bool has_ended = trail_follow(&again, OUTCOME_NONE, 0, fuel, stop);
  exec_change_company(t->exec, before);
  char *text = NULL;
  *is_out = has_ended && again.end.kind == OUTCOME_ASSUMED_AWAY;
  if (again.inputs.differ) ;    /* what follows is anything */
  else if (has_ended && outcome_is_bug(again.end.kind))
    text = again.line == t->line && again.end.kind == t->end.kind
               ? mem_string("the same bug")
               : mem_format("%s at %s:%u", outcome_text(again.end.kind),
                            again.file ? again.file : "?", again.line);
  else if (has_ended && again.end.kind == OUTCOME_EXIT)
    text = mem_format("exit status %d", again.end.status & 255);
  free(again.message);
  trail_inputs_release(&again.inputs);
  return text;
}

static path_witness *witness_of(const trail *t) {
  path_witness *w = path_witness_new(exec_solver(t->exec));
  for (uint32_t k = 0; k < t->inputs.all.count; k++) {
    const trail_input *i = t->inputs.all.items + k;
    if (i->is_bytes)
      for (uint32_t b = 0; b < i->size; b++)
        *idmap_at(&w->values, (uint64_t) i->symbol + b + 1) = i->bytes[b];
    else
      memcpy(idmap_at(&w->values, (uint64_t) i->symbol + 1), i->bytes, i->size < 8 ? i->size : 8);
  }
  return w;
}

static bool is_listed(const trail *t, const trail_detours *detours, uint32_t place) {
  for (uint32_t k = 0; k < detours->count; k++)
    if (line_of(t, detours->items[k].place) == line_of(t, place)) return true;
  return false;
}

/* False: the other side has no input, or none was found in time. */
static bool detour(trail *t, const path *before, const trail_decision *d,
                   volatile const int *stop, trail_detours *detours) {
  solver *s = exec_solver(t->exec);
  const expr other = expr_not(exec_table(t->exec), d->holds);
  path p = path_copy(*before);
  path_near(s, &p, other);
  bool found = path_assume(s, &p, other) == ANSWER_SAT;
  if (found) {
    trail_detour new = {.place = d->place};
    testcase with = with_model(t, &p, &new.changed);
    bool is_out;
    new.then = run_with(t, &with, stop, &is_out);
    testcase_release(&with);
    found = *new.changed && !is_out;
    if (found) vec_push(detours, new);
    else free(new.changed), free(new.then);
  }
  path_release(&p);
  return found;
}

void trail_find_detours(trail *t, volatile const int *stop, trail_detours *detours) {
  const double began = clock_ms();
  const trail_record *r = &t->record;
  numbers chosen = {0};
  if (r->has_more || r->decisions.count > MOST_CONDITIONS) return;
  choose(t, &chosen);
  path *before = mem_zeroed(chosen.count + 1, sizeof *before), p = {0};
  path_witness *w = witness_of(t);
  uint32_t next = chosen.count;
  for (uint32_t k = 0; k < r->decisions.count && next; k++) {
    if (k == chosen.items[next - 1]) before[--next] = path_copy(p);
    path_assume_held(&p, r->decisions.items[k].holds, w);
  }
  for (uint32_t n = 0; n < chosen.count; n++) {
    const trail_decision *d = r->decisions.items + chosen.items[n];
    if (!*stop && detours->count < MOST_DETOURS && clock_ms() - began < SEARCH_MS &&
        !is_listed(t, detours, d->place))
      detour(t, before + n, d, stop, detours);
  }
  for (uint32_t n = 0; n < chosen.count; n++) path_release(before + n);
  path_release(&p);
  path_witness_release(w);
  free(before);
  vec_release(&chosen);
}
