#include "base/limits.h"
#include "summary/internal.h"

#include <assert.h>
#include <string.h>

/* Operators of terms on diagrams: leaf by leaf, or, on diagrams of small numbers, on what
 * is added to them (sums.c). */

typedef struct operation {
  const expr_node *node;
  unsigned arity;
  uint32_t key;                 /* of the operator without its operands */
} operation;

static operation operation_of(const expr_node *n) {
  return (operation) {n, expr_arity((expr_op) n->op),
                      operator_key(n->op, n->width, n->imm)};
}

/* An application meets the same leaves at the ends of many ways down; they count
 * once, as the operation is done on them once. */
static void count_leaves(summaries *s, const expr x[3]) {
  uint64_t h = 0;
  for (unsigned i = 0; i < 3; i++) h = hash_word(h, expr_key(s->t, x[i]));
  meeting *m = s->meetings + (hash_end(h) & (SUMMARY_MEETINGS - 1));
  const meeting now = {s->stats.applications, {x[0].id, x[1].id, x[2].id}};
  if (m->application == now.application && !memcmp(m->x, now.x, sizeof m->x))
    return;
  *m = now;
  s->stats.leaf_operations++;
}

/* Small numbers ------------------------------------------------------------- */

static bool is_constant(const summaries *s, ref r) {
  return (*s->nodes)[r.id].op == EXPR_CONST;
}

/* Its numbers, if none of them is beyond the width, read as signed or not. */
static bool find_range(summaries *s, ref r, unsigned width, bool is_signed,
                       int64_t *low, int64_t *high) {
  if (!is_signed && width > 62 && r.add < 0) return false;
  *low = is_signed ? r.add : (int64_t) ((uint64_t) r.add & bits_mask(width));
  *high = *low + summary_span(s, r);
  const uint64_t end = is_signed ? bits_sign(width) - 1 : bits_mask(width);
  return *high < 0 || (uint64_t) *high <= end;
}

static bool is_comparison(expr_op op) {
  return op == EXPR_ULT || op == EXPR_ULE || op == EXPR_SLT || op == EXPR_SLE;
}

/* Where the ranges of two numbers decide how they compare. */
static ref compare_ranges(summaries *s, expr_op op, const ref x[3]) {
  const unsigned width = (*s->nodes)[x[0].id].width;
  const bool is_signed = op == EXPR_SLT || op == EXPR_SLE;
  const bool is_strict = op == EXPR_ULT || op == EXPR_SLT;
  int64_t low[2], high[2];
  for (unsigned k = 0; k < 2; k++)
    if (!find_range(s, x[k], width, is_signed, &low[k], &high[k]))
      return too_large();
  assert(low[0] <= high[0] && low[1] <= high[1]);
  if (is_strict ? high[0] < low[1] : high[0] <= low[1])
    return ref_of(expr_true(s->t));
  if (is_strict ? low[0] >= high[1] : low[0] > high[1])
    return ref_of(expr_false(s->t));
  return too_large();
}

static ref apply(summaries *, const operation *, const ref x[3]);
static ref apply_by_leaves(summaries *, const operation *, ref x[3],
                           uint32_t operator);

/* The sum or difference of two: {0}: not that way. */
static ref apply_sum(summaries *s, const operation *o, ref x[3]) {
  const bool is_sum = o->node->op == EXPR_ADD;
  assert(summary_is_number(s, x[0]) && summary_is_number(s, x[1]));
  const int32_t add = wrapped(
      is_sum ? (int64_t) x[0].add + x[1].add : (int64_t) x[0].add - x[1].add,
      o->node->width);
  if (add <= -MOST_ADDED || add >= MOST_ADDED) return too_large();
  if (is_constant(s, x[1])) return (ref) {x[0].id, add};
  if (is_sum && is_constant(s, x[0])) return (ref) {x[1].id, add};
  if (summary_span(s, x[0]) + summary_span(s, x[1]) >=
      summary_most_span(o->node->width))
    return too_large();
  x[0].add = x[1].add = 0;
  return summary_add(s, apply_by_leaves(s, o, x, o->key), add);
}

/* Equal ones are as far from each other as what is added to them.  {0}: not that
 * way. */
static ref apply_equal(summaries *s, const operation *o, ref x[3]) {
  if (is_constant(s, x[0])) {
    const ref swapped = x[0];
    x[0] = x[1];
    x[1] = swapped;
  }
  const int32_t far = wrapped((int64_t) x[1].add - x[0].add,
                              (*s->nodes)[x[0].id].width);
  if (far > (int64_t) summary_span(s, x[0]) ||
      far + (int64_t) summary_span(s, x[1]) < 0)
    return ref_of(expr_false(s->t));
  x[0].add = 0;
  x[1].add = far;
  return apply_by_leaves(s, o, x, shifted_key(EQUAL, far));
}

/* The same numbers in another width, if they are the same there. */
static ref apply_width(summaries *s, const operation *o, ref x[3]) {
  const expr_op op = (expr_op) o->node->op;
  const unsigned from = (*s->nodes)[x[0].id].width, to = o->node->width;
  int64_t low = x[0].add, high;
  if (op == EXPR_EXTRACT ? to < 16 || o->node->imm
                         : !find_range(s, x[0], from, op == EXPR_SEXT, &low, &high))
    return too_large();
  if (low <= -MOST_ADDED || low >= MOST_ADDED) return too_large();
  const int32_t add = wrapped(low, to);
  x[0].add = 0;
  const expr_node n = {.op = op == EXPR_EXTRACT ? EXPR_EXTRACT : EXPR_ZEXT,
                       .width = (uint16_t) to};
  const operation with = {&n, 1, operator_key(WIDEN, to, 0)};
  return summary_add(s, apply_by_leaves(s, &with, x, with.key), add);
}

/* The operator on small numbers; {0}: leaf by leaf, or it is too large. */
static ref apply_numbers(summaries *s, const operation *o, ref x[3]) {
  const expr_op op = (expr_op) o->node->op;
  for (unsigned k = 0; k < o->arity; k++)
    if (!summary_is_number(s, x[k])) return too_large();
  if (op == EXPR_ZEXT || op == EXPR_SEXT || op == EXPR_EXTRACT)
    return o->node->width <= 64 ? apply_width(s, o, x) : too_large();
  if (op == EXPR_ADD || op == EXPR_SUB) return apply_sum(s, o, x);
  if (op == EXPR_EQ) return apply_equal(s, o, x);
  return is_comparison(op) ? compare_ranges(s, op, x) : too_large();
}

/* Leaf by leaf -------------------------------------------------------------- */

static ref apply_to_leaves(summaries *s, const operation *o, const ref x[3],
                           const memo_key *asked, uint64_t hash) {
  assert(o->arity && o->arity <= 3);
  expr leaves[3] = {{0}};
  for (unsigned k = 0; k < o->arity; k++) leaves[k] = summary_term(s, x[k]);
  count_leaves(s, leaves);
  ref result;
  if (memo_recall(s, asked, hash, &result)) return result;
  if (!s->leaves) return too_large();
  s->leaves--;
  result = ref_of(expr_apply(s->t, o->node, leaves));
  memo_remember(s, asked, hash, result);
  return result;
}

/* The key is the operator's, and says how far its second operand is from its first
 * one if that is what they are known by. */
static ref apply_by_leaves(summaries *s, const operation *o, ref x[3],
                           uint32_t operator) {
  if (!s->steps) return too_large();
  s->steps--;
  memo_key asked = {operator, {x[0].id, x[1].id, x[2].id}};
  place p[3];
  for (unsigned k = 0; k < o->arity; k++) p[k] = place_of(s, x[k]);
  uint64_t hash = memo_hash(operator, p, o->arity);
  const uint32_t numbers = (uint32_t) x[0].add << 16 |
                           (o->arity > 1 ? (uint32_t) x[1].add & 0xffff : 0);
  if (operator == o->key && numbers) {
    asked.operator |= WITH_NUMBERS;
    asked.x[2] = numbers;
    hash = hash_word(hash, numbers);
  }
  const uint64_t level = least_level(p, o->arity);
  if (level == LEAF) return apply_to_leaves(s, o, x, &asked, hash);
  ref result;
  if (memo_recall(s, &asked, hash, &result)) return result;
  ref high[3] = {{0}}, low[3] = {{0}};
  for (unsigned k = 0; k < o->arity; k++)
    summary_cofactors(s, x[k], &p[k], level, &high[k], &low[k]);
  const ref yes = apply(s, o, high);
  if (!yes.id) return yes;
  const ref no = apply(s, o, low);
  if (!no.id) return no;
  /* A leaf's result may be a condition that is a diagram itself only if the
   * operator made one; then the order is kept by choosing. */
  if (place_of(s, yes).level > level && place_of(s, no).level > level)
    result = summary_join(s, level, yes, no);
  else
    result = summary_choose(s, summary_literal(s, atom_of(s, level)), yes, no);
  if (result.id) memo_remember(s, &asked, hash, result);
  return result;
}

static bool fits_key(ref r) { return r.add == (int16_t) r.add; }

static ref apply(summaries *s, const operation *o, const ref of[3]) {
  ref x[3] = {of[0], of[1], of[2]};
  for (unsigned k = 0; k < o->arity; k++) x[k] = summary_normal(s, x[k]);
  const uint32_t steps = s->steps;
  const ref result = apply_numbers(s, o, x);
  if (result.id || s->steps != steps) return result;
  for (unsigned k = 0; k < o->arity; k++)
    if (o->arity > 2 || !fits_key(x[k])) x[k] = summary_flat(s, x[k]);
  return apply_by_leaves(s, o, x, o->key);
}

/* Terms --------------------------------------------------------------------- */

/* A number that counts conditions: as a diagram its leaves are numbers.  What is
 * none stays as it is. */
static expr open_count(summaries *s, expr e, unsigned depth) {
  const expr_node n = expr_get(s->t, e);
  if (n.op == EXPR_ZEXT && expr_width(s->t, n.arg[0]) == 1) {
    const expr g = summary_guard_of(s, n.arg[0]);
    summary_set_budget(s, s->max_nodes);
    const ref result = summary_choose(s, g, ref_of(expr_const(s->t, n.width, 1)),
                                      ref_of(expr_const(s->t, n.width, 0)));
    return result.id ? summary_term(s, result) : e;
  }
  if (n.op != EXPR_ADD || depth == limits.summary_sum_depth) return e;
  const expr x[2] = {open_count(s, n.arg[0], depth + 1),
                     open_count(s, n.arg[1], depth + 1)};
  if (expr_same(x[0], n.arg[0]) && expr_same(x[1], n.arg[1])) return e;
  const operation o = operation_of(&n);
  summary_set_budget(s, s->max_nodes);
  const ref result = apply(s, &o, (ref [3]) {ref_of(x[0]), ref_of(x[1])});
  return result.id ? summary_term(s, result) : e;
}

static expr lift(void *context, const expr_node *n) {
  summaries *s = context;
  if (n->op == EXPR_CHOICE || s->is_lifting) return (expr) {0};
  const uint64_t begun = summary_begin(s);
  s->is_lifting = true;
  s->stats.applications++;
  const operation o = operation_of(n);
  expr x[3] = {n->arg[0], n->arg[1], n->arg[2]}, result;
  if (n->op == EXPR_ZEXT && expr_width(s->t, x[0]) == 1)
    x[0] = summary_guard_of(s, x[0]);
  else if (o.arity == 2)
    for (unsigned k = 0; k < 2; k++) x[k] = open_count(s, x[k], 0);
  summary_set_budget(s, s->max_nodes);
  const bool are_guards = n->width == 1 && summary_is_guard(s, x[0]);
  if (n->op == EXPR_ITE) {
    const expr g = summary_guard_of(s, x[0]);
    summary_set_budget(s, s->max_nodes);
    result = summary_term(s, summary_choose(s, g, ref_of(x[1]), ref_of(x[2])));
  } else if (n->op == EXPR_NOT && are_guards)
    result = summary_negation(s, x[0]);
  else if ((n->op == EXPR_AND || n->op == EXPR_OR) && are_guards &&
           summary_is_guard(s, x[1]))
    result = summary_connect(s, (expr_op) n->op, x[0], x[1]);
  else
    result = summary_term(
        s, apply(s, &o, (ref [3]) {ref_of(x[0]), ref_of(x[1]), ref_of(x[2])}));
  s->is_lifting = false;
  summary_end(s, begun);
  if (!result.id) s->stats.refused++;
  return result;
}

expr summary_guard_of_leaf(summaries *s, expr e, expr leaf) {
  const expr_node n = {.op = EXPR_EQ, .width = 1};
  const operation o = operation_of(&n);
  return summary_term(s, apply(s, &o, (ref [3]) {ref_of(e), ref_of(leaf)}));
}

void summaries_lift(summaries *s, bool on) {
  expr_set_lift(s->t, on ? lift : NULL, s);
}
