#include "explore/follow.h"

#include "base/limits.h"
#include "explore/part.h"

#include <string.h>

/* The values of one input of the path.  False: the job has another one there. */
static bool assign(follower *f, const input *i) {
  if (i->index >= f->job->inputs.count) return false;
  const fixed_input *v = f->job->inputs.items + i->index;
  if (v->kind != i->kind || v->size != i->size || strcmp(v->name, i->name))
    return false;
  if (i->kind == INPUT_OBJECT) {
    for (uint32_t k = 0; k < i->size; k++)
      evaluator_assign(f->eval, i->symbol + k, v->bytes[k]);
    return true;
  }
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  if (i->size > sizeof limbs) return false;
  memcpy(limbs, v->bytes, i->size);
  evaluator_assign_wide(f->eval, i->symbol, limbs);
  return true;
}

/* Whether the job's input takes the way of the state, which is the followed one or
 * one that was born of it just now.  The state may have asked for inputs behind
 * the job's place, where nothing is decided by them any more. */
static bool is_on_way(follower *f, const state *s) {
  for (const input *i = s->inputs; i && i->index >= f->assigned; i = i->before)
    if (i->index < f->job->inputs.count && !assign(f, i)) return false;
  const uint32_t count = path_count(&s->path);
  if (count < f->held) return false;
  expr *news = mem_resize(NULL, count - f->held + 1, sizeof *news);
  path_conjuncts_from(&s->path, f->held, news);
  bool holds = true;
  for (uint32_t k = 0; k < count - f->held && holds; k++)
    holds = evaluator_value(f->eval, news[k]) && evaluator_is_exact(f->eval);
  free(news);
  return holds;
}

void follower_born(follower *f, state *child) { vec_push(&f->born, child); }

void follower_ended(follower *f, const state *s) {
  f->has_diverged |= is_on_way(f, s);
}

/* Of those that are there now, the one that the input takes; the others go. */
static state *choose(follower *f, state *ran) {
  state *chosen = NULL;
  if (ran) vec_push(&f->born, ran);
  for (uint32_t k = 0; k < f->born.count; k++) {
    state *s = f->born.items[k];
    if (!chosen && is_on_way(f, s)) chosen = s;
    else state_free(s);
  }
  vec_clear(&f->born);
  if (!chosen) return NULL;
  f->assigned = state_input_count(chosen);
  f->held = path_count(&chosen->path);
  return chosen;
}

state *follow_job(follower *f, exec *x, const job *j, state *first,
                  volatile const int *stop) {
  *f = (follower) {.exec = x, .job = j, .eval = evaluator_new(exec_table(x))};
  const exec_stats before = *exec_get_stats(x);
  state *s = first;
  exec_fix_picks(x, j->picks.items, j->picks.count);
  while (s && s->forks < j->depth && !f->has_diverged && !*stop) {
    const bool lives = exec_run(x, s, limits.explore_follow_fuel) == EXEC_RUNS;
    s = choose(f, lives ? s : NULL);
  }
  exec_fix_picks(x, NULL, 0);
  if (s && (f->has_diverged || s->forks != j->depth ||
            s->decisions != j->decisions)) {
    state_free(s);
    s = NULL;
  }
  /* All of that was counted when it was first done. */
  const uint64_t ran = exec_get_stats(x)->instructions - before.instructions;
  *exec_get_stats(x) = before;
  exec_get_stats(x)->replayed += ran;
  if (s) explore_of(s)->share = j->share;
  evaluator_free(f->eval);
  vec_release(&f->born);
  return s;
}
