#include "summary/summary.h"

#include "base/clock.h"
#include "base/fatal.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"
#include "expr/varset.h"
#include "summary/fact.h"

#include <stdlib.h>
#include <string.h>

/* Results of one operator on diagrams, forgotten when another overwrites them:
 * a lossy cache, so that memory stays bounded. */
typedef struct memo_key {
  uint64_t operator;            /* op, width and immediate: see operator_key */
  uint32_t x[3];
} memo_key;

typedef struct memo {
  memo_key key;
  expr result;
} memo;

struct summaries {
  expr_table *t;
  uint32_t max_nodes;
  volatile const int *stop;     /* set: no more work is put into diagrams */
  uint64_t allowed;             /* steps in all: nor is it beyond them */
  VEC(uint64_t) level;          /* by index of the term; 0: no atom */
  uint32_t atoms;
  VEC(uint32_t) groups;         /* by number of a symbol; 0: none */
  uint32_t group_count;
  VEC(fact) facts;              /* by number of the atom: what it says */
  VEC(uint64_t) subjects;       /* by index of a node: of what its atoms speak,
                                   a bit each; 0: not known yet */
  memo *memos;
  uint32_t memo_count;          /* a power of two */
  uint32_t remembered;          /* since the table last grew */
  uint32_t budget;              /* nodes that the running operation may make */
  uint32_t steps;               /* ... and steps that it may take: what the
                                 * lossy cache forgot is done again */
  bool is_lifting;              /* the operator at hand works on leaves */
  unsigned nesting;             /* of timed operations */
  summary_stats stats;
};

/* Small at first: most runs need few, and touching pages costs. */
enum { MEMOS = 1 << 10, MOST_MEMOS = 1 << 18 };

summaries *summaries_new(expr_table *t, uint32_t max_nodes) {
  summaries *s = mem_zeroed(1, sizeof *s);
  s->t = t;
  s->max_nodes = max_nodes;
  s->allowed = UINT64_MAX;
  s->memos = mem_zeroed(MEMOS, sizeof *s->memos);
  s->memo_count = MEMOS;
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
  expr_set_lift(s->t, NULL, NULL);
  vec_release(&s->level);
  vec_release(&s->groups);
  vec_release(&s->facts);
  vec_release(&s->subjects);
  free(s->memos);
  free(s);
}

const summary_stats *summaries_get_stats(const summaries *s) {
  return &s->stats;
}

/* The order of atoms: those that compare a term with a number stand together with
 * those whose last symbol is the same, everything else in the order of first use.
 * So a diagram of a program that reads its input from left to right has the shape
 * of the automaton that it is, however late a question about an early input comes
 * up.  A new atom may take its place between others: no diagram has it yet, so
 * all stay ordered. */
static uint64_t new_level(summaries *s, expr atom) {
  const fact f = fact_of(s->t, atom);
  uint32_t alone = 0, *group = &alone;
  if (f.kind == FACT_INTERVAL) {
    const varset set = varset_of(s->t, f.x);
    const uint32_t last =
        varset_symbols(s->t, set)[varset_count(s->t, set) - 1];
    while (s->groups.count <= last) vec_push(&s->groups, 0);
    group = s->groups.items + last;
  }
  if (!*group) *group = ++s->group_count;
  vec_push(&s->facts, f);
  s->stats.atoms++;
  return (uint64_t) *group << 32 | ++s->atoms;
}

static uint64_t level_of(summaries *s, expr atom) {
  while (s->level.count <= atom.id) vec_push(&s->level, 0);
  uint64_t *level = s->level.items + atom.id;
  if (!*level) *level = new_level(s, atom);
  return *level;
}

static uint32_t group_of(uint64_t level) { return (uint32_t) (level >> 32); }

static const fact *fact_at(const summaries *s, uint64_t level) {
  return s->facts.items + (uint32_t) level - 1;
}

static uint64_t top_level(summaries *s, expr e) {
  const expr_node n = expr_get(s->t, e);
  return n.op == EXPR_CHOICE ? level_of(s, n.arg[0]) : UINT64_MAX;
}

/* Operators of the diagrams themselves, beside those of terms. */
enum { CHOOSE = 0xff, GUARD_OF_LEAF = 0xfe, ASSUME = 0xfd, GUARD_OF = 0xfc,
       RESTRICT = 0xfb };

/* Immediates of terms with operands (a lowest bit, a rounding) are small. */
static uint64_t operator_key(unsigned op, unsigned width, uint64_t imm) {
  return (uint64_t) op << 56 | (uint64_t) width << 32 | (uint32_t) imm;
}

static memo *slot(summaries *s, const memo_key *k) {
  uint64_t h = hash_word(k->operator, (uint64_t) k->x[0] << 32 | k->x[1]);
  return s->memos + (hash_end(hash_word(h, k->x[2])) & (s->memo_count - 1));
}

static bool recall(summaries *s, const memo_key *k, expr *result) {
  s->stats.steps++;
  const memo *m = slot(s, k);
  if (!m->result.id || m->key.operator != k->operator ||
      memcmp(m->key.x, k->x, sizeof k->x))
    return false;
  *result = m->result;
  return true;
}

static void grow(summaries *s) {
  memo *old = s->memos;
  const uint32_t count = s->memo_count;
  s->memo_count *= 4;
  s->memos = mem_zeroed(s->memo_count, sizeof *s->memos);
  s->remembered = 0;
  for (uint32_t k = 0; k < count; k++)
    if (old[k].result.id) *slot(s, &old[k].key) = old[k];
  free(old);
}

static void remember(summaries *s, const memo_key *k, expr result) {
  if (++s->remembered > s->memo_count && s->memo_count < MOST_MEMOS) grow(s);
  *slot(s, k) = (memo) {*k, result};
}

/* Beside the subjects: the first is always there, the second if some atom bounds
 * a term and does not just name a value of it. */
static const uint64_t known_bit = UINT64_C(1) << 63,
                      bounds_bit = UINT64_C(1) << 62;

/* Subjects of all atoms of the diagram. */
static uint64_t subjects(summaries *s, expr e) {
  const expr_node n = expr_get(s->t, e);
  if (n.op != EXPR_CHOICE) return known_bit;
  while (s->subjects.count <= e.id) vec_push(&s->subjects, 0);
  if (!s->subjects.items[e.id]) {
    const uint64_t below = subjects(s, n.arg[1]) | subjects(s, n.arg[2]);
    const fact *f = fact_at(s, level_of(s, n.arg[0]));
    s->subjects.items[e.id] =
        below | fact_subject(f) |
        (f->kind == FACT_INTERVAL && !f->is_point ? bounds_bit : 0);
  }
  return s->subjects.items[e.id];
}

/* The diagram where the atom of this level is decided: nodes below that it
 * settles are gone.  Without it they would stay, infeasible, and multiply. */
static expr assume(summaries *s, expr e, uint64_t level, bool is_true) {
  const expr_node n = expr_get(s->t, e);
  if (n.op != EXPR_CHOICE) return e;
  const uint64_t top = level_of(s, n.arg[0]);
  const fact *known = fact_at(s, level);
  if (known->kind == FACT_INTERVAL && known->is_point && !is_true)
    return e;                   /* not to be one value decides nothing else */
  /* Below the group of an interval nothing speaks of its term. */
  if (known->kind == FACT_INTERVAL && group_of(top) != group_of(level))
    return e;
  if (!(subjects(s, e) & fact_subject(known))) return e;
  /* Where only values are named, all others are out, whichever is known. */
  const bool is_any = known->kind == FACT_INTERVAL && known->is_point &&
                      !(subjects(s, e) & bounds_bit);
  const memo_key key = {operator_key(ASSUME, is_true, 0),
                        {e.id, is_any ? known->x.id : (uint32_t) level,
                         is_any}};
  expr result;
  if (recall(s, &key, &result)) return result;
  const verdict v = fact_decides(known, is_true, fact_at(s, top));
  const expr then = v == VERDICT_FALSE ? (expr) {0}
                                       : assume(s, n.arg[1], level, is_true);
  const expr other = v == VERDICT_TRUE ? (expr) {0}
                                       : assume(s, n.arg[2], level, is_true);
  if (!then.id) result = other;
  else if (!other.id || expr_same(then, other)) result = then;
  else result = expr_choice(s->t, n.arg[0], then, other);
  remember(s, &key, result);
  return result;
}

/* The arms of e when the atom of this level is decided. */
static void cofactors(summaries *s, expr e, uint64_t level, expr *then,
                      expr *other) {
  const expr_node n = expr_get(s->t, e);
  const bool tests = n.op == EXPR_CHOICE && level_of(s, n.arg[0]) == level;
  *then = tests ? n.arg[1] : assume(s, e, level, true);
  *other = tests ? n.arg[2] : assume(s, e, level, false);
}

static expr atom_at(summaries *s, uint64_t level, const expr *operands,
                    unsigned count) {
  for (unsigned k = 0; k < count; k++) {
    const expr_node n = expr_get(s->t, operands[k]);
    if (n.op == EXPR_CHOICE && level_of(s, n.arg[0]) == level)
      return n.arg[0];
  }
  fatal("no operand tests atom %u", (uint32_t) level);
}

static uint64_t least_level(summaries *s, const expr *operands,
                            unsigned count) {
  uint64_t least = UINT64_MAX;
  for (unsigned k = 0; k < count; k++) {
    const uint64_t level = top_level(s, operands[k]);
    if (level < least) least = level;
  }
  return least;
}

static expr join(summaries *s, expr atom, expr then, expr other) {
  if (!then.id || !other.id) return (expr) {0};
  if (expr_same(then, other)) return then;
  if (!s->budget) return (expr) {0};
  s->budget--;
  return expr_choice(s->t, atom, then, other);
}

/* Guard ? then : other -------------------------------------------------- */

static void set_budget(summaries *s, uint32_t nodes) {
  const bool is_over = (s->stop && *s->stop) || summaries_are_spent(s);
  if (is_over && nodes == s->max_nodes) nodes = 0;
  s->budget = nodes;
  s->steps = nodes > UINT32_MAX / 16 ? UINT32_MAX : 16 * nodes;
}

static expr choose(summaries *s, expr g, expr then, expr other) {
  expr_table *t = s->t;
  if (!s->steps) return (expr) {0};
  s->steps--;
  if (expr_is_true(t, g)) return then;
  if (expr_is_false(t, g)) return other;
  if (expr_same(then, other)) return then;
  const memo_key key = {operator_key(CHOOSE, 0, 0),
                        {g.id, then.id, other.id}};
  expr result;
  if (recall(s, &key, &result)) return result;
  const expr operands[3] = {g, then, other};
  const uint64_t level = least_level(s, operands, 3);
  const expr atom = atom_at(s, level, operands, 3);
  expr low[3], high[3];
  for (unsigned k = 0; k < 3; k++)
    cofactors(s, operands[k], level, &high[k], &low[k]);
  const expr yes = choose(s, high[0], high[1], high[2]);
  if (!yes.id) return yes;
  result = join(s, atom, yes, choose(s, low[0], low[1], low[2]));
  if (result.id) remember(s, &key, result);
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
  set_budget(s, s->max_nodes);
  const expr result = bounded(s, choose(s, g, then, other));
  end(s, begun);
  return result;
}

expr summary_not(summaries *s, expr g) {
  return summary_ite(s, g, expr_false(s->t), expr_true(s->t));
}

expr summary_and(summaries *s, expr a, expr b) {
  return summary_ite(s, a, b, expr_false(s->t));
}

expr summary_or(summaries *s, expr a, expr b) {
  return summary_ite(s, a, expr_true(s->t), b);
}

/* Care sets --------------------------------------------------------------- */

/* e where c holds; elsewhere whatever is smallest (Coudert and Madre).  What no
 * smaller one is found for stays. */
static expr restrict_to(summaries *s, expr e, expr c) {
  expr_table *t = s->t;
  if (summary_is_leaf(t, e) || expr_is_true(t, c) || expr_is_false(t, c) ||
      !s->steps)
    return e;
  s->steps--;
  const memo_key key = {operator_key(RESTRICT, 0, 0), {e.id, c.id, 0}};
  expr result;
  if (recall(s, &key, &result)) return result;
  const expr operands[2] = {e, c};
  const uint64_t level = least_level(s, operands, 2);
  const expr atom = atom_at(s, level, operands, 2);
  expr high, low, care_high, care_low;
  cofactors(s, e, level, &high, &low);
  cofactors(s, c, level, &care_high, &care_low);
  if (expr_is_false(t, care_high)) result = restrict_to(s, low, care_low);
  else if (expr_is_false(t, care_low))
    result = restrict_to(s, high, care_high);
  else if (top_level(s, e) != level) {
    const expr any = choose(s, care_high, expr_true(t), care_low);
    result = any.id ? restrict_to(s, e, any) : e;
  } else {
    result = join(s, atom, restrict_to(s, high, care_high),
                  restrict_to(s, low, care_low));
    if (!result.id) result = e;
  }
  remember(s, &key, result);
  return result;
}

expr summary_restrict(summaries *s, expr e, expr care) {
  const uint64_t begun = begin(s);
  set_budget(s, s->max_nodes);
  const expr result = restrict_to(s, e, care);
  end(s, begun);
  return result;
}

/* Conditions ------------------------------------------------------------- */

/* A 1-bit term that no connective opens: a node of its own. */
static expr literal(summaries *s, expr e) {
  level_of(s, e);
  return expr_choice(s->t, e, expr_true(s->t), expr_false(s->t));
}

static expr connect(summaries *s, expr_op op, expr a, expr b) {
  return op == EXPR_AND ? summary_and(s, a, b) : summary_or(s, a, b);
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
  if (n.op == EXPR_CONST) return e;
  /* Diagrams end by their order, however deep. */
  if (depth >= 64 && n.op != EXPR_CHOICE) return literal(s, e);
  const memo_key key = {operator_key(GUARD_OF, 0, 0), {e.id, 0, 0}};
  expr result;
  if (recall(s, &key, &result)) return result;
  result = open(s, e, &n, depth);
  if (!result.id) result = literal(s, e);
  remember(s, &key, result);
  return result;
}

expr summary_guard(summaries *s, expr condition) {
  const uint64_t begun = begin(s);
  const expr g = guard_of(s, condition, 0);
  end(s, begun);
  return g;
}

/* Operators -------------------------------------------------------------- */

typedef struct operation {
  const expr_node *node;
  unsigned arity;
  uint64_t key;                 /* of the operator without its operands */
} operation;

static expr apply(summaries *s, const operation *o, const expr x[3]) {
  if (!s->steps) return (expr) {0};
  s->steps--;
  const uint64_t level = least_level(s, x, o->arity);
  if (level == UINT64_MAX) {
    s->stats.leaf_operations++;
    if (!s->budget) return (expr) {0};
    s->budget--;
    return expr_apply(s->t, o->node, x);
  }
  const memo_key key = {o->key, {x[0].id, x[1].id, x[2].id}};
  expr result;
  if (recall(s, &key, &result)) return result;
  const expr atom = atom_at(s, level, x, o->arity);
  expr high[3] = {{0}}, low[3] = {{0}};
  for (unsigned k = 0; k < o->arity; k++)
    cofactors(s, x[k], level, &high[k], &low[k]);
  const expr yes = apply(s, o, high);
  if (!yes.id) return yes;
  const expr no = apply(s, o, low);
  if (!no.id) return no;
  /* A leaf's result may be a condition that is a diagram itself only if the
   * operator made one; then the order is kept by choosing. */
  if (summary_is_leaf(s->t, yes) && summary_is_leaf(s->t, no))
    result = join(s, atom, yes, no);
  else
    result = choose(s, literal(s, atom), yes, no);
  if (result.id) remember(s, &key, result);
  return result;
}

static expr lift(void *context, const expr_node *n) {
  summaries *s = context;
  if (n->op == EXPR_CHOICE || s->is_lifting) return (expr) {0};
  const uint64_t begun = begin(s);
  s->is_lifting = true;
  s->stats.applications++;
  set_budget(s, s->max_nodes);
  const operation o = {
    n, expr_arity((expr_op) n->op), operator_key(n->op, n->width, n->imm)};
  const expr x[3] = {n->arg[0], n->arg[1], n->arg[2]};
  expr result;
  if (n->op == EXPR_ITE) {
    const expr g = guard_of(s, x[0], 0);
    set_budget(s, s->max_nodes);
    result = choose(s, g, x[1], x[2]);
  } else result = apply(s, &o, x);
  s->is_lifting = false;
  end(s, begun);
  return bounded(s, result);
}

void summaries_lift(summaries *s, bool on) {
  expr_set_lift(s->t, on ? lift : NULL, s);
}

/* Looking ---------------------------------------------------------------- */

typedef struct leaf_list {
  VEC(expr) leaves;
  uint32_t limit;
} leaf_list;

typedef VEC(uint32_t) visited;

static bool seen_before(visited *v, expr e) {
  for (uint32_t k = 0; k < v->count; k++)
    if (v->items[k] == e.id) return true;
  vec_push(v, e.id);
  return false;
}

static bool collect(const summaries *s, expr e, visited *v, leaf_list *out) {
  if (seen_before(v, e)) return true;
  const expr_node n = expr_get(s->t, e);
  if (n.op != EXPR_CHOICE) {
    if (out->leaves.count == out->limit) return false;
    vec_push(&out->leaves, e);
    return true;
  }
  return v->count <= 16 * out->limit && collect(s, n.arg[1], v, out) &&
         collect(s, n.arg[2], v, out);
}

/* The guard under which e is the leaf. */
static expr guard_of_leaf(summaries *s, expr e, expr leaf) {
  if (expr_same(e, leaf)) return expr_true(s->t);
  const expr_node n = expr_get(s->t, e);
  if (n.op != EXPR_CHOICE) return expr_false(s->t);
  const memo_key key = {operator_key(GUARD_OF_LEAF, 0, 0), {e.id, leaf.id, 0}};
  expr result;
  if (recall(s, &key, &result)) return result;
  result = join(s, n.arg[0], guard_of_leaf(s, n.arg[1], leaf),
                guard_of_leaf(s, n.arg[2], leaf));
  if (result.id) remember(s, &key, result);
  return result;
}

bool summary_each_leaf(summaries *s, expr e, uint32_t limit,
                       bool (*visit)(void *, expr, expr), void *context) {
  leaf_list list = {.limit = limit};
  visited v = {0};
  bool whole = collect(s, e, &v, &list);
  for (uint32_t k = 0; whole && k < list.leaves.count; k++) {
    set_budget(s, UINT32_MAX);
    whole = visit(context, list.leaves.items[k],
                  guard_of_leaf(s, e, list.leaves.items[k]));
  }
  vec_release(&v);
  vec_release(&list.leaves);
  return whole;
}

uint32_t summary_leaves(const summaries *s, expr e, uint32_t limit) {
  leaf_list list = {.limit = limit};
  visited v = {0};
  const bool whole = collect(s, e, &v, &list);
  const uint32_t count = whole ? list.leaves.count : limit;
  vec_release(&v);
  vec_release(&list.leaves);
  return count;
}

uint32_t summary_size(const summaries *s, expr e, uint32_t limit) {
  VEC(expr) stack = {0};
  visited v = {0};
  uint32_t size = 0;
  vec_push(&stack, e);
  while (stack.count && size < limit) {
    const expr_node n = expr_get(s->t, vec_last(&stack));
    const expr top = vec_pop(&stack);
    if (n.op != EXPR_CHOICE || seen_before(&v, top)) continue;
    size++;
    vec_push(&stack, n.arg[1]);
    vec_push(&stack, n.arg[2]);
  }
  vec_release(&stack);
  vec_release(&v);
  return size;
}

void summary_check(const summaries *s, expr e) {
  const expr_node n = expr_get(s->t, e);
  if (n.op != EXPR_CHOICE) return;
  const uint64_t level = s->level.items[n.arg[0].id];
  for (unsigned k = 1; k < 3; k++) {
    const expr_node arm = expr_get(s->t, n.arg[k]);
    if (arm.op == EXPR_CHOICE && s->level.items[arm.arg[0].id] <= level)
      fatal("diagram %u is not ordered", e.id);
    summary_check(s, n.arg[k]);
  }
}
