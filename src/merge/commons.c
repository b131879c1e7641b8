#include "merge/commons.h"

#include "base/checks.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "merge/join_check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct commons {
  merge_fields *members;
  uint32_t count;
  state *ground;                /* the store, and the path that all members' paths begin with */
  pmap guarded;                 /* names of objects in the store that do not live for all */
};

/* Of a guard: each word written takes as many steps. */
enum { MOST_NODES = SIZED(1024, 24) };

/* Members ------------------------------------------------------------------ */

static state *state_of(merge_fields *f) {
  return (state *) (void *) ((char *) f - merge_extension.offset);
}

static void add(commons *c, state *s) {
  merge_fields *f = merge_of(s);
  assert(!f->of);
  f->of = c;
  f->next = c->members;
  f->before = NULL;
  if (f->next) f->next->before = f;
  c->members = f;
  c->count++;
}

static void drop(merge_fields *f) {
  commons *c = f->of;
  if (!c) return;
  if (f->next) f->next->before = f->before;
  if (f->before) f->before->next = f->next;
  else c->members = f->next;
  *f = (merge_fields) {0};
  if (--c->count) return;
  pmap_release(&c->guarded, &pmap_borrowed);
  state_free(c->ground);
  free(c);
}

static void copied(void *part) { memset(part, 0, sizeof(merge_fields)); }
static void release(void *part) { drop(part); }
static void joined(void *part, const void *other) { (void) part, (void) other; }

state_extension merge_extension = {
  .owner = "merge", .size = sizeof(merge_fields), .copied = copied, .release = release,
  .joined = joined};

__attribute__((constructor)) static void enrol(void) { state_register(&merge_extension); }

bool commons_is_one(const state *a, const state *b) {
  return commons_has(a) && merge_of(a)->of == merge_of(b)->of;
}

void commons_add(state *joined, const state *member) {
  assert(commons_has(member) && !joined->memory.objects.count);
  add(merge_of(member)->of, joined);
}

state *commons_ground(const state *s) {
  return commons_has(s) ? merge_of(s)->of->ground : NULL;
}

/* Guards ------------------------------------------------------------------- */

static summaries *diagrams(exec *x) { return exec_get_strategy(x).summaries; }

/* Where the path's inputs are among those of the ground; {0}: no small diagram. */
static expr guard_of(exec *x, const state *ground, const path *p) {
  expr_table *t = exec_table(x);
  const uint32_t common = path_common_count(&ground->path, p), count = path_count(p) - common;
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  expr g = expr_true(t);
  path_conjuncts_from(p, common, all);
  for (uint32_t k = 0; k < count; k++) g = summary_and(diagrams(x), g, all[k]);
  free(all);
  g = summary_guard(diagrams(x), g);
  const bool is_diagram =
      g.id && (expr_is_const(t, g) || expr_get(t, g).op == EXPR_CHOICE) &&
      summary_size(diagrams(x), g, MOST_NODES) < MOST_NODES;
  return is_diagram ? g : (expr) {0};
}

/* A store for many says nothing of made-up objects, put-off conditions, abstract values, lost
 * answers and setjmp. */
static bool may_share(exec *x, const state *s) {
  return !s->unasked.id && !s->made && !s->settled.count && !s->is_tangled && !s->abstraction &&
         !s->fold && !s->path.uncertain && !s->has_unasked && !s->waits && !exec_has_jumps(x);
}

/* Objects that live for some members ----------------------------------------- */

typedef struct sorting {
  exec *x;
  state *s;
  expr guard;                   /* {0}: too large */
  bool settles;
} sorting;

static bool excludes(const sorting *w, expr condition) {
  if (!w->guard.id)
    return path_may(exec_solver(w->x), &w->s->path, condition) == ANSWER_UNSAT;
  return expr_is_false(exec_table(w->x), summary_and(diagrams(w->x), w->guard, condition));
}

/* Others' objects are none of this state's. */
static bool sort_one(void *context, uint32_t key, void *name) {
  const sorting *w = context;
  const uint32_t number = (uint32_t) (uintptr_t) name;
  const object *o = memory_find(&w->s->memory, number);
  (void) key;
  if (!o || !o->exists.id) return true;
  if (excludes(w, o->exists)) memory_remove(&w->s->memory, exec_names(w->x), number);
  else if (w->settles && excludes(w, expr_not(exec_table(w->x), o->exists)))
    memory_own(&w->s->memory, exec_names(w->x), number)->exists = (expr) {0};
  return true;
}

/* The objects of a member's memory are those that may live on its path; `settles`: those that
 * surely do have no condition. */
static void sort_objects(exec *x, const commons *c, state *s, bool settles) {
  sorting w = {x, s, guard_of(x, c->ground, &s->path), settles};
  pmap_each(&c->guarded, sort_one, &w);
}

void commons_wake(exec *x, state *s) {
  const commons *c = merge_of(s)->of;
  if (!c) return;
  assert(!s->memory.objects.count);
  s->memory = memory_copy(c->ground->memory);
  sort_objects(x, c, s, false);
}

void commons_rest(state *s) {
  if (!commons_has(s)) return;
  memory_release(&s->memory);
  s->memory = (memory) {0};
}

/* It has its memory. */
static void leave(exec *x, state *s) {
  commons *c = merge_of(s)->of;
  if (c->count == 1) memory_release(&c->ground->memory);        /* nothing is shared */
  sort_objects(x, c, s, true);
  drop(merge_of(s));
}

void commons_leave(exec *x, state *s) {
  const commons *c = merge_of(s)->of;
  if (!c) return;
  assert(!s->memory.objects.count);
  s->memory = memory_copy(c->ground->memory);
  leave(x, s);
}

state *commons_copy(exec *x, const state *s) {
  const commons *c = merge_of(s)->of;
  state *copy = state_copy(s);
  if (!c) return copy;
  assert(!copy->memory.objects.count);
  copy->memory = memory_copy(c->ground->memory);
  sort_objects(x, c, copy, true);
  return copy;
}

/* Checks ------------------------------------------------------------------- */

/* Members that the hostile build compares with the store at each commit. */
enum { CHECKED = 8 };

static void check(const commons_slice *l, const commons *c, const state *s, expr guard,
                  const memory *before) {
  exec *x = l->x;
  unsigned looked = 0;
  if (!CHECKS_ARE_ON) return;
  join_check_memory(x, s, &s->memory, &c->ground->memory);
  for (merge_fields *f = c->members; f && looked < CHECKED; f = f->next, looked++) {
    const state *other = state_of(f);
    if (other == s || other == l->running) continue;
    const expr g = guard_of(x, c->ground, &other->path);
    if (g.id && !expr_is_false(exec_table(x), summary_and(diagrams(x), g, guard)))
      fatal("two states of one store have common inputs");
    join_check_memory(x, other, before, &c->ground->memory);
  }
}

/* Commits ------------------------------------------------------------------ */


static bool note_guarded(void *context, uint32_t key, void *before, void *own) {
  commons *c = context;
  const object *o = pmap_get(&c->ground->memory.objects, key);
  (void) before, (void) own;
  pmap_set(&c->guarded, &pmap_borrowed, key,
           o && o->exists.id ? (void *) (uintptr_t) o->name : NULL);
  return true;
}

/* What the state wrote since the base holds where the guard does.  False: refused, and the store
 * is as before. */
static bool commit(commons_slice *l, commons *c, const state *s, expr guard) {
  state *ground = c->ground;
  if (pmap_same(&l->base.objects, &s->memory.objects)) return true;
  memory before = memory_copy(ground->memory);
  l->stats.commits++;
  const bool is_written =
      join_commit(l->x, ground, s, &l->base, guard, &l->stats.words);
  if (is_written) {
    pmap_diff(&l->base.objects, &s->memory.objects, note_guarded, c);
    check(l, c, s, guard, &before);
    memory_release(&before);
  } else {
    memory_release(&ground->memory);
    ground->memory = before;
  }
  return is_written;
}

static void set_base(commons_slice *l, const memory *m) {
  memory_release(&l->base);
  l->base = memory_copy(*m);
}

static commons *begin(commons_slice *l, const state *child, state *parent) {
  commons *c = mem_zeroed(1, sizeof *c);
  c->ground = state_new();
  c->ground->path = path_common(&child->path, &parent->path);
  c->ground->memory = memory_copy(child->memory);
  l->stats.begun++;
  return c;
}

static uint64_t steps(exec *x) { return summaries_get_stats(diagrams(x))->steps; }

static void part(commons_slice *l, state *child, state *parent) {
  expr_table *t = exec_table(l->x);
  commons *c = merge_of(parent)->of, *new = c ? NULL : begin(l, child, parent);
  const state *ground = c ? c->ground : new->ground;
  const expr g = guard_of(l->x, ground, &child->path), h = guard_of(l->x, ground, &parent->path);
  const bool are_disjoint =
      g.id && h.id && expr_is_false(t, summary_and(diagrams(l->x), g, h));
  expr either = are_disjoint ? summary_or(diagrams(l->x), g, h) : (expr) {0};
  if (!are_disjoint || (c && !commit(l, c, child, either))) {
    if (new) {
      state_free(new->ground);
      free(new);
    }
    return;
  }
  if (new) add(new, parent);
  set_base(l, &child->memory);
  add(merge_of(parent)->of, child);
  commons_rest(child);
}

void commons_born(commons_slice *l, state *child, state *parent) {
  if (!l->x || parent != l->running || !may_share(l->x, child) || !may_share(l->x, parent))
    return;
  const uint64_t before = steps(l->x);
  part(l, child, parent);
  l->stats.steps += steps(l->x) - before;
}

void commons_begin(commons_slice *l, state *s) {
  if (!l->x) return;
  const uint64_t before = steps(l->x);
  assert(!l->running);
  l->running = s;
  commons *c = merge_of(s)->of;
  if (c && c->count > 1 && may_share(l->x, s)) {
    commons_wake(l->x, s);
    set_base(l, &s->memory);
  } else if (c) {
    l->stats.left += c->count > 1;
    commons_leave(l->x, s);
  }
  l->stats.steps += steps(l->x) - before;
}

void commons_end(commons_slice *l, state *s) {
  if (!l->x) return;
  const uint64_t before = steps(l->x);
  commons *c = s ? merge_of(s)->of : NULL;
  assert(!s || s == l->running);
  if (c) {
    const expr g = may_share(l->x, s) ? guard_of(l->x, c->ground, &s->path) : (expr) {0};
    if (c->count > 1 && g.id && !expr_is_const(exec_table(l->x), g) && commit(l, c, s, g)) {
      commons_rest(s);
    } else {
      l->stats.left += c->count > 1;
      leave(l->x, s);
    }
  }
  l->running = NULL;
  memory_release(&l->base);
  l->base = (memory) {0};
  l->stats.steps += steps(l->x) - before;
}
