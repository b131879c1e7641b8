#include "expr/sweep.h"

#include "base/clock.h"
#include "base/limits.h"
#include "expr/rewrite.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/*
 * Mark and sweep.  Survivors keep their indices; a new node takes the lowest free
 * one, so the table stays as long as it once was, and no handle changes.  The
 * hostile build gives no index twice: code that still has one of a swept term
 * fails when it looks at it.
 *
 * `taken` has a bit for each index below `taken_count` that a survivor of the last
 * sweep or a node made since has.
 */
struct sweeper {
  VEC(sweep_root) roots;
  VEC(uint32_t) stack;
  uint64_t *marked;             /* while a sweep is at work */
  uint64_t *taken;
  uint32_t taken_count;
  uint32_t next;                /* no index below is free */
  uint32_t number;
  uint32_t live, made;          /* after the last sweep, and since */
  sweep_stats stats;
};

struct sweeper *sweeper_new(void) {
  return mem_zeroed(1, sizeof(struct sweeper));
}

void sweeper_free(struct sweeper *s) {
  vec_release(&s->roots);
  vec_release(&s->stack);
  free(s->taken);
  free(s);
}

void sweep_add_root(expr_table *t, sweep_root r) {
  vec_push(&t->sweeper->roots, r);
}

void sweep_remove_root(expr_table *t, const void *context) {
  struct sweeper *s = t->sweeper;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->roots.count; i++)
    if (s->roots.items[i].context != context)
      s->roots.items[kept++] = s->roots.items[i];
  s->roots.count = kept;
}

uint32_t sweep_number(const expr_table *t) { return t->sweeper->number; }

sweep_stats sweep_get_stats(const expr_table *t) { return t->sweeper->stats; }

static bool has(const uint64_t *bits, uint32_t id) {
  return bits[id / 64] >> id % 64 & 1;
}

static void put(uint64_t *bits, uint32_t id) {
  bits[id / 64] |= UINT64_C(1) << id % 64;
}

bool sweep_is_marked(const expr_table *t, expr e) {
  return e.id < t->count && has(t->sweeper->marked, e.id);
}

bool sweep_is_there(const expr_table *t, expr e) {
  return e.id && e.id < t->count && t->nodes[e.id].op != EXPR_NONE;
}

static void reach(expr_table *t, uint32_t id) {
  struct sweeper *s = t->sweeper;
  assert(id < t->count && t->nodes[id].op != EXPR_NONE);
  if (has(s->marked, id)) return;
  put(s->marked, id);
  if (table_ops[t->nodes[id].op].arity) vec_push(&s->stack, id);
}

void sweep_mark(expr_table *t, expr e) {
  struct sweeper *s = t->sweeper;
  if (e.id <= EXPR_UNDEFINED.id) return;
  reach(t, e.id);
  while (s->stack.count) {
    const expr_node *n = t->nodes + vec_pop(&s->stack);
    for (unsigned i = 0; i < table_ops[n->op].arity; i++)
      reach(t, n->arg[i].id);
  }
}

/* The table's own: what is always there, symbols, and the rewriter's caches. */
static void mark_own(expr_table *t) {
  put(t->sweeper->marked, 0);
  put(t->sweeper->marked, EXPR_UNDEFINED.id);
  sweep_mark(t, (expr) {EXPR_FALSE_ID});
  sweep_mark(t, (expr) {EXPR_TRUE_ID});
  for (uint32_t i = 0; i < t->symbols.count; i++)
    sweep_mark(t, t->symbols.items[i].term);
  rewrite_memo_mark(t);
}

/* The hostile build forgets a root on request: test/forgotten.sh sees that what it
 * held is missed. */
static bool is_forgotten(const sweep_root *r) {
  const char *name = LIMITS_ARE_HOSTILE ? getenv("BRAID_FORGET_ROOT") : NULL;
  return name && !strcmp(name, r->name);
}

static void mark_all(expr_table *t) {
  const struct sweeper *s = t->sweeper;
  mark_own(t);
  for (uint32_t i = 0; i < s->roots.count; i++)
    if (!is_forgotten(s->roots.items + i) && s->roots.items[i].mark)
      s->roots.items[i].mark(s->roots.items[i].context, t);
}

static void refill_slots(expr_table *t) {
  const uint32_t last = 2 * t->capacity - 1;
  memset(t->slot, 0, 2 * (size_t) t->capacity * sizeof *t->slot);
  for (uint32_t id = EXPR_FALSE_ID; id < t->count; id++) {
    const expr_node *n = t->nodes + id;
    if (n->op == EXPR_NONE) continue;
    uint32_t i = (uint32_t) n->key & last;
    while (t->slot[i]) i = (i + 1) & last;
    t->slot[i] = n->key << 32 | id;
  }
}

static void drop_unmarked(expr_table *t) {
  struct sweeper *s = t->sweeper;
  s->live = 0;
  for (uint32_t id = EXPR_FALSE_ID; id < t->count; id++) {
    expr_node *n = t->nodes + id;
    if (n->op == EXPR_NONE) continue;
    if (has(s->marked, id)) {
      s->live++;
      continue;
    }
    *n = (expr_node) {.op = EXPR_NONE};
    s->stats.terms++;
  }
  free(s->taken);
  s->taken = s->marked;
  s->taken_count = t->count;
  s->marked = NULL;
  s->next = s->made = 0;
  refill_slots(t);
}

void sweep_run(expr_table *t) {
  struct sweeper *s = t->sweeper;
  const uint64_t begun = clock_ns();
  s->number++;
  s->marked = mem_zeroed((size_t) t->count / 64 + 1, sizeof *s->marked);
  varset_begin_sweep(t);
  mark_all(t);
  for (uint32_t i = 0; i < s->roots.count; i++)
    if (s->roots.items[i].forget)
      s->roots.items[i].forget(s->roots.items[i].context, t);
  varset_end_sweep(t);
  range_forget(t);
  drop_unmarked(t);
  s->stats.sweeps++;
  s->stats.ns += clock_ns() - begun;
}

/* Much was made, or the table would have to grow though much of it may be dead. */
bool sweep_is_due(const expr_table *t) {
  const struct sweeper *s = t->sweeper;
  const uint64_t used = (uint64_t) s->live + s->made;
  return (s->made >= limits.expr_sweep_made && s->made >= s->live / 2) ||
         (t->capacity > limits.expr_sweep_made && s->made >= t->capacity / 4 &&
          used + t->capacity / 8 >= t->capacity);
}

uint32_t sweeper_take(expr_table *t) {
  struct sweeper *s = t->sweeper;
  s->made++;
  if (LIMITS_ARE_HOSTILE) return t->count;
  while (s->next < s->taken_count) {
    const uint64_t free = ~s->taken[s->next / 64] >> s->next % 64;
    if (!free) {
      s->next = (s->next / 64 + 1) * 64;
      continue;
    }
    s->next += (uint32_t) __builtin_ctzll(free);
    if (s->next >= s->taken_count) break;
    return s->next++;
  }
  return t->count;
}
