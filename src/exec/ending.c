#include "exec/internal.h"

#include "base/mem.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How paths end: every path goes through exec_finish, bugs included. */

uint32_t exec_site(const exec *x, const ir_function *f, uint32_t insn) {
  return x->first_site[x->p->symbols.items[f->symbol].function] + insn;
}

const char *exec_intern(exec *x, const char *text) {
  const uint64_t hash = hash_bytes(text, strlen(text));
  uint32_t step = 0, n;
  while ((n = index_next(&x->intern_index, hash, &step)))
    if (!strcmp(x->interned.items[n - 1], text))
      return x->interned.items[n - 1];
  vec_push(&x->interned, mem_string(text));
  index_add(&x->intern_index, hash, x->interned.count);
  return vec_last(&x->interned);
}

const char *exec_intern_format(exec *x, const char *format, ...) {
  char text[512];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  return exec_intern(x, text);
}

static void note(exec *x, const char *text, bool is_call) {
  for (uint32_t i = 0; i < x->notes.count; i++)
    if (!strcmp(x->notes.items[i].text, text)) {
      x->notes.items[i].count++;
      return;
    }
  vec_push(&x->notes, ((exec_note) {exec_intern(x, text), 1, is_call}));
}

void exec_add_note(exec *x, const char *text, bool is_call) {
  note(x, text, is_call);
}

void exec_note_text(exec *x, const char *text) { note(x, text, false); }

bool exec_is_noted_here(exec *x, const state *s, uint64_t text) {
  uint32_t place;
  const uint64_t site = exec_user_site(x, s, &place);
  uint64_t *is_noted = idmap_at(&x->noted, site << 32 | text >> x->p->object_shift);
  return (*is_noted)++ != 0;
}

void exec_note_here(exec *x, const state *s, const char *text) {
  uint32_t number;
  exec_user_site(x, s, &number);
  const ir_place *at = x->p->places.items + number;
  note(x, number ? exec_intern_format(x, "%.400s (%.80s:%u)", text,
                                      x->p->files.items[at->file], at->line)
                 : text, false);
}

void exec_note_call(exec *x, const char *function) {
  note(x, exec_intern_format(x, "calls of %.200s return any value and change %s",
                             function, x->o.havoc_arguments
                                 ? "only what their arguments point to"
                                 : "nothing but memory that was never written"),
       true);
}

uint32_t exec_note_count(const exec *x) { return x->notes.count; }
exec_note exec_get_note(const exec *x, uint32_t i) { return x->notes.items[i]; }

/* The innermost frame of the user's own code says where; below it all is the runtime's. */
static ending place_ending(const exec *x, const state *s, ending e) {
  uint32_t pc = s->pc;
  const frame *f = s->top;
  while (f && f->function->is_library && f->caller &&
         f->resume != UINT32_MAX &&
         (f->caller->resume != UINT32_MAX ||
          !f->caller->function->is_library)) {
    pc = f->resume;
    f = f->caller;
  }
  if (f) {
    e.function = f->function;
    if (pc >= f->function->insn_count) pc = 0;
    if (!e.place) e.place = f->function->insns[pc].place;
    e.site = exec_site(x, f->function, pc);
  }
  return e;
}

static bool finish(exec *x, state *s, ending e) {
  e = place_ending(x, s, e);
  x->hooks.ended(x->hooks.context, s, &e);
  state_free(s);
  return false;
}

/* The program ends there on every machine, with all allocations. */
static bool ends_program(outcome kind) {
  switch ((int) kind) {
  case OUTCOME_ABORT: case OUTCOME_ASSERT: case OUTCOME_REACH_ERROR:
  case OUTCOME_USER: case OUTCOME_NULL_POINTER: case OUTCOME_DIV_BY_ZERO:
  case OUTCOME_STACK_OVERFLOW: case OUTCOME_ENDLESS:
    return true;
  }
  return false;
}

bool exec_finish(exec *x, state *s, outcome kind, const char *message) {
  if (x->o.tracks_memory && ends_program(kind) &&
      !(kind == OUTCOME_ENDLESS && x->o.must_free_all)) {
    uint32_t place = 0;
    switch (exec_find_leak(x, s, &place)) {
    case LEAK_NONE: break;
    case LEAK_FOUND:
      return finish(x, s, (ending) {.kind = OUTCOME_LEAK, .place = place});
    case LEAK_ENDED: return false;
    }
  }
  return finish(x, s, (ending) {.kind = kind, .message = message});
}

void exec_cut(exec *x, state *s, outcome kind) {
  exec_finish(x, s, kind, NULL);
}

void exec_cut_saying(exec *x, state *s, outcome kind, const char *message) {
  exec_finish(x, s, kind, message);
}

int exec_status(exec *x, const state *s, value v) {
  if (!v.sym.id) return (int) value_bits(v);
  return v.sym.id == EXPR_UNDEFINED.id
             ? 0 : (int) path_value(x->solver, &s->path, v.sym);
}

bool exec_finish_exit(exec *x, state *s, int status) {
  uint32_t place = 0;
  if (x->o.checks[OUTCOME_LEAK])
    switch (exec_find_leak(x, s, &place)) {
    case LEAK_NONE: break;
    case LEAK_FOUND:
      return finish(x, s, (ending) {.kind = OUTCOME_LEAK, .place = place});
    case LEAK_ENDED: return false;
    }
  return finish(x, s, (ending) {.kind = OUTCOME_EXIT, .status = status});
}

/* Undefined behaviour after which every machine goes on with the computed value. */
static bool is_recoverable(outcome kind) {
  switch ((int) kind) {
  case OUTCOME_OVERFLOW: case OUTCOME_SHIFT_BASE: case OUTCOME_ALIGNMENT:
  case OUTCOME_POINTER_OVERFLOW: case OUTCOME_NULL_MEMBER: case OUTCOME_NONNULL:
  case OUTCOME_RETURNS_NONNULL: case OUTCOME_UNSIGNED_OVERFLOW:
  case OUTCOME_IMPLICIT_CONVERSION:
    return true;
  }
  return false;
}

/* A division that overflows is a trap on some machines. */
static bool machine_goes_on(const state *s, outcome kind) {
  const unsigned op = state_insn(s)->op;
  return is_recoverable(kind) && op != IR_SDIV && op != IR_SREM;
}

static uint64_t place_of_bug(uint32_t site, outcome kind) {
  return (uint64_t) site << 8 | kind;
}

bool exec_pass(exec *x, uint32_t site, outcome kind) {
  if (is_recoverable(kind)) *idmap_at(x->passed, place_of_bug(site, kind)) = 1;
  return is_recoverable(kind);
}

void exec_await_bug(exec *x, uint32_t site, outcome kind) {
  assert(x->is_twin);
  x->awaited = place_of_bug(site, kind);
}

bool exec_is_passed(const exec *x, const state *s, outcome kind) {
  if (!x->passed->count || !machine_goes_on(s, kind)) return false;
  const ending e = place_ending(x, s, (ending) {.kind = kind});
  const uint64_t place = place_of_bug(e.site, kind);
  return place != x->awaited && idmap_find(x->passed, place);
}

static bool passes(exec *x, state *s, outcome kind) {
  if (!exec_is_passed(x, s, kind)) return false;
  if (!s->passed_at) s->passed_at = s->instructions + 1;
  return true;
}

/* The path violates the condition here on every input, or on that of the seed that leads it.
 * Once the bug is reported the path goes on as a machine does, with no condition. */
static bool report_and_pass(exec *x, state *s, expr condition, path_witness *w, outcome kind,
                            const char *message) {
  state *bad = state_copy(s);
  bad->id = x->next_state++;
  if (w && !expr_is_false(x->t, condition))
    path_assume_held(&bad->path, expr_not(x->t, condition), w);
  exec_finish(x, bad, kind, message);
  exec_forget_caches(x);
  if (passes(x, s, kind)) return true;
  return exec_finish(x, s, OUTCOME_ASSUMED_AWAY, NULL);         /* its end is reported */
}

static bool fail(exec *x, state *s, outcome kind, const char *message) {
  if (x->is_twin || !machine_goes_on(s, kind)) return exec_finish(x, s, kind, message);
  return report_and_pass(x, s, expr_false(x->t), NULL, kind, message);
}

bool exec_require(exec *x, state *s, expr condition, outcome kind,
                  const char *message) {
  if (expr_is_true(x->t, condition)) return true;
  if (passes(x, s, kind)) return true;
  answer holds, fails;
  bool is_true;
  uint64_t is_good;
  path_witness *w = exec_led(x, s, condition, &is_good);
  if (w && !is_good && x->leads && machine_goes_on(s, kind))
    return report_and_pass(x, s, condition, w, kind, message);
  if (expr_is_false(x->t, condition)) return fail(x, s, kind, message);
  if (w && is_good) {
    if (!path_is_decided(x->solver, condition, &is_true))
      exec_require_led(x, s, condition, expr_not(x->t, condition), w, kind, message);
    return true;
  }
  switch (exec_ask_within(x, s, condition, &holds, &fails)) {
  case ASKED_BOTH: break;
  case ASKED_ONE:
    if (holds != ANSWER_SAT) break;
    exec_require_later(x, s, condition, kind, message);
    return true;
  case ASKED_NEITHER:           /* in the middle of an instruction: it cannot wait */
    exec_ask(x, s, condition, &holds, &fails);
    break;
  }
  if (fails == ANSWER_UNSAT) return true;
  if (holds == ANSWER_UNSAT && fails == ANSWER_SAT) return fail(x, s, kind, message);
  state *bad = state_copy(s);
  bad->id = x->next_state++;
  const answer added = path_assume(x->solver, &bad->path,
                                   expr_not(x->t, condition));
  exec_finish(x, bad, added == ANSWER_SAT ? kind : OUTCOME_UNKNOWN_ANSWER,
              added == ANSWER_SAT ? message
                                  : solver_unknown_reason(x->solver));
  exec_forget_caches(x);
  if (passes(x, s, kind)) return true;
  const answer on = path_assume(x->solver, &s->path, condition);
  if (on == ANSWER_SAT) return true;
  if (on == ANSWER_UNSAT) return exec_finish(x, s, OUTCOME_ASSUMED_AWAY, NULL);
  return exec_finish(x, s, OUTCOME_UNKNOWN_ANSWER,
                     solver_unknown_reason(x->solver));
}
