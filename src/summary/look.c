#include "base/fatal.h"
#include "base/idmap.h"
#include "summary/internal.h"

#include <assert.h>

typedef struct leaf_list {
  VEC(expr) leaves;
  uint32_t limit;
  keys seen;                    /* nodes to which a number is added */
} leaf_list;

/* A walk sees each node once. */
static void begin_walk(summaries *s) {
  if (!++s->walk) {
    vec_clear(&s->seen);
    s->walk = 1;
  }
}

static bool seen_before(summaries *s, expr e) {
  while (s->seen.count <= e.id) vec_push(&s->seen, ((seen) {0}));
  seen *at = s->seen.items + e.id;
  if (at->walk == s->walk) return true;
  *at = (seen) {s->walk, 0};
  return false;
}

/* The mask has a bit for each of the first leaves that are below the node: later ones share the
 * last bit.  Of a node to which a number is added nothing is noted: it may have any leaf. */
static uint32_t *mask_of(const summaries *s, expr e) { return &s->seen.items[e.id].leaves; }

static uint32_t bit_of(uint32_t number) { return UINT32_C(1) << (number < 31 ? number : 31); }

static bool collect(summaries *s, ref e, leaf_list *out, uint32_t *mask) {
  e = summary_normal(s, e);
  const place p = place_of(s, e);
  if (p.level == LEAF) {
    const expr leaf = summary_term(s, e);
    if (!seen_before(s, leaf)) {
      if (out->leaves.count == out->limit) return false;
      *mask_of(s, leaf) = bit_of(out->leaves.count);
      vec_push(&out->leaves, leaf);
    }
    *mask |= *mask_of(s, leaf);
    return true;
  }
  const expr node = {e.id};
  bool is_new = true;
  if (e.add) keys_add(&out->seen, e.id, (uint32_t) e.add, 0, &is_new);
  else is_new = !seen_before(s, node);
  uint32_t below = is_new ? 0 : e.add ? UINT32_MAX : *mask_of(s, node);
  if (is_new && !(collect(s, p.then, out, &below) && collect(s, p.other, out, &below)))
    return false;
  if (!e.add) *mask_of(s, node) = below;
  *mask |= below;
  return true;
}

static bool collect_leaves(summaries *s, expr e, leaf_list *out) {
  uint32_t all = 0;
  begin_walk(s);
  const bool whole = collect(s, ref_of(e), out, &all);
  keys_release(&out->seen);
  return whole;
}

/* A leaf as the walk that collected it numbers it. */
typedef struct numbered {
  expr leaf;
  uint32_t walk, bit;
} numbered;

static bool is_without(const summaries *s, expr e, numbered n) {
  const seen *at = s->seen.items + e.id;
  return at->walk == n.walk && !(at->leaves & n.bit);
}

/* The guard under which e is the leaf. */
static expr guard_of_leaf(summaries *s, expr e, numbered n) {
  const expr leaf = n.leaf;
  assert(leaf.id && expr_width(s->t, e) == expr_width(s->t, leaf));
  if (expr_same(e, leaf)) return expr_true(s->t);
  const ref normal = summary_normal(s, ref_of(e));
  const place p = place_of(s, normal);
  if (p.level == LEAF) return expr_false(s->t);
  if (!normal.add && is_without(s, e, n)) return expr_false(s->t);
  if (summary_is_number(s, normal))
    return expr_is_const(s->t, leaf) ? summary_guard_of_leaf(s, e, leaf)
                                     : expr_false(s->t);
  const memo_key asked = {operator_key(GUARD_OF_LEAF, 0, 0), {e.id, leaf.id, 0}};
  const uint64_t hash = memo_hash_of(s, &asked);
  ref result;
  if (memo_recall(s, &asked, hash, &result)) return (expr) {result.id};
  const expr then = guard_of_leaf(s, (expr) {p.then.id}, n);
  const expr other = guard_of_leaf(s, (expr) {p.other.id}, n);
  result = summary_join(s, p.level, ref_of(then), ref_of(other));
  if (result.id) memo_remember(s, &asked, hash, result);
  return (expr) {result.id};
}

bool summary_each_leaf(summaries *s, expr e, uint32_t limit,
                       bool (*visit)(void *, expr, expr), void *context) {
  assert(visit);
  leaf_list list = {.limit = limit};
  bool whole = collect_leaves(s, e, &list);
  const uint32_t walk = s->walk;
  for (uint32_t k = 0; whole && k < list.leaves.count; k++) {
    summary_set_budget(s, UINT32_MAX);
    const expr leaf = list.leaves.items[k];
    const expr guard = guard_of_leaf(s, e, (numbered) {leaf, walk, bit_of(k)});
    whole = guard.id && visit(context, leaf, guard);
  }
  vec_release(&list.leaves);
  return whole;
}

uint32_t summary_leaves(summaries *s, expr e, uint32_t limit) {
  const ref normal = summary_normal(s, ref_of(e));
  if (summary_is_number(s, normal)) {
    const uint32_t count = summary_span(s, normal) + 1;
    return count < limit ? count : limit;
  }
  leaf_list list = {.limit = limit};
  const bool whole = collect_leaves(s, e, &list);
  const uint32_t count = whole ? list.leaves.count : limit;
  vec_release(&list.leaves);
  return count;
}

static double ways_down(summaries *s, ref e, idmap *known) {
  e = summary_normal(s, e);
  const place p = place_of(s, e);
  if (p.level == LEAF) return 1;
  const uint64_t *at = idmap_find(known, e.id);
  if (at) {
    double ways;
    memcpy(&ways, at, sizeof ways);
    return ways;
  }
  const double ways = ways_down(s, p.then, known) + ways_down(s, p.other, known);
  memcpy(idmap_at(known, e.id), &ways, sizeof ways);
  return ways;
}

double summary_ways(summaries *s, expr e, uint32_t limit) {
  idmap known = {0};
  const bool is_small = summary_size(s, e, limit + 1) <= limit;
  const double ways = is_small ? ways_down(s, ref_of(e), &known) : 0;
  idmap_release(&known);
  return ways;
}

/* The node that a number may be added to. */
static expr node_below(const summaries *s, expr e) {
  const expr_node *n = *s->nodes + e.id;
  return is_shifted(s, n) ? n->arg[0] : e;
}

uint32_t summary_size(summaries *s, expr e, uint32_t limit) {
  VEC(expr) stack = {0};
  begin_walk(s);
  uint32_t size = 0;
  vec_push(&stack, e);
  while (stack.count && size < limit) {
    const expr top = node_below(s, vec_pop(&stack));
    const expr_node n = expr_get(s->t, top);
    if (n.op != EXPR_CHOICE || seen_before(s, top)) continue;
    size++;
    vec_push(&stack, n.arg[1]);
    vec_push(&stack, n.arg[2]);
  }
  vec_release(&stack);
  return size;
}

void summary_check(summaries *s, expr e) {
  VEC(expr) stack = {0};
  begin_walk(s);
  vec_push(&stack, e);
  while (stack.count) {
    const expr top = node_below(s, vec_pop(&stack));
    const expr_node n = expr_get(s->t, top);
    if (n.op != EXPR_CHOICE || seen_before(s, top)) continue;
    const uint64_t level = s->level.items[n.arg[0].id];
    if (n.imm >> 1 != level) fatal("diagram %u has a wrong level", top.id);
    if (n.imm & IS_NUMBER &&
        summary_normal(s, ref_of(n.arg[1])).add &&
        summary_normal(s, ref_of(n.arg[2])).add)
      fatal("diagram %u does not begin at 0", top.id);
    if (expr_same(n.arg[1], n.arg[2]))
      fatal("diagram %u is not reduced", top.id);
    for (unsigned k = 1; k < 3; k++) {
      const expr_node arm = expr_get(s->t, node_below(s, n.arg[k]));
      if (arm.op == EXPR_CHOICE && s->level.items[arm.arg[0].id] <= level)
        fatal("diagram %u is not ordered", top.id);
      vec_push(&stack, n.arg[k]);
    }
  }
  vec_release(&stack);
}
