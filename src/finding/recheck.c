#include "finding/recheck.h"

#include "base/mem.h"
#include "explore/cost.h"

#include <stdio.h>

typedef struct recheck {
  session *s;
  const char *wrong;            /* how a path ended that must not; NULL: none did */
} recheck;

static void path_ended(void *context, const state *at, const ending *end) {
  recheck *c = context;
  const session *s = c->s;
  (void) at;
  switch (outcome_class_of(end->kind)) {
  case OUTCOME_CLASS_BUG:
    if (options_has_check(s->o, end->kind) && property_counts(s->property, end->kind))
      c->wrong = outcome_text(end->kind);
    break;
  case OUTCOME_CLASS_CUT: c->wrong = outcome_text(end->kind); break;
  case OUTCOME_CLASS_END: case OUTCOME_CLASS_NONE: break;
  }
}

static void covered(void *context, const state *at) {
  (void) context;
  (void) at;
}

static void tick(void *context) { (void) context; }

static void message(void *context, const char *text) {
  (void) context;
  (void) text;
}

static solver *new_solver(const session *s) {
  enum { QUERY_MS = 20000 };
  const solver_options only = {
    .z3 = true, .stop = s->stop,
    .max_query_ms = s->o->max_solver_ms ? s->o->max_solver_ms : QUERY_MS};
  return solver_new(exec_table(s->exec), &only);
}

/* To be freed; NULL: all holds. */
static char *verdict(const session *s, const recheck *c, const merger *m,
                     explore_pause pause) {
  const ir_program *p = s->program;
  uint32_t place;
  expr term;
  char *text = NULL;
  if (merger_is_refuted(m, &place, &term)) {
    size_t size;
    FILE *out = mem_stream(&text, &size);
    const ir_place *at = p->places.items + place;
    fprintf(out, "invariants: Z3 does not confirm the one at %s:%u: ",
            p->files.items[at->file], at->line);
    if (term.id) expr_print(exec_table(s->exec), term, out);
    else fputs("a state has another form", out);
    mem_stream_end(out);
  } else if (c->wrong) {
    text = mem_format("invariants: with Z3 alone a path ends in %s", c->wrong);
  } else if (pause != EXPLORE_ENDED) {
    text = mem_string("invariants: there was no time to prove them again");
  } else if (session_open_end(s, m, &place)) {
    text = mem_string("invariants: Z3 does not confirm that a loop, or recursion, ends");
  } else if (merger_missed_rank(m) &&
             ((options_has_check(s->o, OUTCOME_HANG) &&
               property_counts(s->property, OUTCOME_HANG)) || s->property->must_end)) {
    text = mem_string("invariants: Z3 does not confirm that a loop ends");
  }
  return text;
}

static bool recheck_invariants(session *s) {
  recheck c = {.s = s};
  solver *z3 = new_solver(s);
  explore_options o = *explore_get_options(s->explore);
  o.search = "dfs";
  o.from = NULL;
  o.store = NULL;
  o.is_sliced = o.gives_way = false;
  explore *e = explore_new(&o, path_ended, covered, tick, &c);
  const exec_strategy strategy = exec_get_strategy(s->exec);
  const exec_company before = exec_change_company(
      s->exec, (exec_company) {z3, explore_hooks(e, message)});
  merger *m = merger_for_check(s->merger, s->exec);
  explore_set_merger(e, m);
  explore_begin(e, s->exec, state_copy(s->start));
  enum { TIMES = 16, LEAST_MS = 4000 };
  const uint64_t cost = explore_cost(s->explore);
  const explore_pause pause =
      explore_go(e, cost + TIMES * cost + (uint64_t) LEAST_MS * COST_MS);
  explore_end(e);
  char *wrong = verdict(s, &c, m, pause);
  if (wrong) session_count_cut(s, wrong);
  explore_free(e);
  merger_free(m);
  exec_change_company(s->exec, before);
  exec_set_strategy(s->exec, strategy);
  solver_free(z3);
  free(wrong);
  return !wrong;
}

bool recheck_proof(session *s) {
  const bool is_proof = !s->cut.count && !s->counted && !session_has_possible(s);
  if (!is_proof || !s->folds || !(s->o->check_invariants || s->o->plant_invariants))
    return false;
  if (!s->is_rechecked) s->is_rechecked = recheck_invariants(s);
  return s->is_rechecked;
}
