#include "base/fatal.h"
#include "summary/internal.h"

typedef struct leaf_list {
  VEC(expr) leaves;
  uint32_t limit;
} leaf_list;

/* A walk sees each node once. */
static void begin_walk(summaries *s) {
  if (!++s->walk) {
    vec_clear(&s->seen);
    s->walk = 1;
  }
}

static bool seen_before(summaries *s, expr e) {
  while (s->seen.count <= e.id) vec_push(&s->seen, 0);
  if (s->seen.items[e.id] == s->walk) return true;
  s->seen.items[e.id] = s->walk;
  return false;
}

static bool collect(summaries *s, expr e, leaf_list *out) {
  if (seen_before(s, e)) return true;
  const expr_node n = expr_get(s->t, e);
  if (n.op != EXPR_CHOICE) {
    if (out->leaves.count == out->limit) return false;
    vec_push(&out->leaves, e);
    return true;
  }
  return collect(s, n.arg[1], out) && collect(s, n.arg[2], out);
}

/* The guard under which e is the leaf. */
static expr guard_of_leaf(summaries *s, expr e, expr leaf) {
  if (expr_same(e, leaf)) return expr_true(s->t);
  const expr_node n = expr_get(s->t, e);
  if (n.op != EXPR_CHOICE) return expr_false(s->t);
  const memo_key asked = {operator_key(GUARD_OF_LEAF, 0, 0), {e.id, leaf.id, 0}};
  const uint64_t hash = memo_hash_of(s, &asked);
  expr result;
  if (memo_recall(s, &asked, hash, &result)) return result;
  result = summary_join(s, level_of(s, n.arg[0]), guard_of_leaf(s, n.arg[1], leaf),
                        guard_of_leaf(s, n.arg[2], leaf));
  if (result.id) memo_remember(s, &asked, hash, result);
  return result;
}

bool summary_each_leaf(summaries *s, expr e, uint32_t limit,
                       bool (*visit)(void *, expr, expr), void *context) {
  leaf_list list = {.limit = limit};
  begin_walk(s);
  bool whole = collect(s, e, &list);
  for (uint32_t k = 0; whole && k < list.leaves.count; k++) {
    summary_set_budget(s, UINT32_MAX);
    whole = visit(context, list.leaves.items[k],
                  guard_of_leaf(s, e, list.leaves.items[k]));
  }
  vec_release(&list.leaves);
  return whole;
}

uint32_t summary_leaves(summaries *s, expr e, uint32_t limit) {
  leaf_list list = {.limit = limit};
  begin_walk(s);
  const bool whole = collect(s, e, &list);
  const uint32_t count = whole ? list.leaves.count : limit;
  vec_release(&list.leaves);
  return count;
}

uint32_t summary_size(summaries *s, expr e, uint32_t limit) {
  VEC(expr) stack = {0};
  begin_walk(s);
  uint32_t size = 0;
  vec_push(&stack, e);
  while (stack.count && size < limit) {
    const expr_node n = expr_get(s->t, vec_last(&stack));
    const expr top = vec_pop(&stack);
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
    const expr top = vec_pop(&stack);
    const expr_node n = expr_get(s->t, top);
    if (n.op != EXPR_CHOICE || seen_before(s, top)) continue;
    const uint64_t level = s->level.items[n.arg[0].id];
    if (expr_same(n.arg[1], n.arg[2]))
      fatal("diagram %u is not reduced", top.id);
    for (unsigned k = 1; k < 3; k++) {
      const expr_node arm = expr_get(s->t, n.arg[k]);
      if (arm.op == EXPR_CHOICE && s->level.items[arm.arg[0].id] <= level)
        fatal("diagram %u is not ordered", top.id);
      vec_push(&stack, n.arg[k]);
    }
  }
  vec_release(&stack);
}
