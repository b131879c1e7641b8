#include "exec/fan.h"

#include "base/hash.h"
#include "base/mem.h"
#include "exec/internal.h"

#include <assert.h>
#include <string.h>

/* Fans ---------------------------------------------------------------------- */

fan *fan_new(const fan_way *ways, uint32_t count) {
  assert(count > 1);
  fan *n = mem_resize(NULL, 1, sizeof *n + count * sizeof *ways);
  n->refs = 1;
  n->count = count;
  memcpy(n->ways, ways, count * sizeof *ways);
  return n;
}

/* A sum: the order of the ways does not matter. */
static uint64_t hash_of(const fan *n) {
  uint64_t sum = 0;
  for (uint32_t k = 0; k < n->count; k++)
    sum += hash_word(n->ways[k].caller->stack, n->ways[k].resume);
  return sum;
}

static void take_caller(frame *f, frame *caller, uint32_t resume, uint32_t restart) {
  frame_retain(caller);
  frame_release(f->caller);
  f->caller = caller;
  f->resume = resume;
  f->restart = restart;
}

void fan_set(frame *f, fan *n) {
  assert(f->refs == 1 && !f->fan);
  const fan_way *deepest = n->ways;
  uint64_t bytes = 0;
  for (uint32_t k = 0; k < n->count; k++) {
    const frame *caller = n->ways[k].caller;
    if (caller->depth > deepest->caller->depth) deepest = n->ways + k;
    if (caller->stack_bytes > bytes) bytes = caller->stack_bytes;
  }
  take_caller(f, deepest->caller, deepest->resume, deepest->restart);
  f->fan = n;
  f->depth = deepest->caller->depth + 1;
  f->stack_bytes = bytes + frame_bytes(f->function);
  f->stack = hash_word(hash_of(n), f->function->symbol);
}

bool fan_is_in(const state *s) {
  for (const frame *f = s->top; f; f = f->caller)
    if (f->fan) return true;
  return false;
}

/* One of several --------------------------------------------------------------- */

static bool same_value(value a, value b) {
  return a.sym.id == b.sym.id && (a.sym.id || value_bits(a) == value_bits(b));
}

bool fan_agrees(const frame *a, const frame *b, uint32_t pc) {
  const ir_function *f = a->function;
  if (a == b) return true;
  if (f != b->function || f->is_library || !a->caller || !b->caller ||
      a->first_slot | b->first_slot || a->variadic | b->variadic ||
      a->is_any_call | b->is_any_call || a->event || b->event)
    return false;
  uint64_t *live = mem_zeroed((f->reg_count + 63) / 64, sizeof *live);
  bool is_same = true;
  ir_live_at(f, pc, live);
  for (uint32_t k = 0; k < f->reg_count && is_same; k++)
    is_same = !(live[k / 64] >> k % 64 & 1) || same_value(a->regs[k], b->regs[k]);
  free(live);
  return is_same;
}

static uint32_t pc_behind(const fan_way *w) {
  return w->resume != UINT32_MAX ? w->resume + 1 : w->restart;
}

/* Callers of callers that are united by recursion: some 400 bytes of stack each. */
enum { MOST_LEVELS = 1024 };

static bool lead_to_one(const fan_way *v, const fan_way *w, unsigned level) {
  return v->resume == w->resume && v->restart == w->restart &&
         (v->caller == w->caller ||
          (level < MOST_LEVELS && v->caller->entered == w->caller->entered &&
           fan_agrees(v->caller, w->caller, pc_behind(v))));
}

static expr both(exec *x, expr g, expr h) {
  summaries *d = x->strategy.summaries;
  return d ? summary_and(d, g, h) : expr_and(x->t, g, h);
}

static expr either(exec *x, expr g, expr h) {
  summaries *d = x->strategy.summaries;
  return d ? summary_or(d, g, h) : expr_or(x->t, g, h);
}

typedef VEC(fan_way) way_list;
typedef VEC(fan_part) part_list;

/* All ways of the parts' frames.  Callers are not counted. */
static way_list ways_of(exec *x, const fan_part *parts, uint32_t count) {
  way_list all = {0};
  for (uint32_t k = 0; k < count; k++) {
    const frame *f = parts[k].frame;
    for (uint32_t n = 0; f->fan && n < f->fan->count; n++) {
      fan_way w = f->fan->ways[n];
      w.guard = both(x, parts[k].guard, w.guard);
      vec_push(&all, w);
    }
    if (!f->fan)
      vec_push(&all, ((fan_way) {parts[k].guard, f->caller, f->resume, f->restart}));
  }
  return all;
}

static frame *unite(exec *, const fan_part *, uint32_t, unsigned level);

/* Ways that lead to one become one, with a caller that is counted. */
static way_list unite_ways(exec *x, const way_list *all, unsigned level) {
  way_list united = {0};
  bool *is_done = mem_zeroed(all->count + 1, sizeof *is_done);
  for (uint32_t k = 0; k < all->count; k++) {
    part_list parts = {0};
    fan_way to = all->items[k];
    bool is_same = true;
    if (is_done[k]) continue;
    to.guard = expr_false(x->t);
    for (uint32_t n = k; n < all->count; n++) {
      const fan_way *w = all->items + n;
      if (is_done[n] || !lead_to_one(&to, w, level)) continue;
      is_done[n] = true;
      is_same &= w->caller == to.caller;
      to.guard = either(x, to.guard, w->guard);
      vec_push(&parts, ((fan_part) {w->guard, w->caller}));
    }
    if (!expr_is_false(x->t, to.guard)) {
      if (is_same) frame_retain(to.caller);
      else to.caller = unite(x, parts.items, parts.count, level + 1);
      vec_push(&united, to);
    }
    vec_release(&parts);
  }
  free(is_done);
  return united;
}

static frame *unite(exec *x, const fan_part *parts, uint32_t count,
                    unsigned level) {
  frame *first = parts->frame;
  bool is_same = true;
  for (uint32_t k = 1; k < count; k++) is_same &= parts[k].frame == first;
  if (is_same) {
    frame_retain(first);
    return first;
  }
  way_list all = ways_of(x, parts, count);
  way_list ways = unite_ways(x, &all, level);
  assert(ways.count);
  const fan_way *to = ways.items;
  frame_retain(to->caller);
  frame *new = frame_new(first->function, to->caller, to->resume, first->loops != NULL);
  new->restart = to->restart;
  new->entered = first->entered;
  for (uint32_t k = 0; k < count; k++) {
    const frame *f = parts[k].frame;
    if (f->serial > new->serial) new->serial = f->serial;
    for (uint32_t b = 0; f->loops && b < f->function->block_count; b++)
      if (f->loops[b] > new->loops[b]) new->loops[b] = f->loops[b];
  }
  memcpy(new->regs, first->regs, first->function->reg_count * sizeof *first->regs);
  if (ways.count > 1) fan_set(new, fan_new(ways.items, ways.count));
  else frame_release(to->caller);
  vec_release(&all);
  vec_release(&ways);
  return new;
}

frame *fan_unite(exec *x, const fan_part *parts, uint32_t count) {
  return unite(x, parts, count, 0);
}

/* Ways ---------------------------------------------------------------------- */

/* What a frame's number says of those below it, anew from its caller. */
static void rehash(frame *f) {
  f->stack = hash_word(hash_word(f->caller->stack, f->resume), f->function->symbol);
  f->stack_bytes = f->caller->stack_bytes + frame_bytes(f->function);
}

/* The state's topmost fan has only this way. */
static void narrow(state *s, const fan_way *to) {
  VEC(frame *) above = {0};
  frame **at = &s->top;
  while (!frame_own(at)->fan) {
    vec_push(&above, *at);
    at = &(*at)->caller;
  }
  frame *f = *at;
  fan *n = f->fan;
  f->fan = NULL;
  take_caller(f, to->caller, to->resume, to->restart);
  fan_release(n);
  rehash(f);
  while (above.count) rehash(vec_pop(&above));
  vec_release(&above);
}

/* Ways to go on, with their conditions; callers are counted.  Of a return those that lead to one
 * function's place are one. */
static way_list ways_out(exec *x, const state *s, const frame *f) {
  way_list out = {0};
  for (uint32_t k = 0; k < f->fan->count; k++) {
    fan_way w = f->fan->ways[k];
    w.guard = exec_restrict(x, s, w.guard);
    if (expr_is_false(x->t, w.guard)) continue;
    vec_push(&out, w);
  }
  if (f != s->top) {
    for (uint32_t k = 0; k < out.count; k++) frame_retain(out.items[k].caller);
    return out;
  }
  way_list united = {0};
  for (uint32_t k = 0; k < out.count; k++) {
    part_list parts = {0};
    fan_way to = out.items[k];
    if (!to.caller) continue;
    for (uint32_t n = k; n < out.count; n++) {
      fan_way *w = out.items + n;
      if (!w->caller || w->resume != to.resume || w->restart != to.restart ||
          !fan_agrees(to.caller, w->caller, pc_behind(w)))
        continue;
      vec_push(&parts, ((fan_part) {w->guard, w->caller}));
      if (n > k) to.guard = either(x, to.guard, w->guard);
      w->caller = NULL;
    }
    to.caller = fan_unite(x, parts.items, parts.count);
    if (parts.count > 1) {
      to.caller = frame_own(&to.caller);
      to.caller->entered = s->frontier;
    }
    vec_push(&united, to);
    vec_release(&parts);
  }
  vec_release(&out);
  return united;
}

static void take(exec *x, state *s, const fan_way *to, uint32_t number) {
  path_assume(x->solver, &s->path, to->guard);
  exec_note_condition(x, s, to->guard);
  narrow(s, to);
  const uint64_t site = exec_site(x, s->top->function, s->pc);
  s->decisions = hash_word(s->decisions, site + ((uint64_t) number << 32));
  s->forks++;
}

bool fan_resolve(exec *x, state *s) {
  const frame *f = s->top;
  while (f && !f->fan) f = f->caller;
  if (!f) return true;
  way_list out = ways_out(x, s, f);
  uint32_t last = out.count;
  bool is_unknown = false;
  assert(!s->unasked.id);
  for (uint32_t k = 0; k < out.count; k++) {
    const answer a = path_may(x->solver, &s->path, out.items[k].guard);
    is_unknown |= a == ANSWER_UNKNOWN;
    if (a != ANSWER_SAT) continue;
    if (last < out.count) {
      state *child = exec_split(x, s);
      take(x, child, out.items + last, last);
      x->stats.forks++;
      exec_hand_on(x, child, s);
    }
    last = k;
  }
  if (last < out.count && is_unknown) {
    state *child = exec_split(x, s);
    take(x, child, out.items + last, last);
    exec_hand_on(x, child, s);
  }
  const bool goes_on = last < out.count && !is_unknown;
  if (goes_on) take(x, s, out.items + last, last);
  for (uint32_t k = 0; k < out.count; k++) frame_release(out.items[k].caller);
  vec_release(&out);
  return goes_on || exec_finish(x, s, OUTCOME_UNKNOWN_ANSWER, solver_unknown_reason(x->solver));
}
