#include "finding/session.h"

#include "base/mem.h"
#include "finding/alarm.h"
#include "finding/entry.h"
#include "finding/evidence.h"
#include "finding/follow.h"
#include "finding/gate.h"
#include "finding/trace.h"
#include "finding/witness.h"
#include "lazy/lazy.h"

#include <string.h>

/* Which bugs a session has: one for each mistake, with the ways to it; what passed the
 * gate, and what is only possible. */

static bool same_key(const session_key *a, const session_key *b) {
  return a->count == b->count &&
         !memcmp(a->items, b->items, a->count * sizeof *a->items);
}

/* Without lines, instructions are distinguished. */
static bool same_mistake(const session_bug *a, const session_bug *b) {
  if (a->kind != b->kind) return false;
  if (!a->stack.count || !b->stack.count || !a->stack.items->file ||
      !b->stack.items->file)
    return same_key(&a->key, &b->key);
  return a->stack.items->line == b->stack.items->line &&
         !strcmp(a->stack.items->file, b->stack.items->file);
}

void session_release_bug(session_bug *b) {
  for (uint32_t k = 0; k < b->more.count; k++) {
    session_more *m = b->more.items + k;
    free(m->message);
    free(m->precondition);
    vec_release(&m->stack);
    vec_release(&m->key);
  }
  vec_release(&b->more);
  free(b->blame);
  free(b->message);
  free(b->precondition);
  vec_release(&b->steps);
  vec_release(&b->stack);
  vec_release(&b->key);
  testcase_release(&b->input);
}

session_surety session_how_sure(const session_bug *b) {
  return !b->blame ? SESSION_CONFIRMED : b->is_made_up ? SESSION_MADE_UP
                                                       : SESSION_OF_JOIN;
}

static void drop_bug(session *s, uint32_t at) {
  ledger_drop_bug(s->ledger, at);
  session_release_bug(s->bugs.items + at);
  for (uint32_t k = at + 1; k < s->bugs.count; k++)
    s->bugs.items[k - 1] = s->bugs.items[k];
  s->bugs.count--;
}

/* What was found since exploration began is found again, if it is true. */
void session_forget_round(session *s) {
  if (s->folds) s->restarts = merger_restarts(s->merger);
  for (uint32_t k = s->bugs.count; k-- > 0;)
    if (s->bugs.items[k].blame) drop_bug(s, k);
  vec_clear(&s->cut);
  ledger_clear_cuts(s->ledger);
  s->paths_completed = s->paths_cut = s->paths_silent = s->paths_digest = 0;
}

/* The number of the bug that is this mistake; or how many there are. */
static uint32_t find_mistake(const session *s, const session_bug *b) {
  uint32_t known = 0;
  while (known < s->bugs.count && !same_mistake(s->bugs.items + known, b)) known++;
  return known;
}

/* Drops what is known of the mistake, if the new finding is surer.  False: it is not. */
static bool make_way(session *s, uint32_t known, session_surety sure) {
  if (known == s->bugs.count) return true;
  if (session_how_sure(s->bugs.items + known) >= sure) return false;
  drop_bug(s, known);
  return true;
}

static void add_bug(session *s, session_bug *b) {
  if (s->o->plant_lost == SESSION_LOSES && session_how_sure(b) == SESSION_CONFIRMED) {
    session_release_bug(b);
    return;
  }
  vec_push(&s->bugs, *b);
  if (s->o->replay != REPLAY_OFF && b->test) alarm_leave_time();
  const report_bug r = {
    .kind = b->kind, .message = b->message, .stack = b->stack.items,
    .stack_count = b->stack.count, .test = b->test, .beside = b->is_beside,
    .possible = b->blame != NULL, .blame = b->blame,
    .made_up = b->is_made_up,
    .precondition = b->precondition, .has_harness = b->has_harness,
    .calls = b->calls};
  session_record(s);
  ledger_add_bug(s->ledger, &r);
}

/* Keeps of the bug, which is released, how else the mistake comes about. */
static void add_more(session *s, uint32_t at, session_bug *b) {
  const session_more m = {b->message, b->stack, b->key, b->test,
                          b->precondition};
  const report_more r = {b->message, b->stack.items, b->stack.count, b->test,
                         b->precondition};
  vec_push(&s->bugs.items[at].more, m);
  session_record(s);
  ledger_add_more(s->ledger, at, &r);
  b->message = b->precondition = NULL;
  memset(&b->stack, 0, sizeof b->stack);
  memset(&b->key, 0, sizeof b->key);
  session_release_bug(b);
}

/* Other ways to a mistake that are listed: a third of a screen. */
enum { MOST_WAYS = 8 };

/* Whether there is nothing new in it for those who know the mistake. */
static bool is_known(session_bug *of, const session_bug *b) {
  if (same_key(&of->key, &b->key)) return true;
  for (uint32_t k = 0; k < of->more.count; k++)
    if (same_key(&of->more.items[k].key, &b->key)) return true;
  of->more_beyond |= of->more.count == MOST_WAYS;
  return of->more.count == MOST_WAYS;
}

/* A bug of an abstract state that its model does not have. */
static void take_possible(session *s, const state *at, const ending *end,
                          session_bug *bug) {
  const abstraction *a = merger_blame(s->merger, at);
  const ir_place *place = s->program->places.items + (a ? a->place : 0);
  bug->blame = mem_format("%s at %s:%u", a ? a->kind : "join",
                          a && a->place ? s->program->files.items[place->file]
                                        : "?", place->line);
  bug->message = end->message ? mem_string(end->message) : NULL;
  bug->is_beside = !property_counts(s->property, end->kind);
  const bool is_refined = !bug->is_beside && explore_refine(s->explore, at);
  if (s->folds && s->remote && !is_refined) {
    /* Nothing is proved: others explore it exactly. */
    if (!bug->is_beside) explore_stop(s->explore, OUTCOME_CUT_BUGS);
    session_release_bug(bug);
    return;
  }
  if (!is_refined) {
    if (s->remote) s->remote->bug(s->remote->context, bug);
    if (make_way(s, find_mistake(s, bug), SESSION_OF_JOIN)) add_bug(s, bug);
    else session_release_bug(bug);
    return;
  }
  session_release_bug(bug);
  session_forget_round(s);
}

/* One that a contender found. */
bool session_adopt_bug(session *s, session_bug *b) {
  const uint32_t known = find_mistake(s, b);
  const session_surety sure = session_how_sure(b);
  const bool is_new = make_way(s, known, sure);
  if (!is_new && (sure < SESSION_CONFIRMED || is_known(s->bugs.items + known, b))) {
    session_release_bug(b);
    session_release_attached(s);
    return false;
  }
  if (b->test) {
    session_write_test(s, &b->input, true);
    session_write_attached(s);
    b->test = s->tests;
    evidence_note_bug(s, b, true);
  }
  if (!is_new) {
    add_more(s, known, b);
    return true;
  }
  s->counted += !b->is_beside && !b->blame;
  add_bug(s, b);
  return true;
}

static bool is_of_join(const session_bug *b) {
  return session_how_sure(b) == SESSION_OF_JOIN;
}

bool session_has_possible(const session *s) {
  for (uint32_t k = 0; k < s->bugs.count; k++)
    if (is_of_join(s->bugs.items + k)) return true;
  return false;
}

void session_drop_possible(session *s) {
  for (uint32_t k = s->bugs.count; k-- > 0;)
    if (is_of_join(s->bugs.items + k)) drop_bug(s, k);
}

void session_rank_bugs(session *s) {
  /* Since the bug was found, the program may have looked on another path. */
  for (uint32_t k = 0; k < s->bugs.count; k++) {
    session_bug *b = s->bugs.items + k;
    if (b->calls == REPORT_UNASKED_NULL && b->null_pointer &&
        lazy_is_asked(s->exec, b->null_pointer - 1))
      b->calls = REPORT_SOME_CALLS;
  }
  for (uint32_t k = 1; k < s->bugs.count; k++) {
    const session_bug b = s->bugs.items[k];
    uint32_t to = k;
    for (; to && s->bugs.items[to - 1].calls > b.calls; to--)
      s->bugs.items[to] = s->bugs.items[to - 1];
    s->bugs.items[to] = b;
  }
}

void session_forget_bugs(session *s) {
  for (uint32_t k = 0; k < s->bugs.count; k++) session_release_bug(s->bugs.items + k);
  vec_clear(&s->bugs);
  s->counted = 0;
}

/* Beside the bug's test. */
static void write_witness(session *s, const exec_trace *t,
                          const session_bug *bug) {
  witness w;
  FILE *f = session_begin_file(s, bug->test, SESSION_WITNESS);
  if (!f) return;
  witness_of_bug(s, t, bug, &w);
  witness_write(&w, f);
  witness_release(&w);
  session_end_file(s);
}

/* What the path took for unwritten memory and for places of objects, which a native run finds by
 * itself and `braid explain` does not. */
static void write_unset(session *s, const fixed_inputs *inputs, uint32_t test) {
  testcase t = {0};
  for (uint32_t k = 0; k < inputs->count; k++) {
    const fixed_input *f = inputs->items + k;
    if (f->kind == INPUT_UNINIT || f->kind == INPUT_HAVOC || f->kind == INPUT_PLACE)
      testcase_add_input(&t, TESTCASE_OBJECT, f->name, f->bytes, f->size);
  }
  FILE *f = t.inputs.count ? session_begin_file(s, test, SESSION_UNSET) : NULL;
  if (f) {
    ktest_write(&t, f);
    session_end_file(s);
  }
  testcase_release(&t);
}

/* To the ledger, and to who writes; or what is attached is written here. */
static void tell_bug(session *s, const session_bug *b) {
  if (s->journal.bug) s->journal.bug(s->journal.context, b);
  if (s->remote) s->remote->bug(s->remote->context, b);
  else session_write_attached(s);
}

/* A bug that its inputs led to.  `more`: of the bug with this number, plus one. */
static void take_confirmed(session *s, const state *at, const ending *end,
                           const fixed_inputs *inputs, session_bug *bug, uint32_t more,
                           exec_trace *t) {
  bug->message = end->message ? mem_string(end->message) : NULL;
  bug->is_beside = !property_counts(s->property, end->kind);
  for (uint32_t k = 0; k < inputs->count; k++)
    bug->reads_uninit |= inputs->items[k].kind == INPUT_UNINIT ||
                         inputs->items[k].kind == INPUT_HAVOC ||
                         inputs->items[k].kind == INPUT_PLACE;
  session_fill_testcase(s, inputs, &bug->input);
  if (s->o->tests) {
    session_write_output(s, at);
    if (s->remote) s->tests++;
    else session_write_test(s, &bug->input, true);
    bug->test = s->tests;
  }
  entry_describe(s, at, inputs, bug);
  if (bug->test && !more && !s->o->witness) write_witness(s, t, bug);
  if (bug->test) write_unset(s, inputs, bug->test);
  vec_release(&t->steps);
  evidence_note_bug(s, bug, bug->test && !s->remote);
  tell_bug(s, bug);
  exec_pass(s->exec, end->site, end->kind);
  if (more) {
    add_more(s, more - 1, bug);
    return;
  }
  add_bug(s, bug);
  s->counted += !bug->is_beside;
  if (s->o->max_bugs && s->counted >= s->o->max_bugs)
    explore_stop(s->explore, OUTCOME_CUT_BUGS);
}

bool session_take_unwritten(session *s, const state *at, const fixed_inputs *inputs) {
  if (!s->twin_state) return false;
  const ending end = s->twin_end;
  session_bug bug = {.kind = end.kind};
  trace_stack(s, s->twin_state, &end, &bug);
  if (!make_way(s, find_mistake(s, &bug), SESSION_CONFIRMED)) {
    session_release_bug(&bug);
    return true;
  }
  exec_trace t = {0};
  trace_branches(s, inputs, at, &end, &bug, &t);
  take_confirmed(s, at, &end, inputs, &bug, 0, &t);
  return true;
}

/* Exchanges state and inputs for such as reach the bug whatever was made up. */
static bool takes_surer_model(session *s, state **own, fixed_inputs *inputs, const ending *end) {
  state *other = gate_without_made_up(s, *own, inputs);
  if (!other) return false;
  fixed_inputs again;
  exec_model(s->exec, other, &again);
  const bool is_surer =
      gate_confirms(s, &again, other, end) && !gate_made_up_by(s, other, &again);
  state_free(is_surer ? *own : other);
  fixed_inputs_release(is_surer ? inputs : &again);
  if (is_surer) *own = other, *inputs = again;
  return is_surer;
}

/* Takes over the bug, which is not known so: `known` is the number of the mistake that it
 * may be more of. */
static void confirm(session *s, const state *at, const ending *end, uint32_t known,
                    bool is_more, session_bug bug) {
  fixed_inputs inputs;
  state *own = gate_with_short_model(s, at);
  exec_model(s->exec, own, &inputs);
  const bool is_true = gate_confirms(s, &inputs, own, end);
  const char *made_up = is_true ? gate_made_up_by(s, own, &inputs) : NULL;
  if (made_up && takes_surer_model(s, &own, &inputs, end)) made_up = NULL;
  exec_trace t = {0};
  if (is_true && !made_up && !is_more && !gate_is_late(s))
    trace_branches(s, &inputs, own, end, &bug, &t);
  state_free(own);
  if (made_up) {
    vec_release(&t.steps);
    fixed_inputs_release(&inputs);
    if (!make_way(s, known, SESSION_MADE_UP)) session_release_bug(&bug);
    else {
      bug.blame = mem_string(made_up);
      bug.is_made_up = true;
      bug.message = end->message ? mem_string(end->message) : NULL;
      bug.is_beside = !property_counts(s->property, end->kind);
      tell_bug(s, &bug);
      add_bug(s, &bug);
    }
    return;
  }
  if (!is_more && is_true) make_way(s, known, SESSION_CONFIRMED);
  if (!is_true && at->abstraction) {
    fixed_inputs_release(&inputs);
    if (is_more) session_release_bug(&bug);     /* the mistake is there in any case */
    else take_possible(s, at, end, &bug);
    return;
  }
  if (!is_true) {
    /* Other bugs may hide behind an unwritten value; anything else is a disagreement,
     * and is counted. */
    if (gate_is_late(s))
      session_count_cut(s, "bugs that there was no time to re-execute");
    else if (!session_take_unwritten(s, at, &inputs))
      session_count_cut(s, "bugs that re-execution did not confirm");
    session_release_bug(&bug);
    fixed_inputs_release(&inputs);
    return;
  }
  take_confirmed(s, at, end, &inputs, &bug, is_more ? known + 1 : 0, &t);
  fixed_inputs_release(&inputs);
}

/* A null pointer is followed on the line of a reported bug that is about the same pointer: a
 * path went on behind that bug (exec_pass). */
static bool is_consequence(const session *s, const session_bug *b) {
  if (b->kind != OUTCOME_NULL_POINTER || !b->stack.count) return false;
  const replay_frame *at = b->stack.items;
  for (uint32_t k = 0; k < s->bugs.count; k++) {
    const session_bug *had = s->bugs.items + k;
    const replay_frame *before = had->stack.items;
    const bool is_null = had->kind == OUTCOME_NONNULL || had->kind == OUTCOME_NULL_MEMBER ||
                         had->kind == OUTCOME_POINTER_OVERFLOW ||
                         had->kind == OUTCOME_RETURNS_NONNULL;
    if (is_null && !had->blame && had->stack.count && at->line && at->line == before->line &&
        at->file && before->file && !strcmp(at->file, before->file))
      return true;
  }
  return false;
}

void session_take_bug(session *s, const state *at, const ending *end) {
  session_bug bug = {.kind = end->kind};
  trace_stack(s, at, end, &bug);
  if (is_consequence(s, &bug)) {
    session_release_bug(&bug);
    return;
  }
  const uint32_t known = find_mistake(s, &bug);
  const bool is_more = known < s->bugs.count && !s->bugs.items[known].blame;
  if (is_more && is_known(s->bugs.items + known, &bug)) {
    exec_pass(s->exec, end->site, end->kind);
    session_release_bug(&bug);
    return;
  }
  if (gate_is_late(s)) {
    session_count_cut(s, "bugs that there was no time to re-execute");
    session_release_bug(&bug);
    return;
  }
  const session_remote *to = s->remote;
  if (to && to->confirms) to->confirms(to->context, true);
  confirm(s, at, end, known, is_more, bug);
  if (to && to->confirms) to->confirms(to->context, false);
}

/* A witness is followed: only what happens at its end, on its target's line, is a
 * bug. */
void session_take_goal(session *s, const state *at, const ending *end) {
  const struct follow_goal *goal = s->o->goal;
  const ir_program *p = s->program;
  const ir_place *place = p->places.items + end->place;
  const uint32_t symbol = ir_find_symbol(p, FOLLOW_COUNTER);
  if (!end->place || !symbol || place->line != goal->line ||
      !follow_same_file(p->files.items[place->file], goal->file))
    return;
  const uint64_t address = p->symbols.items[symbol].address;
  const object *counter = memory_find(
      &at->memory, (uint32_t) (address >> p->object_shift));
  if (!counter) return;
  expr_table *t = exec_table(s->exec);
  const value v = object_load(counter, t, 0, 4);
  if (!v.sym.id) {
    if (v.raw == goal->segments) session_take_bug(s, at, end);
    return;
  }
  state *own = state_copy(at);
  const expr is_there = expr_binary(t, EXPR_EQ, v.sym,
                                    expr_const(t, 32, goal->segments));
  if (path_may(exec_solver(s->exec), &own->path, is_there) == ANSWER_SAT) {
    path_assume(exec_solver(s->exec), &own->path, is_there);
    session_take_bug(s, own, end);
  }
  state_free(own);
}
