#include "explore/follow.h"

#include "explore/fields.h"

#include <assert.h>
#include <string.h>

/* The values of one input of the path.  False: the job has another one there. */
static bool assign(follower *f, const follower_way *w, const input *i) {
  if (i->index >= w->job->inputs.count) return false;
  const fixed_input *v = w->job->inputs.items + i->index;
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
static bool is_on_way(follower *f, uint32_t number, const state *s) {
  assert(number < f->ways.count && !f->ways.items[number].found);
  const follower_way *w = f->ways.items + number;
  /* One evaluator for all: it has values for the whole table of terms. */
  const bool is_same = f->inputs_of == number + 1;
  const uint32_t from = is_same ? w->assigned : 0;
  if (!is_same) evaluator_clear(f->eval);
  f->inputs_of = number + 1;
  for (const input *i = s->inputs; i && i->index >= from; i = i->before)
    if (i->index < w->job->inputs.count && !assign(f, w, i)) return false;
  const uint32_t count = path_count(&s->path);
  if (count < w->held) return false;
  expr *news = mem_resize(NULL, count - w->held + 1, sizeof *news);
  path_conjuncts_from(&s->path, w->held, news);
  bool holds = true;
  for (uint32_t k = 0; k < count - w->held && holds; k++)
    holds = evaluator_value(f->eval, news[k]) && evaluator_is_exact(f->eval);
  free(news);
  return holds;
}

void follower_born(follower *f, state *child) { vec_push(&f->born, child); }

void follower_ended(follower *f, const state *s) {
  for (uint32_t k = 0; k < f->current.count; k++) {
    const uint32_t number = f->current.items[k];
    f->ways.items[number].has_diverged |= is_on_way(f, number, s);
  }
}

/* Of those that are there now each way has one; the others go. */
static void choose(follower *f, state *ran) {
  if (ran) vec_push(&f->born, ran);
  follower_ways rest = f->current, left = {0};
  for (uint32_t k = 0; k < f->born.count; k++) {
    follower_step next = {.state = f->born.items[k]};
    for (uint32_t i = 0; i < rest.count; i++) {
      const uint32_t number = rest.items[i];
      follower_way *w = f->ways.items + number;
      if (w->has_diverged) continue;
      if (!is_on_way(f, number, next.state)) {
        vec_push(&left, number);
        continue;
      }
      w->assigned = state_input_count(next.state);
      w->held = path_count(&next.state->path);
      vec_push(&next.ways, number);
    }
    if (next.ways.count) vec_push(&f->steps, next);
    else state_free(next.state);
    const follower_ways empty = rest;
    rest = left;
    left = empty;
    vec_clear(&left);
  }
  vec_release(&rest);
  vec_release(&left);
  f->current = (follower_ways) {0};
  vec_clear(&f->born);
}

/* Who is where its way leads goes; those whose way leads on stay. */
static void arrive(follower *f, follower_step *at) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < at->ways.count; k++) {
    const uint32_t number = at->ways.items[k];
    follower_way *w = f->ways.items + number;
    assert(!w->found && !w->has_diverged);
    if (at->state->forks < w->job->depth) at->ways.items[count++] = number;
    else if (at->state->forks == w->job->depth &&
             at->state->decisions == w->job->decisions)
      w->found = state_copy(at->state);
  }
  at->ways.count = count;
}

/* Instructions of one slice on the way to a job: 2.6 ms between two looks at the clock. */
enum { FUEL = 1 << 18 };

void follow_jobs(follower *f, exec *x, const job *const *jobs, uint32_t count,
                 state *first, volatile const int *stop, state **found) {
  *f = (follower) {.exec = x, .eval = evaluator_new(exec_table(x))};
  const exec_stats before = *exec_get_stats(x);
  follower_step start = {.state = first};
  for (uint32_t k = 0; k < count; k++) {
    vec_push(&f->ways, ((follower_way) {.job = jobs[k]}));
    vec_push(&start.ways, k);
  }
  if (count == 1) exec_fix_picks(x, jobs[0]->picks.items, jobs[0]->picks.count);
  vec_push(&f->steps, start);
  while (f->steps.count) {
    follower_step at = vec_pop(&f->steps);
    arrive(f, &at);
    if (!at.ways.count || *stop) {
      vec_release(&at.ways);
      state_free(at.state);
      continue;
    }
    f->current = at.ways;
    const bool lives =
        exec_run(x, at.state, FUEL) == EXEC_RUNS;
    choose(f, lives ? at.state : NULL);
  }
  exec_fix_picks(x, NULL, 0);
  for (uint32_t k = 0; k < count; k++) {
    found[k] = f->ways.items[k].found;
    if (found[k]) explore_of(found[k])->share = jobs[k]->share;
  }
  /* All of that was counted when it was first done. */
  const uint64_t ran = exec_get_stats(x)->instructions - before.instructions;
  *exec_get_stats(x) = before;
  exec_get_stats(x)->replayed += ran;
  evaluator_free(f->eval);
  vec_release(&f->ways);
  vec_release(&f->steps);
  vec_release(&f->born);
}
