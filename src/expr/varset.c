#include "expr/varset.h"

#include "base/hash.h"
#include "base/limits.h"
#include "expr/sweep.h"
#include "expr/table.h"

#include <string.h>

/* Unions of sets that are remembered; sets whose cost was counted lately. */
enum { UNION_MEMO = SIZED(1 << 14, 2), COUNTED = SIZED(1 << 14, 4) };

/*
 * `signature` has a bit for each symbol modulo 64: sets whose signatures share
 * no bit share no symbol.  `of` maps terms to sets, plus one so that 0 is "not found yet".
 * `memo` remembers unions; it is lossy, and a forgotten one is made again and
 * interned to the same handle.  `hulls` has the first symbol of a term and one
 * past its last: a term over n symbols takes n steps there, and n * n / 2 in sets, if
 * they came one by one.
 */
typedef struct set_info {
  uint64_t signature;
  uint32_t offset, count;       /* symbols, in the pool */
} set_info;

typedef struct hull { uint32_t first, end; } hull;      /* {0, 0}: not found yet */
enum { SYMBOLS_A_UNIT = 4 };    /* written in 10 ns */

static const hull no_symbol = {UINT32_MAX, 0};

typedef struct union_memo { uint32_t a, b, result; } union_memo;

struct varset_store {
  VEC(set_info) sets;           /* [0] is the empty set */
  VEC(uint32_t) pool;
  VEC(uint32_t) scratch;
  VEC(uint32_t) stack;
  hash_index index;             /* of sets that are not empty */
  uint8_t *marked;              /* by set, while a sweep is at work */
  VEC(uint32_t) free;           /* handles of sets that were swept */
  uint32_t *of;
  hull *hulls;
  uint64_t *walks;              /* terms: in which walk they were last found ... */
  uint64_t walk;                /* ... not to touch the set of this one */
  varset walked;
  uint64_t steps;               /* symbols written, which depend on what was swept */
  uint64_t work;                /* counted: not so */
  uint64_t counted[COUNTED];    /* keys, direct-mapped; a sweep leaves them */
  uint32_t of_capacity;         /* of all three */
  union_memo memo[UNION_MEMO];
};

static struct varset_store *store(expr_table *t) {
  if (!t->varsets) {
    struct varset_store *s = mem_zeroed(1, sizeof *s);
    vec_push(&s->sets, ((set_info) {0, 0, 0}));
    t->varsets = s;
  }
  return t->varsets;
}

void varset_store_free(struct varset_store *s) {
  if (!s) return;
  vec_release(&s->sets);
  vec_release(&s->pool);
  vec_release(&s->scratch);
  vec_release(&s->stack);
  vec_release(&s->free);
  index_release(&s->index);
  free(s->of);
  free(s->hulls);
  free(s->walks);
  free(s);
}

static const uint32_t *symbols(const struct varset_store *s, uint32_t set) {
  return s->pool.items + s->sets.items[set].offset;
}

static uint64_t hash_of(const uint32_t *items, uint32_t count) {
  return hash_end(hash_bytes(items, count * sizeof *items));
}

static uint32_t find(const struct varset_store *s, const uint32_t *items,
                     uint32_t count, uint64_t hash) {
  uint32_t step = 0, set;
  while ((set = index_next(&s->index, hash, &step)))
    if (s->sets.items[set].count == count &&
        !memcmp(symbols(s, set), items, count * sizeof *items))
      break;
  return set;
}

static int by_offset(const void *a, const void *b, void *store) {
  const struct varset_store *s = store;
  const uint32_t x = s->sets.items[*(const uint32_t *) a].offset;
  const uint32_t y = s->sets.items[*(const uint32_t *) b].offset;
  return x < y ? -1 : x > y;
}

/* Interns the symbols in scratch, which ascend. */
static varset intern(struct varset_store *s) {
  const uint32_t *items = s->scratch.items;
  const uint32_t count = s->scratch.count;
  s->steps += count;
  if (!count) return (varset) {0};
  const uint64_t hash = hash_of(items, count);
  const uint32_t known = find(s, items, count, hash);
  if (known) return (varset) {known};
  set_info info = {0, s->pool.count, count};
  for (uint32_t i = 0; i < count; i++) {
    info.signature |= UINT64_C(1) << items[i] % 64;
    vec_push(&s->pool, items[i]);
  }
  const uint32_t set = s->free.count ? vec_pop(&s->free) : s->sets.count;
  if (set == s->sets.count) vec_push(&s->sets, info);
  else s->sets.items[set] = info;
  index_add(&s->index, hash, set);
  return (varset) {set};
}

/* Sweeping: the sets of terms that stay are marked here, others by what has
 * them.  Handles stay, the symbols move up. */
void varset_begin_sweep(expr_table *t) {
  struct varset_store *s = store(t);
  s->marked = mem_zeroed(s->sets.count, sizeof *s->marked);
}

void sweep_mark_set(expr_table *t, varset set) {
  t->varsets->marked[set.id] = 1;
}

static void drop_unmarked(struct varset_store *s) {
  uint32_t to = 0;
  vec_clear(&s->free);
  /* In the order of the pool, so that nothing is overwritten before it moved. */
  VEC(uint32_t) order = {0};
  for (uint32_t set = 1; set < s->sets.count; set++)
    if (!s->marked[set]) s->sets.items[set] = (set_info) {0};
    else vec_push(&order, set);
  if (order.count)
    qsort_r(order.items, order.count, sizeof *order.items, by_offset, s);
  for (uint32_t k = 0; k < order.count; k++) {
    set_info *info = s->sets.items + order.items[k];
    memmove(s->pool.items + to, s->pool.items + info->offset,
            info->count * sizeof *s->pool.items);
    info->offset = to;
    to += info->count;
  }
  s->pool.count = to;
  vec_release(&order);
  for (uint32_t set = s->sets.count; set-- > 1;)
    if (!s->marked[set]) vec_push(&s->free, set);
}

void varset_end_sweep(expr_table *t) {
  struct varset_store *s = t->varsets;
  for (uint32_t id = 0; id < s->of_capacity; id++) {
    if (!s->of[id] && !s->hulls[id].first && !s->hulls[id].end) continue;
    if (!sweep_is_marked(t, (expr) {id})) {
      s->of[id] = 0;
      s->hulls[id] = (hull) {0, 0};
    } else if (s->of[id]) {
      s->marked[s->of[id] - 1] = 1;
    }
  }
  s->walk++;
  s->walked = (varset) {0};
  drop_unmarked(s);
  free(s->marked);
  s->marked = NULL;
  memset(s->memo, 0, sizeof s->memo);
  index_clear(&s->index);
  for (uint32_t set = 1; set < s->sets.count; set++) {
    const uint32_t count = s->sets.items[set].count;
    if (count) index_add(&s->index, hash_of(symbols(s, set), count), set);
  }
}

static varset singleton(struct varset_store *s, uint32_t symbol) {
  vec_clear(&s->scratch);
  vec_push(&s->scratch, symbol);
  return intern(s);
}

/* What a sweep drops is made again, and costs the same with and without sweeps: a set is
 * counted when it is asked for and has not been lately.  Small ones cost less than a unit. */
static varset count(struct varset_store *s, uint64_t key, varset set) {
  const uint32_t symbols = s->sets.items[set.id].count;
  if (symbols < SYMBOLS_A_UNIT) return set;
  uint64_t *slot = s->counted + key % COUNTED;
  if (*slot != key) s->work += symbols;
  *slot = key;
  return set;
}

static varset join(expr_table *t, varset a, varset b) {
  if (a.id == b.id || !b.id) return a;
  if (!a.id) return b;
  if (a.id > b.id) { const varset c = a; a = b; b = c; }
  struct varset_store *s = store(t);
  const uint64_t h = hash_end(hash_word(a.id, b.id));
  union_memo *memo = s->memo + h % UNION_MEMO;
  if (memo->a == a.id && memo->b == b.id) return (varset) {memo->result};
  const uint32_t *x = symbols(s, a.id), *y = symbols(s, b.id);
  const uint32_t *x_end = x + s->sets.items[a.id].count;
  const uint32_t *y_end = y + s->sets.items[b.id].count;
  vec_clear(&s->scratch);
  while (x < x_end || y < y_end) {
    const bool left = y == y_end || (x < x_end && *x <= *y);
    const uint32_t symbol = left ? *x : *y;
    if (x < x_end && *x == symbol) x++;
    if (y < y_end && *y == symbol) y++;
    vec_push(&s->scratch, symbol);
  }
  const varset result = intern(s);
  *memo = (union_memo) {a.id, b.id, result.id};
  return result;
}

varset varset_union(expr_table *t, varset a, varset b) {
  struct varset_store *s = store(t);
  const set_info x = s->sets.items[a.id], y = s->sets.items[b.id];
  const uint64_t both = x.signature ^ y.signature;      /* in either order */
  return count(s, hash_end(hash_word(both, x.count + (uint64_t) y.count)), join(t, a, b));
}

static varset without(struct varset_store *s, varset set, uint32_t symbol) {
  const uint32_t *items = set.id ? symbols(s, set.id) : NULL;
  const uint32_t count = set.id ? s->sets.items[set.id].count : 0;
  vec_clear(&s->scratch);
  for (uint32_t i = 0; i < count; i++)
    if (items[i] != symbol) vec_push(&s->scratch, items[i]);
  return intern(s);
}

/* There is room for what is known of every term; after a sweep parts may have higher
 * ids. */
static void make_room(struct varset_store *s, const expr_table *t) {
  if (s->of_capacity >= t->count) return;
  const uint32_t old = s->of_capacity;
  s->of_capacity = mem_grown(old, t->count);
  s->of = mem_resize(s->of, s->of_capacity, sizeof *s->of);
  memset(s->of + old, 0, (s->of_capacity - old) * sizeof *s->of);
  s->hulls = mem_resize(s->hulls, s->of_capacity, sizeof *s->hulls);
  memset(s->hulls + old, 0, (s->of_capacity - old) * sizeof *s->hulls);
  s->walks = mem_resize(s->walks, s->of_capacity, sizeof *s->walks);
  memset(s->walks + old, 0, (s->of_capacity - old) * sizeof *s->walks);
}

static int ascending(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

/* The set of the term alone: its parts get none. */
static varset collect(struct varset_store *s, expr_table *t, uint32_t root) {
  VEC(uint32_t) all = {0}, stack = {0};
  s->walk++;
  s->walked = (varset) {0};
  vec_push(&stack, root);
  while (stack.count) {
    const uint32_t id = vec_pop(&stack);
    const expr_node *n = t->nodes + id;
    if (s->walks[id] == s->walk) continue;
    s->walks[id] = s->walk;
    if (s->of[id]) {
      const uint32_t set = s->of[id] - 1;
      for (uint32_t k = 0; set && k < s->sets.items[set].count; k++)
        vec_push(&all, symbols(s, set)[k]);
    } else if (n->op == EXPR_VAR) {
      vec_push(&all, (uint32_t) n->imm);
    } else {
      for (unsigned i = 0; i < table_ops[n->op].arity; i++) vec_push(&stack, n->arg[i].id);
    }
  }
  s->steps += all.count;
  if (all.count) qsort(all.items, all.count, sizeof *all.items, ascending);
  vec_clear(&s->scratch);
  for (uint32_t k = 0; k < all.count; k++)
    if (!k || all.items[k] != all.items[k - 1]) vec_push(&s->scratch, all.items[k]);
  vec_release(&all);
  vec_release(&stack);
  return intern(s);
}

/* Every part gets a set as long as that takes a few words each: parts of a sum of n symbols
 * would take n * n / 2. */
static bool is_dear(const struct varset_store *s, uint64_t began, uint64_t parts) {
  enum { SYMBOLS_A_PART = 16, LEAST = 1 << 12 };
  return s->steps - began > LEAST + SYMBOLS_A_PART * parts;
}

static varset find_set(struct varset_store *s, expr_table *t, expr e) {
  const uint64_t began = s->steps;
  const bool is_plain = !(t->nodes[e.id].flags & EXPR_HAS_FORALL);
  make_room(s, t);
  if (s->of[e.id]) return (varset) {s->of[e.id] - 1};
  vec_push(&s->stack, e.id);
  for (uint64_t parts = 0; s->stack.count;) {
    const uint32_t id = vec_last(&s->stack), before = s->stack.count;
    const expr_node *n = t->nodes + id;
    varset set = {0};
    if (is_plain && is_dear(s, began, parts)) {
      vec_clear(&s->stack);
      s->of[e.id] = collect(s, t, e.id).id + 1;
      break;
    }
    if (n->op == EXPR_VAR) set = singleton(s, (uint32_t) n->imm);
    for (unsigned i = 0; i < table_ops[n->op].arity; i++)
      if (!s->of[n->arg[i].id]) vec_push(&s->stack, n->arg[i].id);
    if (s->stack.count != before) continue;
    for (unsigned i = 0; i < table_ops[n->op].arity; i++)
      set = join(t, set, (varset) {s->of[n->arg[i].id] - 1});
    if (n->op == EXPR_FORALL) set = without(s, set, (uint32_t) n->imm);
    s->of[id] = set.id + 1;
    s->stack.count--;
    parts++;
  }
  return (varset) {s->of[e.id] - 1};
}

varset varset_of(expr_table *t, expr e) {
  struct varset_store *s = store(t);
  return count(s, expr_key(t, e), find_set(s, t, e));
}

uint64_t varset_work(const expr_table *t) {
  return t->varsets ? t->varsets->work / SYMBOLS_A_UNIT : 0;
}

/* The first of x..end that is not below symbol. */
static const uint32_t *seek(const uint32_t *x, const uint32_t *end,
                            uint32_t symbol) {
  while (x < end) {
    const uint32_t *middle = x + (end - x) / 2;
    if (*middle < symbol) x = middle + 1;
    else end = middle;
  }
  return x;
}

bool varset_intersects(const expr_table *t, varset a, varset b) {
  if (!a.id || !b.id) return false;
  if (a.id == b.id) return true;
  const struct varset_store *s = t->varsets;
  if (s->sets.items[a.id].count > s->sets.items[b.id].count) {
    const varset c = a;
    a = b;
    b = c;
  }
  const set_info *small = s->sets.items + a.id, *large = s->sets.items + b.id;
  if (!(small->signature & large->signature)) return false;
  const uint32_t *x = symbols(s, a.id), *x_end = x + small->count;
  const uint32_t *y = symbols(s, b.id), *y_end = y + large->count;
  if (small->count * 16 < large->count) {
    for (; x < x_end; x++) {
      y = seek(y, y_end, *x);
      if (y < y_end && *y == *x) return true;
    }
    return false;
  }
  while (x < x_end && y < y_end) {
    if (*x == *y) return true;
    if (*x < *y) x++;
    else y++;
  }
  return false;
}

static bool has_hull(const struct varset_store *s, uint32_t id) {
  return s->hulls[id].first || s->hulls[id].end;
}

static hull hull_of(struct varset_store *s, const expr_table *t, expr e) {
  if (has_hull(s, e.id)) return s->hulls[e.id];
  vec_push(&s->stack, e.id);
  while (s->stack.count) {
    const uint32_t id = vec_last(&s->stack), before = s->stack.count;
    const expr_node *n = t->nodes + id;
    hull all = no_symbol;
    for (unsigned i = 0; i < table_ops[n->op].arity; i++)
      if (!has_hull(s, n->arg[i].id)) vec_push(&s->stack, n->arg[i].id);
    if (s->stack.count != before) continue;
    if (n->op == EXPR_VAR) all = (hull) {(uint32_t) n->imm, (uint32_t) n->imm + 1};
    for (unsigned i = 0; i < table_ops[n->op].arity; i++) {
      const hull part = s->hulls[n->arg[i].id];
      if (part.first < all.first) all.first = part.first;
      if (part.end > all.end) all.end = part.end;
    }
    s->hulls[id] = all;
    s->stack.count--;
  }
  return s->hulls[e.id];
}

/* Whether the hull leaves room for a symbol of the set. */
static bool meets(const struct varset_store *s, hull h, varset set) {
  const uint32_t *x = symbols(s, set.id), *end = x + s->sets.items[set.id].count;
  const uint32_t *from = seek(x, end, h.first);
  return from < end && *from < h.end;
}

/* Goes down to parts whose sets are known, or whose hulls say enough.  Parts that do not
 * touch the set are remembered as long as it is asked about. */
bool varset_touches(expr_table *t, expr e, varset set) {
  struct varset_store *s = store(t);
  bool touches = false;
  if (!set.id) return false;
  make_room(s, t);
  hull_of(s, t, e);
  if (s->walked.id != set.id) s->walk++;
  s->walked = set;
  vec_push(&s->stack, e.id);
  while (s->stack.count && !touches) {
    const uint32_t id = vec_pop(&s->stack);
    const expr_node *n = t->nodes + id;
    if (s->walks[id] == s->walk || !meets(s, s->hulls[id], set)) continue;
    s->walks[id] = s->walk;
    if (s->of[id]) touches = varset_intersects(t, (varset) {s->of[id] - 1}, set);
    else if (n->op == EXPR_VAR || n->op == EXPR_FORALL)
      touches = varset_intersects(t, find_set(s, t, (expr) {id}), set);
    else
      for (unsigned i = 0; i < table_ops[n->op].arity; i++)
        vec_push(&s->stack, n->arg[i].id);
  }
  vec_clear(&s->stack);
  if (touches) s->walk++;       /* those above it were marked, too */
  return touches;
}

bool varset_contains(const expr_table *t, varset a, uint32_t symbol) {
  if (!a.id) return false;
  const struct varset_store *s = t->varsets;
  const uint32_t *x = symbols(s, a.id);
  const uint32_t *end = x + s->sets.items[a.id].count;
  x = seek(x, end, symbol);
  return x < end && *x == symbol;
}

uint32_t varset_count(const expr_table *t, varset a) {
  return a.id ? t->varsets->sets.items[a.id].count : 0;
}

const uint32_t *varset_symbols(const expr_table *t, varset a) {
  return a.id ? symbols(t->varsets, a.id) : NULL;
}
