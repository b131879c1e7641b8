#include "solver/links.h"

#include <assert.h>

/*
 * A conjunction outside any path.  Nothing is asked on the way: conjuncts are
 * first sorted into components that share symbols, and each component becomes
 * one slice, built as a balanced tree so that the sets of symbols on the way
 * stay small.
 */
typedef struct component_item { uint32_t root; expr conjunct; } component_item;

typedef struct components {
  uint32_t *parent;             /* of each symbol: a union-find forest */
  VEC(component_item) items;
} components;

static uint32_t find(components *c, uint32_t symbol) {
  while (c->parent[symbol] != symbol)
    symbol = c->parent[symbol] = c->parent[c->parent[symbol]];
  return symbol;
}

bool check_flatten(solver *s, const expr *items, uint32_t count, conjuncts *out) {
  conjuncts stack = {0};
  idmap seen = {0};
  bool possible = true;
  for (uint32_t i = count; i-- > 0;) vec_push(&stack, items[i]);
  while (stack.count && possible) {
    const expr e = vec_pop(&stack);
    const expr_node n = expr_get(s->table, e);
    uint64_t *mark = idmap_at(&seen, e.id);
    possible = !expr_is_false(s->table, e);
    if (*mark || expr_is_true(s->table, e)) continue;
    *mark = 1;
    if (n.op == EXPR_AND && n.width == 1) {
      vec_push(&stack, n.arg[1]);
      vec_push(&stack, n.arg[0]);
    } else {
      vec_push(out, e);
    }
  }
  vec_release(&stack);
  idmap_release(&seen);
  return possible;
}

/* Those without symbols, and all when slices are off, form one component. */
static uint32_t join(solver *s, components *c, expr conjunct) {
  const varset vars = varset_of(s->table, conjunct);
  const uint32_t count = varset_count(s->table, vars);
  const uint32_t *symbols = varset_symbols(s->table, vars);
  if (!count || !s->options.slices) return 0;
  const uint32_t root = find(c, symbols[0]);
  for (uint32_t i = 1; i < count; i++) c->parent[find(c, symbols[i])] = root;
  return root;
}

static int by_root(const void *a, const void *b, void *table) {
  const component_item *x = a, *y = b;
  if (x->root != y->root) return x->root < y->root ? -1 : 1;
  return expr_order(table, x->conjunct, y->conjunct);
}

static slice *tree(solver *s, const component_item *items, uint32_t count) {
  assert(count);
  if (count == 1)
    return slice_extend(&s->slices, s->table, NULL, NULL, items->conjunct);
  const uint32_t half = count / 2;
  slice *left = tree(s, items, half);
  slice *right = tree(s, items + half, count - half);
  return slice_extend(&s->slices, s->table, left, right, (expr) {0});
}

/* The slices of the conjunction into s->checked. */
static void partition(solver *s, const conjuncts *all) {
  components c = {0};
  const uint32_t symbols = expr_symbol_count(s->table);
  c.parent = mem_zeroed(symbols, sizeof *c.parent);
  for (uint32_t i = 0; i < symbols; i++) c.parent[i] = i;
  for (uint32_t i = 0; i < all->count; i++) join(s, &c, all->items[i]);
  for (uint32_t i = 0; i < all->count; i++)
    vec_push(&c.items, ((component_item) {join(s, &c, all->items[i]),
                                          all->items[i]}));
  if (c.items.count)
    qsort_r(c.items.items, c.items.count, sizeof *c.items.items, by_root,
            s->table);
  for (uint32_t from = 0, to; from < c.items.count; from = to) {
    for (to = from; to < c.items.count &&
                    c.items.items[to].root == c.items.items[from].root; to++) {}
    slice *q = tree(s, c.items.items + from, to - from);
    slice_retain(q);
    vec_push(&s->checked, q);
  }
  vec_release(&c.items);
  free(c.parent);
}

static answer check(solver *s, const expr *items, uint32_t count, bool with_equations) {
  conjuncts all = {0};
  answer a = ANSWER_SAT;
  for (uint32_t i = 0; i < s->checked.count; i++)
    slice_release(s->checked.items[i]);
  vec_clear(&s->checked);
  vec_clear(&s->solved);
  if (check_flatten(s, items, count, &all) &&
      (!with_equations || equations_solve(s, &all))) partition(s, &all);
  else a = ANSWER_UNSAT;
  for (uint32_t i = 0; i < s->checked.count && a != ANSWER_UNSAT; i++) {
    const answer part = chain_decide(s, s->checked.items[i]);
    assert(part != ANSWER_SAT || s->checked.items[i]->status == SLICE_SAT);
    if (part != ANSWER_SAT) a = part;
  }
  vec_release(&all);
  return a;
}

/* The model of the last check into the evaluator; symbols that are in no slice are 0. */
static void assign_model(solver *s) {
  for (uint32_t i = 0; i < s->solved.count; i++)
    model_assign(s, NULL, varset_of(s->table, s->solved.items[i].term));
  for (uint32_t i = 0; i < s->checked.count; i++) {
    const slice *q = s->checked.items[i];
    if (q->status == SLICE_SAT) model_assign(s, q->model, q->vars);
  }
  equations_assign(s);
}

/* Float operators leave some bits open: a value that was put in may be another one where
 * it is evaluated. */
static bool is_model_of(solver *s, const expr *items, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    model_assign(s, NULL, varset_of(s->table, items[i]));
  assign_model(s);
  for (uint32_t i = 0; i < count; i++)
    if (!evaluator_value(s->eval, items[i])) return false;
  return evaluator_is_exact(s->eval);
}

answer solver_check(solver *s, const expr *items, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) assert(expr_width(s->table, items[i]) == 1);
  solver_begin(s);
  s->stats.queries++;
  if (s->options.max_query_ms) chain_begin_time(s);
  answer a = check(s, items, count, s->options.equations);
  if (a == ANSWER_SAT && s->solved.count && !is_model_of(s, items, count))
    a = check(s, items, count, false);
  s->end.deadline_ns = 0;
  solver_end(s);
  return a;
}

void solver_model_limbs(solver *s, expr e, uint64_t *limbs) {
  model_assign(s, NULL, varset_of(s->table, e));
  assign_model(s);
  evaluator_limbs(s->eval, e, limbs);
}

uint64_t solver_model_value(solver *s, expr e) {
  uint64_t limbs[EXPR_MAX_LIMBS];
  solver_model_limbs(s, e, limbs);
  return limbs[0];
}
