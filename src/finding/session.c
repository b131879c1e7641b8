#include "finding/session.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/prices.h"
#include "base/sha.h"
#include "files/corpus.h"
#include "files/pack.h"
#include "files/suite.h"
#include "finding/evidence.h"
#include "finding/follow.h"
#include "finding/gate.h"
#include "finding/optimistic.h"
#include "finding/seeds.h"

#include <string.h>

void session_message(void *context, const char *text) {
  const session *s = context;
  if (!s->o->quiet && !s->is_silent) fprintf(stderr, "braid: %s\n", text);
}

void session_add_cut(session *s, const char *name, uint64_t count) {
  uint32_t k = 0;
  while (k < s->cut.count && strcmp(s->cut.items[k].name, name)) k++;
  if (k == s->cut.count) {
    vec_push(&s->texts, mem_string(name));
    vec_push(&s->cut, ((report_count) {vec_last(&s->texts), 0}));
  }
  s->cut.items[k].count += count;
  ledger_set_cut(s->ledger, k, s->cut.items + k);
}

void session_count_cut(session *s, const char *name) {
  session_add_cut(s, name, 1);
  explore_count_cut(s->explore, name, 1);
}

void session_count_aside(session *s) {
  const explore_progress p = explore_get_progress(s->explore);
  s->paths_cut += p.waiting + p.diverged;
  if (p.waiting) session_add_cut(s, outcome_text((outcome) *s->stop), p.waiting);
  if (p.diverged)
    session_add_cut(s, "states put aside that could not be found again", p.diverged);
}

void session_record(session *s) {
  ledger *l = s->ledger;
  if (!l) return;
  const exec_stats *e = exec_get_stats(s->exec);
  const explore_progress p = explore_get_progress(s->explore);
  l->paths_completed = s->paths_completed;
  l->paths_cut = s->paths_cut;
  l->instructions = e->instructions;
  l->forks = e->forks;
  l->joins = p.joins.joined;
  l->states_peak = p.states_peak;
  l->tests = s->tests;
  for (; s->recorded < exec_note_count(s->exec); s->recorded++)
    ledger_add_assumption(l, exec_get_note(s->exec, s->recorded).text);
}

/* Output ------------------------------------------------------------------ */

/* A number that was left unformatted, as the path's model has it. */
static void print_number(const session *s, const state *at, const output *o,
                         FILE *to) {
  const uint64_t n = path_value(exec_solver(s->exec), &at->path,
                                output_term(o, 0));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  fprintf(to, o->format, (unsigned long long) n);
#pragma GCC diagnostic pop
}

static void print_bytes(const session *s, const state *at, const output *o,
                        FILE *to) {
  for (uint32_t k = 0; k < o->size; k++) {
    if (!o->has_terms) {
      putc(o->data[k], to);
      continue;
    }
    putc((int) path_value(exec_solver(s->exec), &at->path, output_term(o, k)),
         to);
  }
}

void session_print_output(const session *s, const state *at, FILE *out,
                          FILE *errors) {
  VEC(const output *) parts = {0};
  for (const output *o = at->outputs; o; o = o->before) vec_push(&parts, o);
  while (parts.count) {
    const output *o = vec_pop(&parts);
    FILE *to = o->fd == 2 ? errors : o->fd == 1 ? out : NULL;
    if (to && o->format) print_number(s, at, o, to);
    else if (to) print_bytes(s, at, o, to);
  }
  vec_release(&parts);
}

/* Tests ------------------------------------------------------------------ */

void session_fill_testcase(const session *s, const fixed_inputs *inputs,
                           testcase *t) {
  world_add_arguments(s->o, t);
  for (uint32_t k = 0; k < inputs->count; k++) {
    const fixed_input *f = inputs->items + k;
    if (f->kind == INPUT_OBJECT || f->kind == INPUT_NONDET ||
        f->kind == INPUT_LAZY)
      testcase_add_input(t, f->kind == INPUT_NONDET ? TESTCASE_VALUE
                                                    : TESTCASE_OBJECT,
                         f->name, f->bytes, f->size);
  }
}

FILE *session_begin_file(session *s, uint32_t test, const char *suffix) {
  if (s->remote || s->journal.bug) {
    vec_push(&s->attached, ((session_file) {.suffix = suffix}));
    session_file *f = &vec_last(&s->attached);
    return s->text = mem_stream(&f->bytes, &f->size);
  }
  char name[64];
  snprintf(name, sizeof name, "test%06u%s", test, suffix);
  return outdir_begin(s->out, name);
}

bool session_end_file(session *s) {
  if (!s->remote && !s->journal.bug) return outdir_end(s->out);
  mem_stream_end(s->text);
  return true;
}

void session_release_attached(session *s) {
  for (uint32_t k = 0; k < s->attached.count; k++)
    free(s->attached.items[k].bytes);
  vec_clear(&s->attached);
}

/* Writes what the path printed beside the test that is written next: as the
 * re-execution of its model did, if there was one, since a joined path has lost
 * it. */
void session_write_output(session *s, const state *at) {
  if (!s->o->sym_stdout || !s->o->tests) return;
  FILE *f = session_begin_file(s, s->tests + 1, SESSION_OUTPUT);
  if (!f) return;
  if (s->twin_text) fwrite(s->twin_text, 1, s->twin_text_size, f);
  else session_print_output(s, at, f, NULL);
  session_end_file(s);
}

void session_write_test(session *s, const testcase *t, bool is_bug) {
  size_t size;
  if (is_bug) outdir_make_room(s->out);
  s->tests++;
  if (s->ledger) s->ledger->tests = s->tests;
  const bool is_packed = s->o->tests & OPTIONS_PACK && !is_bug;
  if (is_packed) pack_add(s->out, t, s->tests);
  if (s->o->tests & OPTIONS_KTEST || (s->o->tests & OPTIONS_PACK && is_bug))
    suite_write_ktest(s->out, t, s->tests);
  if (s->o->tests & OPTIONS_XML) suite_write_xml(s->out, t, s->tests, is_bug);
  if ((s->o->tests & OPTIONS_RAW || s->is_fuzz) && testcase_fuzz_data(t, &size))
    suite_write_raw(s->out, t, is_bug);
}

/* What a contender attached goes beside the test written last. */
void session_write_attached(session *s) {
  for (uint32_t k = 0; k < s->attached.count; k++) {
    const session_file *f = s->attached.items + k;
    char name[64];
    snprintf(name, sizeof name, "test%06u%s", s->tests, f->suffix);
    outdir_write(s->out, name, f->bytes, f->size);
  }
  session_release_attached(s);
}

void session_adopt_test(session *s, const testcase *t, bool is_final) {
  session_write_test(s, t, false);
  if (!is_final) evidence_note_test(s, t, s->tests);
  session_write_attached(s);
}

static bool wants_tests(const session *s) {
  return s->o->tests &&
         (!s->o->test_paths || s->tests < s->o->test_paths);
}

bool session_wants_more(session *s) {
  if (!wants_tests(s) || s->o->test_new) return false;
  if (s->o->test_paths || s->o->classic) return true;
  return s->final_tests < limits.finding_final_tests && ++s->final_tests;
}

static bool wants_final_test(session *s, const state *at) {
  if (!wants_tests(s)) return false;
  return at->needs_test || session_wants_more(s);
}

/* Paths ------------------------------------------------------------------ */

static void note_tested(session *s, uint32_t news) {
  for (exec_news n; news; news = n.before) {
    n = exec_get_news(s->exec, news);
    s->tested[n.edge] = 1;
  }
}

/* Whether all that the state took first has tests, of other contenders. */
static bool is_tested(const session *s, const state *at) {
  exec_news n;
  for (uint32_t news = at->needs_test; news; news = n.before) {
    n = exec_get_news(s->exec, news);
    if (!s->tested[n.edge]) return false;
  }
  return true;
}

/* Any process may do so: files are named by their contents. */
void session_add_to_corpus(session *s, const testcase *t) {
  if (!s->o->corpus) return;
  size_t size;
  bool is_new = false;
  uint8_t *bytes = seed_raw(t, seed_form_of(s->o, s->is_fuzz), &size);
  char *message = corpus_add(s->o->corpus, bytes, size, &is_new);
  if (message) session_message(s, message);
  if (is_new && s->o->seed_files)
    seed_files_know(s->o->seed_files, sha1(bytes, size).hex);
  s->corpus_added += is_new;
  free(message);
  free(bytes);
}

static void write_test_of(session *s, const state *at, const ending *end) {
  explore_charge(s->explore, s->o->tests == OPTIONS_PACK
                                 ? PRICE_PACKED_TEST
                                 : PRICE_TEST);
  fixed_inputs inputs;
  explore_model(s->explore, at, &inputs);
  const bool is_open =
      (!end->kind || outcome_is_cut(end->kind)) && !at->abstraction;
  /* Of a path whose end is not known the model is re-executed for its output only. */
  const bool is_confirmed = (is_open && !s->o->sym_stdout) ||
                            gate_confirms(s, &inputs, at, end);
  if (is_open || is_confirmed) {
    testcase t = {0};
    session_fill_testcase(s, &inputs, &t);
    session_write_output(s, at);
    if (at->needs_test) session_add_to_corpus(s, &t);
    const bool is_final = end->kind == OUTCOME_EXIT;
    const bool is_new =
        !s->journal.test ||
        s->journal.test(s->journal.context, &t, at->needs_test, is_final);
    if (s->remote) {
      s->tests++;
      s->remote->test(s->remote->context, &t, at->needs_test, is_final);
    } else {
      if (is_new) session_adopt_test(s, &t, is_final);
      session_release_attached(s);
      note_tested(s, at->needs_test);
    }
    testcase_release(&t);
  } else if (gate_is_late(s)) {
    session_count_cut(s, "tests that there was no time to write");
  } else if (!at->abstraction && !session_take_unwritten(s, at, &inputs)) {
    char name[128];
    snprintf(name, sizeof name, "models that re-execution did not confirm: %s", s->twin_differs);
    session_count_cut(s, name);
  }
  fixed_inputs_release(&inputs);
}

/* Instructions of a path that gets a test: re-execution takes 2.7 s. */
enum { LONGEST = 1 << 28 };

static void take_test(session *s, const state *at, const ending *end) {
  if (gate_is_late(s)) {
    session_count_cut(s, "tests that there was no time to write");
    return;
  }
  state *own = gate_with_short_model(s, at);
  if (exec_model_length(s->exec, own) <= LONGEST)
    write_test_of(s, own, end);
  state_free(own);
}

/* Exploration for invariants may start anew by itself. */
static void note_restarts(session *s) {
  if (!s->folds || merger_restarts(s->merger) == s->restarts) return;
  session_forget_round(s);
}

/* The model of a path so far: what comes after it is zero. */
void session_covered(void *context, const state *at) {
  session *s = context;
  note_restarts(s);
  if (!wants_tests(s)) return;
  const ending any = {0};
  take_test(s, at, &any);
}

static void count_ended(session *s, const state *at, const ending *end) {
  if (s->o->output != OUTPUT_OFF && !outcome_is_cut(end->kind) && !at->outputs_lost)
    session_print_output(s, at, s->out_text, s->error_text);
  switch (outcome_class_of(end->kind)) {
  case OUTCOME_CLASS_BUG:
    s->paths_completed++;
    if (s->o->plant_lost == SESSION_OVERLOOKS) break;
    if (s->o->goal) session_take_goal(s, at, end);
    else if (options_has_check(s->o, end->kind)) session_take_bug(s, at, end);
    else if (outcome_hides(end->kind)) {
      char name[128];
      snprintf(name, sizeof name, "unchecked: %s ended a path, a machine might go on",
               outcome_text(end->kind));
      session_count_cut(s, name);
    }
    break;
  case OUTCOME_CLASS_END:
    if (end->kind != OUTCOME_EXIT) {
      if (end->kind == OUTCOME_ENDLESS && s->property->must_end)
        session_count_cut(s, "endless: a loop that no input was seen to leave");
      s->paths_silent++;
      break;
    }
    s->paths_completed++;
    if (wants_final_test(s, at)) take_test(s, at, end);
    break;
  case OUTCOME_CLASS_CUT: {
    if (end->kind == OUTCOME_CUT_ENDLESS && !s->property->must_end &&
        !property_counts(s->property, OUTCOME_HANG)) {
      s->paths_silent++;
      break;
    }
    s->paths_cut++;
    char name[512];
    snprintf(name, sizeof name, "%s%s%s", outcome_text(end->kind),
             end->message ? ": " : "", end->message ? end->message : "");
    session_count_cut(s, name);
    if (!is_tested(s, at) && wants_tests(s)) take_test(s, at, end);
    if (end->kind == OUTCOME_UNKNOWN_ANSWER) optimistic_try(s, at);
    break;
  }
  case OUTCOME_CLASS_NONE: break;
  }
}

void session_fold(session *s) {
  const lattice_sizes any = lattice_for_all(LATTICE_INTERVAL);
  s->folds = true;
  s->merger = merger_new(s->exec, &any);
  if (s->property->must_end) merger_rank_all(s->merger);
  merger_plant(s->merger, (uint32_t) s->o->plant_invariants);
  explore_set_merger(s->explore, s->merger);
}

static bool counts(const session *s, outcome kind) {
  return options_has_check(s->o, kind) && property_counts(s->property, kind);
}

const char *session_open_end(const session *s, const merger *m, uint32_t *place) {
  const bool must_end = counts(s, OUTCOME_HANG) || s->property->must_end;
  if (must_end && merger_has_unranked(m, place))
    return "loops that may go on for ever: the first";
  if (must_end && merger_has_endless_calls(m, place))
    return "endless-calls: they may go on for ever, of the function";
  if (counts(s, OUTCOME_STACK_OVERFLOW) && merger_has_deep_calls(m, place))
    return "deep-calls: they may need more than the stack, of the function";
  return NULL;
}

bool session_may_hang(session *s) {
  uint32_t place;
  const char *what = s->folds ? session_open_end(s, s->merger, &place) : NULL;
  if (!what) return false;
  const ir_place *at = s->program->places.items + place;
  char name[512];
  snprintf(name, sizeof name, "%s at %s:%u", what, s->program->files.items[at->file],
           at->line);
  session_count_cut(s, name);
  return true;
}

void session_path_ended(void *context, const state *at, const ending *end) {
  session *s = context;
  note_restarts(s);
  const uint64_t completed = s->paths_completed, cut = s->paths_cut;
  const uint64_t silent = s->paths_silent;
  count_ended(s, at, end);
  if (exec_is_passed(s->exec, at, end->kind)) {  /* counted where the path ends */
    s->paths_completed = completed;
    return;
  }
  const uint64_t which = hash_word(at->decisions, (uint64_t) end->kind) & UINT32_MAX;
  s->paths_digest += which;
  held_job *h = explore_current_job(s->explore);
  h->completed += s->paths_completed - completed;
  h->cut += s->paths_cut - cut;
  h->silent += s->paths_silent - silent;
  h->digest += which;
}

void session_look_back(session *s) {
  /* A signal may change what the program sees while it does nothing. */
  if (!(s->program->refers & IR_REFERS_SIGNALS))
    explore_find_cycles(s->explore, s->exec, s->start, s->o->max_fail > 0);
  /* What came round was not seen to end. */
  if (!s->o->seen || s->property->must_end || s->folds)
    return;
  seen_free(s->seen);
  s->seen = seen_new(s->exec, s->start, s->o->max_fail > 0);
  seen_set_weights(s->seen, s->zeq);
  explore_set_seen(s->explore, s->seen);
}

void session_release(session *s) {
  session_forget_bugs(s);
  vec_release(&s->bugs);
  evidence_release(s);
  session_release_attached(s);
  vec_release(&s->attached);
  vec_release(&s->contenders);
  vec_release(&s->lost);
  vec_release(&s->cut);
  for (uint32_t k = 0; k < s->texts.count; k++) free(s->texts.items[k]);
  vec_release(&s->texts);
  free(s->twin_text);
  free(s->tested);
  made_release(s->twin_made);
}
