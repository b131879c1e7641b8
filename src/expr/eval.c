#include "expr/eval.h"

#include "base/limits.h"
#include "expr/fold.h"
#include "expr/sweep.h"
#include "expr/table.h"
#include "expr/varset.h"
#include "expr/wide.h"

#include <assert.h>
#include <string.h>

/*
 * A result is valid if its stamp is the current epoch; a changed assignment
 * starts a new epoch instead of clearing anything.  Values of more than 64
 * bits lie in `limbs`, which empties with each epoch, and `value` is their
 * offset there.  Terms can be chains of 100,000 nodes, so the walk keeps its
 * own stack.
 */
struct evaluator {
  expr_table *table;
  evaluator *inside;            /* for conditions of quantifiers; or NULL */
  uint64_t visited;             /* nodes in all */
  uint64_t *value;              /* by index of the term */
  uint32_t *stamp;
  uint32_t capacity;
  uint32_t epoch;
  bool dirty;                   /* an assignment changed in this epoch */
  bool exact;
  VEC(uint64_t) limbs;
  VEC(uint64_t) assigned;       /* by symbol: bits or offset in wide_values */
  VEC(uint64_t) wide_values;
  VEC(uint32_t) stack;
};

evaluator *evaluator_new(expr_table *t) {
  evaluator *v = mem_zeroed(1, sizeof *v);
  v->table = t;
  v->epoch = 1;
  v->exact = true;
  return v;
}

void evaluator_free(evaluator *v) {
  if (!v) return;
  evaluator_free(v->inside);
  free(v->value);
  free(v->stamp);
  vec_release(&v->limbs);
  vec_release(&v->assigned);
  vec_release(&v->wide_values);
  vec_release(&v->stack);
  free(v);
}

void evaluator_forget(evaluator *v) {
  for (uint32_t id = 0; id < v->capacity; id++)
    if (!sweep_is_marked(v->table, (expr) {id})) v->stamp[id] = 0;
  if (v->inside) evaluator_forget(v->inside);
}

void evaluator_clear(evaluator *v) {
  vec_clear(&v->assigned);
  vec_clear(&v->wide_values);
  v->dirty = true;
}

static void assign(evaluator *v, uint32_t symbol, uint64_t word) {
  while (v->assigned.count <= symbol) vec_push(&v->assigned, 0);
  if (v->assigned.items[symbol] == word) return;
  v->assigned.items[symbol] = word;
  v->dirty = true;
}

void evaluator_assign(evaluator *v, uint32_t symbol, uint64_t bits) {
  const unsigned width = expr_symbol_width(v->table, symbol);
  if (width <= 64) {
    assign(v, symbol, bits & bits_mask(width));
  } else {
    uint64_t limbs[EXPR_MAX_LIMBS];
    wide_set(limbs, width, bits);
    evaluator_assign_wide(v, symbol, limbs);
  }
}

/* The word of a wide symbol is its offset in wide_values plus one. */
void evaluator_assign_wide(evaluator *v, uint32_t symbol,
                           const uint64_t *limbs) {
  const unsigned width = expr_symbol_width(v->table, symbol);
  if (width <= 64) {
    evaluator_assign(v, symbol, limbs[0]);
    return;
  }
  const unsigned n = wide_limbs(width);
  uint64_t offset = symbol < v->assigned.count ? v->assigned.items[symbol] : 0;
  if (!offset) {
    offset = v->wide_values.count + 1;
    for (unsigned i = 0; i < n; i++) vec_push(&v->wide_values, 0);
    assign(v, symbol, offset);
  }
  uint64_t *value = v->wide_values.items + offset - 1;
  wide_copy(value, limbs, width);
  wide_trim(value, width);
  v->dirty = true;
}

/* Room for every term; a new epoch if an assignment changed. */
static void refresh(evaluator *v) {
  const uint32_t needed = expr_count(v->table) + 1;
  if (v->capacity < needed) {
    const uint32_t old = v->capacity;
    v->capacity = mem_grown(v->capacity, needed);
    v->value = mem_resize(v->value, v->capacity, sizeof *v->value);
    v->stamp = mem_resize(v->stamp, v->capacity, sizeof *v->stamp);
    memset(v->stamp + old, 0, (v->capacity - old) * sizeof *v->stamp);
  }
  if (!v->dirty) return;
  v->dirty = false;
  v->exact = true;
  vec_clear(&v->limbs);
  if (++v->epoch == 0) {        /* wrapped: old stamps would look new */
    memset(v->stamp, 0, v->capacity * sizeof *v->stamp);
    v->epoch = 1;
  }
}

static bool has(const evaluator *v, expr e) {
  return v->stamp[e.id] == v->epoch;
}

/* Takes the limbs of a wide result over into the arena. */
static void set_limbs(evaluator *v, uint32_t id, unsigned width,
                      const uint64_t *limbs) {
  if (width <= 64) {
    v->value[id] = limbs[0];
    return;
  }
  v->value[id] = v->limbs.count;
  for (unsigned i = 0; i < wide_limbs(width); i++)
    vec_push(&v->limbs, limbs[i]);
}

static const uint64_t *limbs_of(const evaluator *v, expr e) {
  const uint64_t *value = v->value + e.id;
  return at(v->table, e)->width <= 64 ? value : v->limbs.items + *value;
}

static void set_leaf(evaluator *v, uint32_t id, const expr_node *n) {
  static const uint64_t none[EXPR_MAX_LIMBS];
  if (n->op == EXPR_CONST) {
    if (n->width <= 64) v->value[id] = n->imm;
    else set_limbs(v, id, n->width, table_wide(v->table, n));
    return;
  }
  assert(n->op == EXPR_VAR);
  const uint64_t word =
      n->imm < v->assigned.count ? v->assigned.items[n->imm] : 0;
  if (n->width <= 64) v->value[id] = word;
  else
    set_limbs(v, id, n->width, word ? v->wide_values.items + word - 1 : none);
}

static void set_node(evaluator *v, uint32_t id, const expr_node *n) {
  const unsigned arity = table_ops[n->op].arity;
  bool is_small = n->width <= 64 && !op_is_float((expr_op) n->op);
  for (unsigned i = 0; i < arity; i++)
    is_small &= at(v->table, n->arg[i])->width <= 64;
  const unsigned from = at(v->table, n->arg[0])->width;
  if (is_small) {
    v->value[id] = fold_word((expr_op) n->op, n->width, from, n->imm,
                             v->value[n->arg[0].id], v->value[n->arg[1].id],
                             v->value[n->arg[2].id]);
    return;
  }
  uint64_t result[EXPR_MAX_LIMBS] = {0};
  const uint64_t *a = limbs_of(v, n->arg[0]);
  const uint64_t *b = arity > 1 ? limbs_of(v, n->arg[1]) : NULL;
  const uint64_t *c = arity > 2 ? limbs_of(v, n->arg[2]) : NULL;
  if (!fold_limbs((expr_op) n->op, n->width, from, n->imm, a, b, c, result))
    v->exact = false;
  set_limbs(v, id, n->width, result);
}

/* Of an ITE only the arm that is taken is looked at; returns whether it is
 * known, and pushes it if not. */
static bool set_ite(evaluator *v, uint32_t id, const expr_node *n) {
  const expr taken = n->arg[v->value[n->arg[0].id] ? 1 : 2];
  if (!has(v, taken)) {
    vec_push(&v->stack, taken.id);
    return false;
  }
  v->value[id] = v->value[taken.id];    /* a wide one shares the limbs */
  return true;
}

/* What the condition is about gets the same values inside. */
static void hand_down(evaluator *v, expr forall) {
  expr_table *t = v->table;
  const varset vars = varset_of(t, forall);
  const uint32_t count = varset_count(t, vars);
  if (!v->inside) v->inside = evaluator_new(t);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t symbol = varset_symbols(t, vars)[i];
    const uint64_t word =
        symbol < v->assigned.count ? v->assigned.items[symbol] : 0;
    if (expr_symbol_width(t, symbol) <= 64 || !word)
      evaluator_assign(v->inside, symbol, word);
    else
      evaluator_assign_wide(v->inside, symbol,
                            v->wide_values.items + word - 1);
  }
}

/* Of one whose count is known. */
static forall_truth try_values(evaluator *v, expr forall, uint64_t *value,
                               uint64_t most) {
  const expr_node n = expr_get(v->table, forall);
  const uint64_t count = v->value[n.arg[0].id];
  if (*value >= count) return FORALL_HOLDS;
  hand_down(v, forall);
  const uint64_t begun = v->inside->visited;
  for (; *value < count; ++*value) {
    if (!most-- || v->inside->visited - begun > limits.expr_forall_visits)
      return FORALL_OPEN;
    evaluator_assign(v->inside, (uint32_t) n.imm, *value);
    const bool holds = evaluator_value(v->inside, n.arg[1]);
    if (!evaluator_is_exact(v->inside)) return FORALL_OPEN;
    if (!holds) return FORALL_FAILS;
  }
  return FORALL_HOLDS;
}

static void set_forall(evaluator *v, uint32_t id) {
  uint64_t value = 0;
  const forall_truth truth = try_values(v, (expr) {id}, &value, UINT64_MAX);
  v->value[id] = truth == FORALL_HOLDS;
  if (truth == FORALL_OPEN) v->exact = false;
}

static void visit(evaluator *v, expr e) {
  refresh(v);
  if (has(v, e)) return;
  vec_push(&v->stack, e.id);
  while (v->stack.count) {
    const uint32_t id = vec_last(&v->stack);
    const expr_node *n = v->table->nodes + id;
    const unsigned arity = table_ops[n->op].arity;
    if (!arity) {
      set_leaf(v, id, n);
    } else if (n->op == EXPR_ITE || n->op == EXPR_CHOICE) {
      if (!has(v, n->arg[0])) {
        vec_push(&v->stack, n->arg[0].id);
        continue;
      }
      if (!set_ite(v, id, n)) continue;
    } else if (n->op == EXPR_FORALL) {
      if (!has(v, n->arg[0])) {
        vec_push(&v->stack, n->arg[0].id);
        continue;
      }
      set_forall(v, id);
    } else {
      const uint32_t before = v->stack.count;
      for (unsigned i = 0; i < arity; i++)
        if (!has(v, n->arg[i])) vec_push(&v->stack, n->arg[i].id);
      if (v->stack.count != before) continue;
      set_node(v, id, n);
    }
    v->stamp[id] = v->epoch;
    v->visited++;
    v->stack.count--;
  }
}

uint64_t evaluator_value(evaluator *v, expr e) {
  visit(v, e);
  return limbs_of(v, e)[0];
}

void evaluator_limbs(evaluator *v, expr e, uint64_t *limbs) {
  visit(v, e);
  wide_copy(limbs, limbs_of(v, e), at(v->table, e)->width);
}

forall_truth evaluator_forall(evaluator *v, expr forall, uint64_t *value,
                              uint64_t most) {
  visit(v, expr_get(v->table, forall).arg[0]);
  return try_values(v, forall, value, most);
}

bool evaluator_is_exact(const evaluator *v) { return v->exact; }
