#include "exec/internal.h"


/* Leaves of a pointer visited one by one by a load or store. */
enum { LEAVES = 32 };
/* Conjuncts of a path used to restrict such a pointer. */
enum { LEAF_CONJUNCTS = 64 };

/*
 * Pointers that are summaries: a load or store through one goes to each leaf
 * under the leaf's guard, and the state does not split.  Where a feasible leaf is
 * not valid, the state splits off that leaf, which then ends as any bad address
 * does.  Whether a leaf is feasible is asked only where it matters: reading what
 * is there at an infeasible one changes nothing, writing makes the state grow.
 */
typedef struct leaf {
  uint64_t address;
  expr guard;
} leaf;

typedef struct leaf_list {
  exec *x;
  leaf items[LEAVES];
  uint32_t count;
} leaf_list;

expr exec_restrict(exec *x, const state *s, expr e) {
  if (!x->strategy.summaries || summary_is_leaf(x->t, e)) return e;
  const uint32_t count = path_count(&s->path);
  if (count > LEAF_CONJUNCTS) return e;
  expr all[LEAF_CONJUNCTS];
  path_conjuncts(&s->path, all);
  return summary_restrict_to_all(x->strategy.summaries, e, all, count);
}

/* In a store for many states (merge/commons.h) a value has leaves of others, which restriction
 * alone need not find: then values that are equal on this path would differ as terms. */
typedef struct leaf_choice {
  exec *x;
  expr path, result;
  uint32_t kept, dropped;
} leaf_choice;

static bool keep(void *context, expr term, expr guard) {
  leaf_choice *c = context;
  summaries *d = c->x->strategy.summaries;
  const expr g = summary_and(d, c->path, guard);
  if (expr_is_false(c->x->t, g)) {
    c->dropped++;
    return true;
  }
  c->result = c->kept++ ? summary_ite(d, guard, term, c->result) : term;
  return c->result.id != 0;
}

static expr own_value(exec *x, const state *s, expr e) {
  e = exec_restrict(x, s, e);
  const uint32_t count = path_count(&s->path);
  if (summary_is_leaf(x->t, e) || count > LEAF_CONJUNCTS) return e;
  expr all[LEAF_CONJUNCTS];
  leaf_choice c = {.x = x, .path = expr_true(x->t)};
  path_conjuncts(&s->path, all);
  for (uint32_t k = 0; k < count; k++) c.path = summary_and(x->strategy.summaries, c.path, all[k]);
  return summary_each_leaf(x->strategy.summaries, e, LEAVES, keep, &c) && c.dropped && c.kept
             ? c.result : e;
}

expr exec_own_value(exec *x, const state *s, expr e) {
  const summary_stats *d = summaries_get_stats(x->strategy.summaries);
  const uint64_t before = d->steps;
  e = own_value(x, s, e);
  x->stats.own_steps += d->steps - before;
  return e;
}

static bool add(void *context, expr term, expr guard) {
  leaf_list *l = context;
  leaf *new = l->items + l->count++;
  new->guard = guard;
  return expr_value(l->x->t, term, &new->address);
}

/* The object lives wherever the guard holds. */
static bool lives(exec *x, const state *s, const object *o, expr guard) {
  if (exec_is_fact(x, o)) exec_note_fact(x);
  return !o->exists.id ||
         path_may(x->solver, &s->path,
                  expr_and(x->t, guard, expr_not(x->t, o->exists))) ==
             ANSWER_UNSAT;
}

static bool is_valid(exec *x, state *s, const leaf *l, uint32_t bytes,
                     bool write) {
  const uint64_t address = l->address;
  const unsigned shift = x->p->object_shift;
  const object *o = exec_reach(x, s, (uint32_t) (address >> shift));
  if (!o || o->actual_size.id || (write && o->is_read_only) ||
      !lives(x, s, o, l->guard))
    return false;
  const uint64_t offset = address - ((uint64_t) o->name << shift);
  return bytes <= o->size && offset <= o->size - bytes;
}

/* Nothing can go wrong there, and no question is needed to know. */
static bool is_plain(exec *x, state *s, const leaf *l, uint32_t bytes) {
  const unsigned shift = x->p->object_shift;
  const object *o = exec_reach(x, s, (uint32_t) (l->address >> shift));
  return o && !o->exists.id && is_valid(x, s, l, bytes, false) &&
         object_is_defined(o, l->address - ((uint64_t) o->name << shift),
                           bytes);
}

/* The leaves to go to; false: the state ended.  None: the address is no summary
 * of numbers, or one leaf is left that the plain way must report. */
static bool find(exec *x, state *s, expr address, uint32_t bytes, bool write,
                 leaf_list *found) {
  *found = (leaf_list) {.x = x};
  address = exec_restrict(x, s, address);
  leaf only = {.guard = expr_true(x->t)};
  if (expr_value(x->t, address, &only.address) &&
      is_valid(x, s, &only, bytes, write)) {
    found->items[found->count++] = only;
    return true;
  }
  if (summary_is_leaf(x->t, address) ||
      !summary_each_leaf(x->strategy.summaries, address, LEAVES, add,
                         found)) {
    found->count = 0;
    return true;
  }
  uint32_t kept = 0;
  for (uint32_t k = 0; k < found->count; k++) {
    const leaf one = found->items[k];
    if (!write && is_plain(x, s, &one, bytes)) {
      found->items[kept++] = one;
      continue;
    }
    if (path_may(x->solver, &s->path, one.guard) == ANSWER_UNSAT) continue;
    if (is_valid(x, s, &one, bytes, write)) {
      found->items[kept++] = one;
      continue;
    }
    const way here = {s->pc, NO_EDGE};
    switch (exec_fork(x, s, expr_not(x->t, one.guard), here, here)) {
    case FORK_ENDED: return false;
    case FORK_TRUE: continue;
    case FORK_FALSE: found->count = 0; return true;
    }
  }
  found->count = kept;
  return true;
}

static expr choose(exec *x, expr guard, expr then, expr other) {
  const expr e = summary_ite(x->strategy.summaries, guard, then, other);
  return e.id ? e : expr_ite(x->t, guard, then, other);
}

static value load(exec *x, state *s, uint64_t address, uint32_t bytes) {
  const unsigned shift = x->p->object_shift;
  const uint32_t name = exec_find(x, s, (uint32_t) (address >> shift))->name;
  const uint64_t offset = address - ((uint64_t) name << shift);
  exec_define_bytes(x, s, name, offset, bytes);
  return object_load(exec_find(x, s, name), x->t, offset, bytes);
}

bool exec_read_leaves(exec *x, state *s, expr address, uint32_t bytes,
                      value *result, bool *done) {
  leaf_list found;
  *done = false;
  if (!x->strategy.summaries) return true;
  if (!find(x, s, address, bytes, false, &found)) return false;
  if (!found.count) return true;
  /* The guards of the leaves exclude each other: the last needs none. */
  expr e = {0};
  for (uint32_t k = found.count; k-- > 0;) {
    const leaf *one = found.items + k;
    const expr there = exec_term(x, load(x, s, one->address, bytes),
                                 8 * bytes);
    e = e.id ? choose(x, one->guard, there, e) : there;
  }
  *result = bytes > 8 ? (value) {.sym = e} : value_from(x->t, e);
  return *done = true;
}

bool exec_write_leaves(exec *x, state *s, expr address, uint32_t bytes,
                       value v, bool *done) {
  leaf_list found;
  *done = false;
  if (!x->strategy.summaries) return true;
  if (!find(x, s, address, bytes, true, &found)) return false;
  const expr new = exec_term(x, v, 8 * bytes);
  for (uint32_t k = 0; k < found.count; k++) {
    const leaf *one = found.items + k;
    const expr old = exec_term(x, load(x, s, one->address, bytes),
                               8 * bytes);
    const expr e = found.count == 1 ? new : choose(x, one->guard, new, old);
    const unsigned shift = x->p->object_shift;
    object *o = exec_own(x, s, exec_find(
        x, s, (uint32_t) (one->address >> shift))->name);
    object_store(o, x->t, one->address - ((uint64_t) o->name << shift), bytes,
                 bytes > 8 ? (value) {.sym = e} : value_from(x->t, e));
  }
  *done = found.count != 0;
  return true;
}
