#include "finding/optimistic.h"

#include "base/limits.h"
#include "base/mem.h"
#include "finding/gate.h"
#include "finding/seeds.h"

#include <string.h>

/* The condition, and what of the path shares symbols with it. */
static bool is_sat(session *s, const state *at, expr condition, varset *vars) {
  expr_table *t = exec_table(s->exec);
  solver *chain = exec_solver(s->exec);
  const uint32_t count = path_count(&at->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  VEC(expr) asked = {0};
  const varset wanted = varset_of(t, condition);
  *vars = wanted;
  path_conjuncts(&at->path, all);
  for (uint32_t k = 0; k < count; k++) {
    const varset has = varset_of(t, all[k]);
    if (!varset_intersects(t, has, wanted)) continue;
    vec_push(&asked, all[k]);
    *vars = varset_union(t, *vars, has);
  }
  vec_push(&asked, condition);
  solver_set_limit(chain, limits.finding_optimistic);
  answer a = solver_check(chain, asked.items, asked.count);
  if (a != ANSWER_SAT) {        /* the condition alone */
    *vars = wanted;
    a = solver_check(chain, &condition, 1);
  }
  free(all);
  vec_release(&asked);
  return a == ANSWER_SAT;
}

/* The path's inputs, with the answer's values for what was asked about. */
static void take_answer(session *s, varset vars, fixed_inputs *inputs) {
  expr_table *t = exec_table(s->exec);
  solver *chain = exec_solver(s->exec);
  for (uint32_t k = 0; k < inputs->count; k++) {
    fixed_input *f = inputs->items + k;
    const uint32_t symbols = f->kind == INPUT_OBJECT ? f->size : 1;
    for (uint32_t i = 0; i < symbols; i++) {
      if (!varset_contains(t, vars, f->symbol + i)) continue;
      const uint64_t bits = solver_model_value(chain, expr_symbol(t, f->symbol + i));
      if (f->kind == INPUT_OBJECT) f->bytes[i] = (uint8_t) bits;
      else memcpy(f->bytes, &bits, f->size < 8 ? f->size : 8);
    }
  }
}

/* Runs it in the twin; whether it takes an edge of the user's that nobody took. */
static bool covers_new(session *s, const fixed_inputs *inputs, const state *at) {
  const uint32_t edges = s->program->edge_count;
  uint8_t *covered = exec_covered_edges(s->exec);
  exec_trace trace = {.seen = mem_zeroed(edges + 1, 1)};
  const ending any = {.kind = OUTCOME_EXIT};
  exec_set_trace(s->twin, &trace);
  gate_confirms(s, inputs, at, &any);
  exec_set_trace(s->twin, NULL);
  bool is_new = false;
  for (uint32_t k = 0; k < edges; k++)
    if (trace.seen[k] && !covered[k]) {
      is_new = true;
      covered[k] = s->tested[k] = 1;
    }
  vec_release(&trace.steps);
  free(trace.seen);
  return is_new && !exec_inputs_diverged(s->twin);
}

void optimistic_try(session *s, const state *at) {
  const expr condition = exec_open_condition(s->exec);
  varset vars;
  if (!condition.id || *s->stop || !(s->o->corpus || s->o->seed_files) ||
      s->remote || at->skipped.id || at->abstraction)
    return;
  s->optimistic_asked++;
  if (is_sat(s, at, condition, &vars)) {
    fixed_inputs inputs;
    explore_model(s->explore, at, &inputs);
    take_answer(s, vars, &inputs);
    if (covers_new(s, &inputs, at)) {
      testcase t = {0};
      session_fill_testcase(s, &inputs, &t);
      s->optimistic_kept++;
      const bool is_bug = s->twin_ended && outcome_is_bug(s->twin_end.kind);
      if (!is_bug) session_add_to_corpus(s, &t);
      if (s->o->seed_files) seed_files_add(s->o->seed_files, &t);
      testcase_release(&t);
    }
    fixed_inputs_release(&inputs);
  }
  solver_set_limit(exec_solver(s->exec), 0);
}
