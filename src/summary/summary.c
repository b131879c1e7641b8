#include "base/clock.h"
#include "base/fatal.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/yield.h"
#include "expr/sweep.h"
#include "summary/internal.h"

#include <stdlib.h>
#include <string.h>

enum { GUARD_UNKNOWN, GUARD_YES, GUARD_NO };

/* Atoms stay, since their order is that of all diagrams: the order of first use. */
static void mark(void *context, expr_table *t) {
  const summaries *s = context;
  for (uint32_t k = 0; k < s->terms.count; k++)
    sweep_mark(t, s->terms.items[k]);
  for (uint32_t k = 0; k < s->memo_count; k++) {
    const memo *m = s->memos + k;
    if (!m->result.id) continue;
    for (unsigned i = 0; i < 3; i++) sweep_mark(t, (expr) {m->key.x[i]});
    sweep_mark(t, m->result);
  }
}

/* What is kept by index.  The negation of a guard that stays goes if nobody else
 * has it. */
static void forget(void *context, expr_table *t) {
  summaries *s = context;
  for (uint32_t id = 0; id < s->support.count; id++)
    if (!sweep_is_marked(t, (expr) {id})) s->support.items[id] = 0;
  for (uint32_t id = 0; id < s->guards.count; id++)
    if (!sweep_is_marked(t, (expr) {id})) s->guards.items[id] = GUARD_UNKNOWN;
  for (uint32_t id = 0; id < s->negations.count; id++)
    if (!sweep_is_marked(t, (expr) {id}) ||
        !sweep_is_marked(t, s->negations.items[id]))
      s->negations.items[id] = (expr) {0};
}

summaries *summaries_new(expr_table *t, uint32_t max_nodes) {
  summaries *s = mem_zeroed(1, sizeof *s);
  s->t = t;
  s->nodes = expr_nodes(t);
  s->max_nodes = max_nodes;
  s->allowed = UINT64_MAX;
  memos_init(s);
  sweep_add_root(t, (sweep_root) {"diagrams", s, mark, forget});
  return s;
}

void summaries_stop_at(summaries *s, volatile const int *stop) {
  s->stop = stop;
}

uint64_t summaries_allow(summaries *s, uint64_t steps) {
  const uint64_t before = s->allowed;
  s->allowed = steps;
  return before;
}

bool summaries_are_spent(const summaries *s) {
  return s->stats.steps >= s->allowed;
}

void summaries_free(summaries *s) {
  if (!s) return;
  sweep_remove_root(s->t, s);
  expr_set_lift(s->t, NULL, NULL);
  vec_release(&s->level);
  vec_release(&s->groups);
  keys_release(&s->pairs);
  vec_release(&s->pair_groups);
  vec_release(&s->facts);
  vec_release(&s->terms);
  vec_release(&s->negations);
  vec_release(&s->support);
  vec_release(&s->guards);
  vec_release(&s->seen);
  free(s->memos);
  free(s);
}

const summary_stats *summaries_get_stats(const summaries *s) {
  return &s->stats;
}

static uint64_t top_level(const summaries *s, expr e) { return place_of(s, e).level; }

/* Not counted. */
static expr node_of(summaries *s, uint64_t level, expr then, expr other) {
  bool is_new;
  return expr_choice_at(s->t, level, atom_of(s, level), then, other, &is_new);
}

/* The diagram where the atom of this level is decided: nodes below that it
 * settles are gone.  Without it they would stay, infeasible, and multiply. */
static expr assume(summaries *s, expr e, uint64_t level, bool is_true) {
  const place p = place_of(s, e);
  /* Below the group nothing speaks of the same. */
  if (group_of(p.level) != group_of(level)) return e;
  const fact *known = fact_at(s, level);
  if (known->kind == FACT_NONE) return e;
  if (known->kind == FACT_INTERVAL && known->is_point && !is_true)
    return e;                   /* not to be one value decides nothing else */
  /* Where only values are named, all others are out, whichever is known. */
  const bool is_any = known->kind == FACT_INTERVAL && known->is_point &&
                      !(summary_support(s, e) & support_bounds);
  const memo_key asked = {
    operator_key(ASSUME, is_true, 0),
    {e.id, is_any ? known->x.id : atom_of(s, level).id, is_any}};
  const uint64_t hash = memo_hash_of(s, &asked);
  expr result;
  if (memo_recall(s, &asked, hash, &result)) return result;
  const verdict v = fact_decides(known, is_true, fact_at(s, p.level));
  const expr then = v == VERDICT_FALSE ? (expr) {0}
                                       : assume(s, p.then, level, is_true);
  const expr other = v == VERDICT_TRUE ? (expr) {0}
                                       : assume(s, p.other, level, is_true);
  if (!then.id) result = other;
  else if (!other.id || expr_same(then, other)) result = then;
  else result = node_of(s, p.level, then, other);
  memo_remember(s, &asked, hash, result);
  return result;
}

/* The arms of e when the atom of this level is decided. */
static inline void cofactors(summaries *s, expr e, place p, uint64_t level,
                             expr *then, expr *other) {
  if (p.level == level) {
    *then = p.then;
    *other = p.other;
  } else if (group_of(p.level) != group_of(level)) {
    *then = *other = e;
  } else {
    *then = assume(s, e, level, true);
    *other = assume(s, e, level, false);
  }
}

static inline uint64_t least_level(const place *places, unsigned count) {
  uint64_t least = LEAF;
  for (unsigned k = 0; k < count; k++)
    if (places[k].level < least) least = places[k].level;
  return least;
}

expr summary_join(summaries *s, uint64_t level, expr then, expr other) {
  if (!then.id || !other.id) return (expr) {0};
  if (expr_same(then, other)) return then;
  bool is_new;
  const expr made =
      expr_choice_at(s->t, level, atom_of(s, level), then, other, &is_new);
  if (!is_new) return made;     /* it was there: it costs nothing */
  s->stats.nodes++;
  if (!s->budget) return (expr) {0};
  s->budget--;
  return made;
}

/* Guard ? then : other -------------------------------------------------- */


void summary_set_budget(summaries *s, uint32_t nodes) {
  yield(0);
  const bool is_over = (s->stop && *s->stop) || summaries_are_spent(s);
  if (is_over && nodes == s->max_nodes) nodes = 0;
  s->budget = nodes;
  s->leaves = nodes < limits.summary_most_leaves ? nodes : limits.summary_most_leaves;
  s->steps = nodes > UINT32_MAX / 16 ? UINT32_MAX : 16 * nodes;
  const uint64_t left = is_over ? 0 : s->allowed - s->stats.steps;
  if (nodes <= s->max_nodes && s->steps > limits.summary_least_steps && s->steps > left)
    s->steps = left > limits.summary_least_steps ? (uint32_t) left
                                                  : limits.summary_least_steps;
}

static expr choose(summaries *s, expr g, expr then, expr other) {
  expr_table *t = s->t;
  if (!s->steps) return (expr) {0};
  s->steps--;
  if (expr_is_true(t, g)) return then;
  if (expr_is_false(t, g)) return other;
  if (expr_same(then, other)) return then;
  place p[3];
  p[0] = place_of(s, g);
  if (p[0].level == LEAF) return (expr) {0};    /* a guard that is no diagram */
  if (expr_is_true(t, then) && expr_is_false(t, other)) return g;
  const memo_key asked = {operator_key(CHOOSE, 0, 0),
                          {g.id, then.id, other.id}};
  expr result;
  p[1] = place_of(s, then);
  p[2] = place_of(s, other);
  const uint64_t hash = memo_hash(asked.operator, p, 3);
  if (memo_recall(s, &asked, hash, &result)) return result;
  const expr operands[3] = {g, then, other};
  const uint64_t level = least_level(p, 3);
  expr low[3], high[3];
  for (unsigned k = 0; k < 3; k++)
    cofactors(s, operands[k], p[k], level, &high[k], &low[k]);
  const expr yes = choose(s, high[0], high[1], high[2]);
  if (!yes.id) return yes;
  result = summary_join(s, level, yes,
                        choose(s, low[0], low[1], low[2]));
  if (result.id) memo_remember(s, &asked, hash, result);
  return result;
}

/* Time, of the outermost operation only. */
static uint64_t begin(summaries *s) { return s->nesting++ ? 0 : clock_ns(); }

static void end(summaries *s, uint64_t begun_ns) {
  if (!--s->nesting) s->stats.ns += clock_ns() - begun_ns;
}

static expr bounded(summaries *s, expr result) {
  if (!result.id) s->stats.refused++;
  return result;
}

expr summary_ite(summaries *s, expr g, expr then, expr other) {
  const uint64_t begun = begin(s);
  summary_set_budget(s, s->max_nodes);
  const expr result = bounded(s, choose(s, g, then, other));
  end(s, begun);
  return result;
}

/* Each branch asks for the negation of a guard; it is made once, or again after a
 * sweep: so it is not counted.  {0}: too large. */
static expr negation(summaries *s, expr g) {
  if (expr_is_true(s->t, g)) return expr_false(s->t);
  if (expr_is_false(s->t, g)) return expr_true(s->t);
  if (g.id < s->negations.count && s->negations.items[g.id].id)
    return s->negations.items[g.id];
  const place p = place_of(s, g);
  if (p.level == LEAF) return (expr) {0};       /* a guard that is no diagram */
  const expr then = negation(s, p.then);
  if (!then.id) return then;
  const expr result = summary_join(s, p.level, then,
                                   negation(s, p.other));
  if (!result.id) return result;
  const uint32_t last = result.id > g.id ? result.id : g.id;
  while (s->negations.count <= last) vec_push(&s->negations, (expr) {0});
  s->negations.items[g.id] = result;
  s->negations.items[result.id] = g;
  return result;
}

expr summary_not(summaries *s, expr g) {
  const uint64_t begun = begin(s);
  summary_set_budget(s, s->max_nodes);
  const expr result = bounded(s, negation(s, g));
  end(s, begun);
  return result;
}

expr summary_and(summaries *s, expr a, expr b) {
  return summary_ite(s, a, b, expr_false(s->t));
}

expr summary_or(summaries *s, expr a, expr b) {
  return summary_ite(s, a, expr_true(s->t), b);
}

/* Care sets --------------------------------------------------------------- */

/* Else neither says anything about the other. */
static bool have_common_groups(summaries *s, expr a, expr b) {
  return summary_support(s, a) & summary_support(s, b) & ~support_bounds;
}

/* e where c holds; elsewhere whatever is smallest (Coudert and Madre).  What no
 * smaller one is found for stays. */
static expr restrict_to(summaries *s, expr e, expr c) {
  expr_table *t = s->t;
  if (summary_is_leaf(t, e) || expr_is_true(t, c) || expr_is_false(t, c) ||
      !s->steps)
    return e;
  if (!have_common_groups(s, e, c)) return e;
  s->steps--;
  const memo_key asked = {operator_key(RESTRICT, 0, 0), {e.id, c.id, 0}};
  expr result;
  const place p[2] = {place_of(s, e), place_of(s, c)};
  const uint64_t hash = memo_hash(asked.operator, p, 2);
  if (memo_recall(s, &asked, hash, &result)) return result;
  const uint64_t level = least_level(p, 2);
  expr high, low, care_high, care_low;
  cofactors(s, e, p[0], level, &high, &low);
  cofactors(s, c, p[1], level, &care_high, &care_low);
  if (expr_is_false(t, care_high)) result = restrict_to(s, low, care_low);
  else if (expr_is_false(t, care_low))
    result = restrict_to(s, high, care_high);
  else if (p[0].level != level) {
    const expr any = choose(s, care_high, expr_true(t), care_low);
    result = any.id ? restrict_to(s, e, any) : e;
  } else {
    result = summary_join(s, level,
                          restrict_to(s, high, care_high),
                          restrict_to(s, low, care_low));
    if (!result.id) result = e;
  }
  memo_remember(s, &asked, hash, result);
  return result;
}

expr summary_restrict(summaries *s, expr e, expr care) {
  const uint64_t begun = begin(s);
  summary_set_budget(s, s->max_nodes);
  const expr result = restrict_to(s, e, care);
  end(s, begun);
  return result;
}

/* Conditions ------------------------------------------------------------- */

/* A 1-bit term that no connective opens: a node of its own. */
static expr literal(summaries *s, expr e) {
  return node_of(s, level_of(s, e), expr_true(s->t), expr_false(s->t));
}

static expr connect(summaries *s, expr_op op, expr a, expr b) {
  return op == EXPR_AND ? summary_and(s, a, b) : summary_or(s, a, b);
}

/* A diagram in order whose leaves are true and false: as most conditions are,
 * since operators made them.  There is nothing to open in it. */
static bool is_guard(summaries *s, expr e) {
  const place p = place_of(s, e);
  if (p.level == LEAF) return expr_is_const(s->t, e);
  while (s->guards.count <= e.id) vec_push(&s->guards, GUARD_UNKNOWN);
  if (s->guards.items[e.id] == GUARD_UNKNOWN) {
    const bool is = is_guard(s, p.then) && is_guard(s, p.other) &&
                    top_level(s, p.then) > p.level &&
                    top_level(s, p.other) > p.level;
    s->guards.items[e.id] = is ? GUARD_YES : GUARD_NO;
  }
  return s->guards.items[e.id] == GUARD_YES;
}

static expr guard_of(summaries *s, expr e, unsigned depth);

/* A connective taken apart.  {0}: too large. */
static expr open(summaries *s, expr e, const expr_node *n, unsigned depth) {
  if (n->op == EXPR_NOT) {
    return summary_not(s, guard_of(s, n->arg[0], depth + 1));
  }
  if (n->op == EXPR_AND || n->op == EXPR_OR)
    return connect(s, (expr_op) n->op, guard_of(s, n->arg[0], depth + 1),
                   guard_of(s, n->arg[1], depth + 1));
  if (n->op == EXPR_CHOICE) {
    const expr then = guard_of(s, n->arg[1], depth + 1);
    const expr other = guard_of(s, n->arg[2], depth + 1);
    return summary_ite(s, literal(s, n->arg[0]), then, other);
  }
  return literal(s, e);
}

/* What is too large becomes an atom of its own, named, not split; so that it is
 * tried once, not for each term above it. */
static expr guard_of(summaries *s, expr e, unsigned depth) {
  const expr_node n = expr_get(s->t, e);
  if (n.op == EXPR_CONST || is_guard(s, e)) return e;
  /* Diagrams end by their order, however deep. */
  if (depth >= 64 && n.op != EXPR_CHOICE) return literal(s, e);
  const memo_key asked = {operator_key(GUARD_OF, 0, 0), {e.id, 0, 0}};
  const uint64_t hash = memo_hash_of(s, &asked);
  expr result;
  if (memo_recall(s, &asked, hash, &result)) return result;
  result = open(s, e, &n, depth);
  if (!result.id) result = literal(s, e);
  memo_remember(s, &asked, hash, result);
  return result;
}

expr summary_guard(summaries *s, expr condition) {
  const uint64_t begun = begin(s);
  const expr g = guard_of(s, condition, 0);
  end(s, begun);
  return g;
}

/* In time in proportion to the diagram: where it would take longer, what is left
 * stays as it is. */
static expr restrict_cheaply(summaries *s, expr e, expr care) {
  if (expr_is_true(s->t, care)) return e;
  const uint32_t nodes = summary_size(s, e, s->max_nodes);
  summary_set_budget(s, s->max_nodes);
  if (s->steps > limits.summary_restrict_steps * (nodes + 32))
    s->steps = limits.summary_restrict_steps * (nodes + 32);
  return restrict_to(s, e, care);
}

expr summary_restrict_to_all(summaries *s, expr e, const expr *conditions,
                             uint32_t count) {
  const uint64_t begun = begin(s);
  expr care = expr_true(s->t);
  for (uint32_t k = 0; k < count && !summary_is_leaf(s->t, e); k++) {
    const expr one = guard_of(s, conditions[k], 0);
    if (!have_common_groups(s, e, one)) continue;
    summary_set_budget(s, limits.summary_care_nodes);
    const expr both = choose(s, care, one, expr_false(s->t));
    if (!both.id) e = restrict_cheaply(s, e, care);
    care = both.id ? both : one;
  }
  e = restrict_cheaply(s, e, care);
  end(s, begun);
  return e;
}

/* Operators -------------------------------------------------------------- */

typedef struct operation {
  const expr_node *node;
  unsigned arity;
  uint32_t key;                 /* of the operator without its operands */
} operation;

/* An application meets the same leaves at the ends of many ways down; they count
 * once, as the operation is done on them once. */
static void count_leaves(summaries *s, const expr x[3]) {
  uint64_t h = 0;
  for (unsigned i = 0; i < 3; i++) h = hash_word(h, expr_key(s->t, x[i]));
  meeting *m = s->meetings + (hash_end(h) & (limit_summary_meetings - 1));
  const meeting now = {s->stats.applications, {x[0].id, x[1].id, x[2].id}};
  if (m->application == now.application && !memcmp(m->x, now.x, sizeof m->x))
    return;
  *m = now;
  s->stats.leaf_operations++;
}

static expr apply(summaries *s, const operation *o, const expr x[3]) {
  if (!s->steps) return (expr) {0};
  s->steps--;
  place p[3];
  for (unsigned k = 0; k < o->arity; k++) p[k] = place_of(s, x[k]);
  const uint64_t level = least_level(p, o->arity);
  if (level == LEAF) count_leaves(s, x);
  const memo_key asked = {o->key, {x[0].id, x[1].id, x[2].id}};
  const uint64_t hash = memo_hash(asked.operator, p, o->arity);
  expr result;
  if (memo_recall(s, &asked, hash, &result)) return result;
  if (level == LEAF) {
    if (!s->leaves) return (expr) {0};
    s->leaves--;
    result = expr_apply(s->t, o->node, x);
    memo_remember(s, &asked, hash, result);
    return result;
  }
  expr high[3] = {{0}}, low[3] = {{0}};
  for (unsigned k = 0; k < o->arity; k++)
    cofactors(s, x[k], p[k], level, &high[k], &low[k]);
  const expr yes = apply(s, o, high);
  if (!yes.id) return yes;
  const expr no = apply(s, o, low);
  if (!no.id) return no;
  /* A leaf's result may be a condition that is a diagram itself only if the
   * operator made one; then the order is kept by choosing. */
  if (top_level(s, yes) > level && top_level(s, no) > level)
    result = summary_join(s, level, yes, no);
  else
    result = choose(s, literal(s, atom_of(s, level)), yes, no);
  if (result.id) memo_remember(s, &asked, hash, result);
  return result;
}

/* A number that counts conditions: as a diagram its leaves are numbers.  What is
 * none stays as it is. */
static expr open_count(summaries *s, expr e, unsigned depth) {
  const expr_node n = expr_get(s->t, e);
  if (n.op == EXPR_ZEXT && expr_width(s->t, n.arg[0]) == 1) {
    const expr g = guard_of(s, n.arg[0], 0);
    summary_set_budget(s, s->max_nodes);
    const expr result = choose(s, g, expr_const(s->t, n.width, 1),
                               expr_const(s->t, n.width, 0));
    return result.id ? result : e;
  }
  if (n.op != EXPR_ADD || depth == limits.summary_sum_depth) return e;
  const expr x[3] = {open_count(s, n.arg[0], depth + 1),
                     open_count(s, n.arg[1], depth + 1)};
  if (expr_same(x[0], n.arg[0]) && expr_same(x[1], n.arg[1])) return e;
  const operation o = {&n, 2, operator_key(n.op, n.width, n.imm)};
  summary_set_budget(s, s->max_nodes);
  const expr result = apply(s, &o, x);
  return result.id ? result : e;
}

static expr lift(void *context, const expr_node *n) {
  summaries *s = context;
  if (n->op == EXPR_CHOICE || s->is_lifting) return (expr) {0};
  const uint64_t begun = begin(s);
  s->is_lifting = true;
  s->stats.applications++;
  const operation o = {
    n, expr_arity((expr_op) n->op), operator_key(n->op, n->width, n->imm)};
  expr x[3] = {n->arg[0], n->arg[1], n->arg[2]}, result;
  if (n->op == EXPR_ZEXT && expr_width(s->t, x[0]) == 1)
    x[0] = guard_of(s, x[0], 0);
  else if (o.arity == 2)
    for (unsigned k = 0; k < 2; k++) x[k] = open_count(s, x[k], 0);
  summary_set_budget(s, s->max_nodes);
  if (n->op == EXPR_ITE) {
    const expr g = guard_of(s, x[0], 0);
    summary_set_budget(s, s->max_nodes);
    result = choose(s, g, x[1], x[2]);
  } else if (n->op == EXPR_NOT && n->width == 1 && is_guard(s, x[0]))
    result = negation(s, x[0]);
  else result = apply(s, &o, x);
  s->is_lifting = false;
  end(s, begun);
  return bounded(s, result);
}

void summaries_lift(summaries *s, bool on) {
  expr_set_lift(s->t, on ? lift : NULL, s);
}
