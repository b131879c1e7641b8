#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/yield.h"
#include "expr/sweep.h"
#include "summary/internal.h"

#include <stdlib.h>
#include <string.h>

enum { GUARD_UNKNOWN, GUARD_YES, GUARD_NO, GUARD_TOO_LARGE };

/* Atoms stay, since their order is that of all diagrams: the order of first use. */
static void mark(void *context, expr_table *t) {
  const summaries *s = context;
  for (uint32_t k = 0; k < s->terms.count; k++)
    sweep_mark(t, s->terms.items[k]);
  for (unsigned width = 0; width <= 64; width++)
    if (s->zeros[width].id) sweep_mark(t, s->zeros[width]);
  for (uint32_t k = 0; k < s->memo_count; k++) {
    const memo *m = s->memos + k;
    if (!m->result) continue;
    for (unsigned i = 0; i < memo_operands(&m->key); i++)
      sweep_mark(t, (expr) {m->key.x[i]});
    sweep_mark(t, (expr) {m->result});
  }
}

/* What is kept by index.  The negation of a guard that stays goes if nobody else
 * has it. */
static void forget(void *context, expr_table *t) {
  summaries *s = context;
  for (uint32_t id = 0; id < s->support.count; id++)
    if (!sweep_is_marked(t, (expr) {id})) s->support.items[id] = 0;
  for (uint32_t id = 0; id < s->spans.count; id++)
    if (!sweep_is_marked(t, (expr) {id})) s->spans.items[id] = 0;
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
  vec_release(&s->spans);
  vec_release(&s->guards);
  vec_release(&s->seen);
  free(s->memos);
  free(s);
}

const summary_stats *summaries_get_stats(const summaries *s) {
  return &s->stats;
}

static uint64_t top_level(const summaries *s, expr e) {
  return place_of(s, ref_of(e)).level;
}

/* Not counted. */
static ref node_of(summaries *s, uint64_t level, ref then, ref other) {
  bool is_new;
  return summary_node(s, level, then, other, &is_new);
}

/* The diagram where the atom of this level is decided: nodes below that it
 * settles are gone.  Without it they would stay, infeasible, and multiply. */
static ref assume(summaries *s, ref e, uint64_t level, bool is_true) {
  e = summary_normal(s, e);
  const int32_t add = e.add;
  e.add = 0;
  const place p = place_of(s, e);
  /* Below the group nothing speaks of the same. */
  if (group_of(p.level) != group_of(level)) return (ref) {e.id, add};
  const fact *known = fact_at(s, level);
  if (known->kind == FACT_NONE) return (ref) {e.id, add};
  if (known->kind == FACT_INTERVAL && known->is_point && !is_true)
    return (ref) {e.id, add};   /* not to be one value decides nothing else */
  /* Where only values are named, all others are out, whichever is known. */
  const bool is_any = known->kind == FACT_INTERVAL && known->is_point &&
                      !(summary_support(s, (expr) {e.id}) & support_bounds);
  const memo_key asked = {
    operator_key(ASSUME, is_true, is_any),
    {e.id, is_any ? known->x.id : atom_of(s, level).id, 0}};
  const uint64_t hash = memo_hash_of(s, &asked);
  ref result;
  if (memo_recall(s, &asked, hash, &result)) return summary_add(s, result, add);
  const verdict v = fact_decides(known, is_true, fact_at(s, p.level));
  const ref then = v == VERDICT_FALSE ? too_large()
                                      : assume(s, p.then, level, is_true);
  const ref other = v == VERDICT_TRUE ? too_large()
                                      : assume(s, p.other, level, is_true);
  if (!then.id) result = other;
  else if (!other.id) result = then;
  else result = node_of(s, p.level, then, other);
  memo_remember(s, &asked, hash, result);
  return summary_add(s, result, add);
}

void summary_cofactors(summaries *s, ref e, const place *p, uint64_t level,
                       ref *then, ref *other) {
  if (p->level == level) {
    *then = p->then;
    *other = p->other;
  } else if (group_of(p->level) != group_of(level)) {
    *then = *other = e;
  } else {
    *then = assume(s, e, level, true);
    *other = assume(s, e, level, false);
  }
}

static bool is_same(ref a, ref b) { return a.id == b.id && a.add == b.add; }

ref summary_join(summaries *s, uint64_t level, ref then, ref other) {
  if (!then.id || !other.id) return too_large();
  if (is_same(then, other)) return then;
  bool is_new;
  const ref made =
      (*s->nodes)[then.id].width > 1
          ? summary_node(s, level, then, other, &is_new)
          : ref_of(expr_choice_at(s->t, level << 1, atom_of(s, level),
                                  (expr) {then.id}, (expr) {other.id}, &is_new));
  if (!is_new) return made;     /* it was there: it costs nothing */
  s->stats.nodes++;
  if (!s->budget) return too_large();
  s->budget--;
  return made;
}

/* Guard ? then : other -------------------------------------------------- */

void summary_set_budget(summaries *s, uint32_t nodes) {
  yield(0);
  memos_forget_old(s);
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

/* What the first one has is taken off both, if the result is a diagram of small numbers
 * in any case; *difference is what is left of the second one's.  Else they are made
 * terms, with nothing added.  What was taken off. */
static int32_t align(summaries *s, ref *one, ref *other, int32_t *difference) {
  if (!one->add && !other->add) return 0;
  if (summary_is_number(s, *one) && summary_is_number(s, *other)) {
    const int32_t add = one->add;
    const int32_t far =
        wrapped((int64_t) other->add - add, (*s->nodes)[one->id].width);
    if (summary_are_near(s, *one, *other, far)) {
      one->add = 0;
      other->add = *difference = far;
      return add;
    }
  }
  *one = summary_flat(s, *one);
  *other = summary_flat(s, *other);
  return 0;
}

ref summary_choose(summaries *s, expr g, ref then, ref other) {
  expr_table *t = s->t;
  if (!s->steps) return too_large();
  s->steps--;
  if (expr_is_true(t, g)) return then;
  if (expr_is_false(t, g)) return other;
  place p[3];
  p[0] = place_of(s, ref_of(g));
  if (p[0].level == LEAF) return too_large();   /* a guard that is no diagram */
  if (then.id == expr_true(t).id && other.id == expr_false(t).id) return ref_of(g);
  int32_t difference = 0, add = 0;
  if ((*s->nodes)[then.id].width > 1) {
    then = summary_normal(s, then);
    other = summary_normal(s, other);
    add = align(s, &then, &other, &difference);
  }
  if (is_same(then, other)) return (ref) {then.id, then.add + add};
  const memo_key asked = {shifted_key(CHOOSE, difference),
                          {g.id, then.id, other.id}};
  ref result;
  p[1] = place_of(s, then);
  p[2] = place_of(s, other);
  const uint64_t hash = memo_hash(asked.operator, p, 3);
  if (memo_recall(s, &asked, hash, &result)) return summary_add(s, result, add);
  const uint64_t level = least_level(p, 3);
  ref low[3], high[3];
  summary_cofactors(s, ref_of(g), &p[0], level, &high[0], &low[0]);
  summary_cofactors(s, then, &p[1], level, &high[1], &low[1]);
  summary_cofactors(s, other, &p[2], level, &high[2], &low[2]);
  const ref yes = summary_choose(s, (expr) {high[0].id}, high[1], high[2]);
  if (!yes.id) return yes;
  result = summary_join(s, level, yes,
                        summary_choose(s, (expr) {low[0].id}, low[1], low[2]));
  if (result.id) memo_remember(s, &asked, hash, result);
  return summary_add(s, result, add);
}

/* On terms. */
static expr choose(summaries *s, expr g, expr then, expr other) {
  return summary_term(s, summary_choose(s, g, ref_of(then), ref_of(other)));
}

uint64_t summary_begin(summaries *s) { return s->nesting++ ? 0 : clock_ns(); }

void summary_end(summaries *s, uint64_t begun_ns) {
  if (!--s->nesting) s->stats.ns += clock_ns() - begun_ns;
}

static expr bounded(summaries *s, expr result) {
  if (!result.id) s->stats.refused++;
  return result;
}

expr summary_ite(summaries *s, expr g, expr then, expr other) {
  const uint64_t begun = summary_begin(s);
  summary_set_budget(s, s->max_nodes);
  const expr result = bounded(s, choose(s, g, then, other));
  summary_end(s, begun);
  return result;
}

/* Each branch asks for the negation of a guard; it is made once, or again after a
 * sweep: so it is not counted.  {0}: too large. */
expr summary_negation(summaries *s, expr g) {
  if (expr_is_true(s->t, g)) return expr_false(s->t);
  if (expr_is_false(s->t, g)) return expr_true(s->t);
  if (g.id < s->negations.count && s->negations.items[g.id].id)
    return s->negations.items[g.id];
  const place p = place_of(s, ref_of(g));
  if (p.level == LEAF) return (expr) {0};       /* a guard that is no diagram */
  const expr then = summary_negation(s, (expr) {p.then.id});
  if (!then.id) return then;
  const expr other = summary_negation(s, (expr) {p.other.id});
  const expr result = {
    summary_join(s, p.level, ref_of(then), ref_of(other)).id};
  if (!result.id) return result;
  const uint32_t last = result.id > g.id ? result.id : g.id;
  while (s->negations.count <= last) vec_push(&s->negations, (expr) {0});
  s->negations.items[g.id] = result;
  s->negations.items[result.id] = g;
  return result;
}

expr summary_not(summaries *s, expr g) {
  const uint64_t begun = summary_begin(s);
  summary_set_budget(s, s->max_nodes);
  const expr result = bounded(s, summary_negation(s, g));
  summary_end(s, begun);
  return result;
}

/* A connective of two guards has at most so many times their nodes, or few.  Where what
 * they read has little to do with each other it has their product, and says no more than
 * the connective: a walk or a SAT solver takes the two one after the other. */
static expr connective(summaries *s, expr g, expr then, expr other) {
  const uint32_t few = limits.summary_few_nodes;
  summary_set_budget(s, few < s->max_nodes ? few : s->max_nodes);
  const expr result = choose(s, g, then, other);
  if (result.id || few >= s->max_nodes) return result;
  const uint64_t most = (uint64_t) limits.summary_growth *
                        (summary_size(s, g, s->max_nodes) +
                         summary_size(s, then, s->max_nodes) +
                         summary_size(s, other, s->max_nodes));
  if (most <= few) return result;
  summary_set_budget(s, most < s->max_nodes ? (uint32_t) most : s->max_nodes);
  return choose(s, g, then, other);
}

expr summary_connect(summaries *s, expr_op op, expr a, expr b) {
  return op == EXPR_AND ? connective(s, a, b, expr_false(s->t))
                        : connective(s, a, expr_true(s->t), b);
}

static expr guard_of(summaries *s, expr e, unsigned depth);

static void note_large(summaries *s, expr e) {
  while (s->guards.count <= e.id) vec_push(&s->guards, GUARD_UNKNOWN);
  s->guards.items[e.id] = GUARD_TOO_LARGE;
}

/* The guard of both, or of one of them; or just the term, which is not opened again. */
static expr connected(summaries *s, expr_op op, expr a, expr b) {
  const uint64_t begun = summary_begin(s);
  expr result = summary_connect(s, op, guard_of(s, a, 0), guard_of(s, b, 0));
  if (!bounded(s, result).id) {
    const bool was_lifting = s->is_lifting;
    s->is_lifting = true;
    result = expr_binary(s->t, op, a, b);
    s->is_lifting = was_lifting;
    note_large(s, result);
  }
  summary_end(s, begun);
  return result;
}

expr summary_and(summaries *s, expr a, expr b) {
  return connected(s, EXPR_AND, a, b);
}

expr summary_or(summaries *s, expr a, expr b) {
  return connected(s, EXPR_OR, a, b);
}

/* Care sets --------------------------------------------------------------- */

/* Else neither says anything about the other. */
static bool have_common_groups(summaries *s, expr a, expr b) {
  return summary_support(s, a) & summary_support(s, b) & ~support_bounds;
}

/* e where c holds; elsewhere whatever is smallest (Coudert and Madre).  What no
 * smaller one is found for stays. */
static ref restrict_to(summaries *s, ref e, expr c) {
  expr_table *t = s->t;
  e = summary_normal(s, e);
  const int32_t add = e.add;
  e.add = 0;
  if (summary_is_leaf(t, (expr) {e.id}) || expr_is_true(t, c) ||
      expr_is_false(t, c) || !s->steps ||
      !have_common_groups(s, (expr) {e.id}, c))
    return (ref) {e.id, add};
  s->steps--;
  const memo_key asked = {operator_key(RESTRICT, 0, 0), {e.id, c.id, 0}};
  ref result;
  const place p[2] = {place_of(s, e), place_of(s, ref_of(c))};
  const uint64_t hash = memo_hash(asked.operator, p, 2);
  if (memo_recall(s, &asked, hash, &result)) return summary_add(s, result, add);
  const uint64_t level = least_level(p, 2);
  ref high, low, care_high, care_low;
  summary_cofactors(s, e, &p[0], level, &high, &low);
  summary_cofactors(s, ref_of(c), &p[1], level, &care_high, &care_low);
  if (care_high.id == expr_false(t).id)
    result = restrict_to(s, low, (expr) {care_low.id});
  else if (care_low.id == expr_false(t).id)
    result = restrict_to(s, high, (expr) {care_high.id});
  else if (p[0].level != level) {
    const ref any = summary_choose(s, (expr) {care_high.id},
                                   ref_of(expr_true(t)), care_low);
    result = any.id ? restrict_to(s, e, (expr) {any.id}) : e;
  } else {
    result = summary_join(s, level,
                          restrict_to(s, high, (expr) {care_high.id}),
                          restrict_to(s, low, (expr) {care_low.id}));
    if (!result.id) result = e;
  }
  memo_remember(s, &asked, hash, result);
  return summary_add(s, result, add);
}

expr summary_restrict(summaries *s, expr e, expr care) {
  const uint64_t begun = summary_begin(s);
  summary_set_budget(s, s->max_nodes);
  const expr result = summary_term(s, restrict_to(s, ref_of(e), care));
  summary_end(s, begun);
  return result;
}

/* Conditions ------------------------------------------------------------- */

/* A 1-bit term that no connective opens: a node of its own. */
expr summary_literal(summaries *s, expr e) {
  return (expr) {node_of(s, level_of(s, e), ref_of(expr_true(s->t)),
                         ref_of(expr_false(s->t))).id};
}

/* A diagram in order whose leaves are true and false: as most conditions are,
 * since operators made them.  There is nothing to open in it. */
bool summary_is_guard(summaries *s, expr e) {
  const place p = place_of(s, ref_of(e));
  if (p.level == LEAF) return expr_is_const(s->t, e);
  while (s->guards.count <= e.id) vec_push(&s->guards, GUARD_UNKNOWN);
  if (s->guards.items[e.id] == GUARD_UNKNOWN) {
    const expr then = {p.then.id}, other = {p.other.id};
    const bool is = summary_is_guard(s, then) && summary_is_guard(s, other) &&
                    top_level(s, then) > p.level && top_level(s, other) > p.level;
    s->guards.items[e.id] = is ? GUARD_YES : GUARD_NO;
  }
  return s->guards.items[e.id] == GUARD_YES;
}

/* A connective taken apart.  {0}: too large. */
static expr open(summaries *s, expr e, const expr_node *n, unsigned depth) {
  if (n->op == EXPR_NOT) {
    return summary_not(s, guard_of(s, n->arg[0], depth + 1));
  }
  if (n->op == EXPR_AND || n->op == EXPR_OR)
    return summary_connect(s, (expr_op) n->op, guard_of(s, n->arg[0], depth + 1),
                   guard_of(s, n->arg[1], depth + 1));
  if (n->op == EXPR_CHOICE) {
    const expr then = guard_of(s, n->arg[1], depth + 1);
    const expr other = guard_of(s, n->arg[2], depth + 1);
    return summary_ite(s, summary_literal(s, n->arg[0]), then, other);
  }
  return summary_literal(s, e);
}

/* What is too large becomes an atom of its own, named, not split; so that it is
 * tried once, not for each term above it, and not again. */
static expr guard_of(summaries *s, expr e, unsigned depth) {
  const expr_node n = expr_get(s->t, e);
  if (n.op == EXPR_CONST || summary_is_guard(s, e)) return e;
  if (e.id < s->guards.count && s->guards.items[e.id] == GUARD_TOO_LARGE)
    return summary_literal(s, e);
  /* Diagrams end by their order, however deep. */
  if (depth >= 64 && n.op != EXPR_CHOICE) return summary_literal(s, e);
  const memo_key asked = {operator_key(GUARD_OF, 0, 0), {e.id, 0, 0}};
  const uint64_t hash = memo_hash_of(s, &asked);
  ref known;
  if (memo_recall(s, &asked, hash, &known)) return (expr) {known.id};
  expr result = open(s, e, &n, depth);
  if (!result.id) {
    note_large(s, e);
    result = summary_literal(s, e);
  }
  memo_remember(s, &asked, hash, ref_of(result));
  return result;
}

expr summary_guard_of(summaries *s, expr condition) {
  return guard_of(s, condition, 0);
}

expr summary_guard(summaries *s, expr condition) {
  const uint64_t begun = summary_begin(s);
  const expr g = guard_of(s, condition, 0);
  summary_end(s, begun);
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
  return summary_term(s, restrict_to(s, ref_of(e), care));
}

expr summary_restrict_to_all(summaries *s, expr e, const expr *conditions,
                             uint32_t count) {
  const uint64_t begun = summary_begin(s);
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
  summary_end(s, begun);
  return e;
}
