#include "finding/evidence.h"

#include "base/limits.h"
#include "base/mem.h"
#include "finding/gate.h"

#include <inttypes.h>
#include <string.h>

enum { SHARE = 10 };            /* of the run's cost, at most */

static bool counts(const session *s, outcome kind) {
  return options_has_check(s->o, kind) && property_counts(s->property, kind);
}

void evidence_take(session *s, char *text) {
  if (!text) return;
  free(s->evidence);
  s->evidence = text;
}

void evidence_note_bug(session *s, const session_bug *b, bool is_written) {
  const uint32_t test = is_written ? b->test : 0;
  if (session_how_sure(b) < SESSION_CONFIRMED || b->is_beside) return;
  if (s->evidence && (s->evidence_is_named || !test)) return;
  const replay_frame nowhere = {.file = "?"};
  const replay_frame *at = b->stack.count && b->stack.items->file ? b->stack.items
                                                                  : &nowhere;
  char *name = test ? mem_format("test%06u", test)
                    : mem_string("a test that was re-executed");
  evidence_take(s, mem_format("%s ends in %s at %s:%u", name, outcome_text(b->kind),
                              at->file, at->line));
  s->evidence_is_named = test != 0;
  free(name);
}

void evidence_note_test(session *s, const testcase *t, uint32_t number) {
  session_open_test open = {.number = number};
  for (uint32_t k = 0; k < t->inputs.count; k++) {
    const testcase_input *i = t->inputs.items + k;
    testcase_add_input(&open.test, i->kind, i->name, i->bytes, i->size);
  }
  vec_push(&s->open_tests, open);
}

void evidence_forget_tests(session *s) {
  for (uint32_t k = 0; k < s->open_tests.count; k++)
    testcase_release(&s->open_tests.items[k].test);
  vec_clear(&s->open_tests);
}

void evidence_release(session *s) {
  evidence_forget_tests(s);
  vec_release(&s->open_tests);
  free(s->evidence);
  s->evidence = NULL;
  s->evidence_is_named = false;
}

/* What the test does not say is zero, which is as good a value as any other. */
static void fix(session *s, const testcase *t, fixed_inputs *to) {
  *to = (fixed_inputs) {0};
  for (uint32_t k = 0; k < t->inputs.count; k++) {
    const testcase_input *i = t->inputs.items + k;
    fixed_input f = {
      .kind = i->kind == TESTCASE_VALUE ? INPUT_NONDET : INPUT_OBJECT,
      .name = exec_intern(s->twin, i->name), .size = i->size,
      .bytes = mem_zeroed(i->size + 1, 1)};
    if (i->size) memcpy(f.bytes, i->bytes, i->size);
    vec_push(to, f);
  }
}

static char *run(session *s, const session_open_test *t, uint64_t *fuel) {
  fixed_inputs inputs;
  fix(s, &t->test, &inputs);
  const bool has_ended = gate_run(s, &inputs, fuel);
  fixed_inputs_release(&inputs);
  s->tests_run_on += has_ended;
  if (!has_ended || !outcome_is_bug(s->twin_end.kind) || !counts(s, s->twin_end.kind))
    return NULL;
  const ir_place *at = s->program->places.items + s->twin_end.place;
  return mem_format("test%06u ends in %s at %s:%u", t->number,
                    outcome_text(s->twin_end.kind),
                    s->twin_end.place ? s->program->files.items[at->file] : "?", at->line);
}

/* A test of --entry does not say where the objects are that were made up for it; and
 * where a witness is followed, only what happens at its end is a bug. */
static bool may_run(const session *s) { return !s->o->entry && !s->o->goal; }

char *evidence_against(session *s) {
  if (s->evidence) return mem_string(s->evidence);
  if (s->errors)
    return mem_format("the ledger counts %" PRIu64 " tests that end in errors", s->errors);
  const uint64_t share = explore_cost(s->explore) / SHARE;
  uint64_t fuel = share > limits.contest_first ? share : limits.contest_first;
  char *text = NULL;
  for (uint32_t k = 0; k < s->open_tests.count && may_run(s) && fuel && !text; k++)
    text = run(s, s->open_tests.items + k, &fuel);
  return text;
}
