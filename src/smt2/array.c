#include "smt2/array.h"

#include "base/bits.h"

void arrays_init(arrays *s, expr_table *t) {
  *s = (arrays) {.table = t};
  vec_push(&s->nodes, (array_node) {0});
}

void arrays_release(arrays *s) {
  for (uint32_t i = 0; i < s->lists.count; i++) vec_release(&s->lists.items[i]);
  vec_release(&s->nodes);
  vec_release(&s->lists);
  vec_release(&s->equalities);
  vec_release(&s->indices);
  vec_release(&s->constraints);
  idmap_release(&s->index_seen);
  idmap_release(&s->default_index);
}

static array add(arrays *s, array_node n) {
  vec_push(&s->nodes, n);
  return (array) {s->nodes.count - 1};
}

static void see_index(arrays *s, expr index) {
  uint64_t *seen = idmap_at(&s->index_seen, index.id);
  if (*seen) return;
  *seen = 1;
  vec_push(&s->indices, index);
}

static expr fresh(arrays *s, unsigned width, const char *name) {
  return expr_symbol(s->table,
                     expr_new_symbol(s->table, SYMBOL_FRESH, width, name));
}

array array_variable(arrays *s, unsigned index_width, unsigned value_width) {
  vec_push(&s->lists, (array_reads) {0});
  return add(s, (array_node) {.kind = ARRAY_VARIABLE,
                              .index_width = index_width,
                              .value_width = value_width,
                              .reads = s->lists.count});
}

array array_store(arrays *s, array a, expr index, expr value) {
  const array_node base = s->nodes.items[a.id];
  see_index(s, index);
  return add(s, (array_node) {.kind = ARRAY_STORE, .a = a, .index = index,
                              .value = value, .index_width = base.index_width,
                              .value_width = base.value_width});
}

array array_ite(arrays *s, expr condition, array a, array b) {
  const array_node base = s->nodes.items[a.id];
  if (expr_is_true(s->table, condition)) return a;
  if (expr_is_false(s->table, condition)) return b;
  return add(s, (array_node) {.kind = ARRAY_ITE, .a = a, .b = b,
                              .condition = condition,
                              .index_width = base.index_width,
                              .value_width = base.value_width});
}

array array_constant(arrays *s, unsigned index_width, expr value) {
  s->has_constants = true;
  return add(s, (array_node) {.kind = ARRAY_CONSTANT, .value = value,
                              .index_width = index_width,
                              .value_width = expr_width(s->table, value)});
}

static expr read_variable(arrays *s, const array_node *n, expr index) {
  array_reads *list = s->lists.items + n->reads - 1;
  for (uint32_t i = 0; i < list->count; i++)
    if (expr_same(list->items[i].index, index)) return list->items[i].value;
  const expr value = fresh(s, n->value_width, "select");
  for (uint32_t i = 0; i < list->count; i++) {
    const array_read *other = list->items + i;
    const expr same = expr_eq(s->table, other->index, index);
    const expr equal = expr_eq(s->table, other->value, value);
    const expr implied = expr_or(s->table, expr_not(s->table, same), equal);
    if (!expr_is_true(s->table, implied)) vec_push(&s->constraints, implied);
  }
  vec_push(list, ((array_read) {index, value}));
  return value;
}

/* Store chains are long: the walk down keeps its own stack, and the results
 * are combined on the way back. */
expr array_read_at(arrays *s, array root, expr index) {
  expr_table *t = s->table;
  idmap done = {0};             /* array -> expr */
  see_index(s, index);
  VEC(array) stack = {0};
  vec_push(&stack, root);
  while (stack.count) {
    const array at = vec_last(&stack);
    const array_node n = s->nodes.items[at.id];
    const uint64_t *a = n.a.id ? idmap_find(&done, n.a.id) : NULL;
    const uint64_t *b = n.b.id ? idmap_find(&done, n.b.id) : NULL;
    expr value = {0};
    const expr hit = n.kind == ARRAY_STORE ? expr_eq(t, n.index, index)
                                           : (expr) {0};
    if (n.kind == ARRAY_VARIABLE) {
      value = read_variable(s, &n, index);
    } else if (n.kind == ARRAY_CONSTANT) {
      value = n.value;
    } else if (n.kind == ARRAY_STORE && expr_is_true(t, hit)) {
      value = n.value;
    } else if (n.a.id && !a) {
      vec_push(&stack, n.a);
      continue;
    } else if (n.b.id && !b) {
      vec_push(&stack, n.b);
      continue;
    } else if (n.kind == ARRAY_STORE) {
      value = expr_ite(t, hit, n.value, (expr) {(uint32_t) *a});
    } else {
      value = expr_ite(t, n.condition, (expr) {(uint32_t) *a},
                       (expr) {(uint32_t) *b});
    }
    *idmap_at(&done, at.id) = value.id;
    (void) vec_pop(&stack);
  }
  vec_release(&stack);
  const expr result = {(uint32_t) *idmap_find(&done, root.id)};
  idmap_release(&done);
  return result;
}

expr array_equal(arrays *s, array a, array b) {
  expr_table *t = s->table;
  if (a.id == b.id) return expr_true(t);
  for (uint32_t i = 0; i < s->equalities.count; i++) {
    const array_equality *e = s->equalities.items + i;
    if ((e->a.id == a.id && e->b.id == b.id) ||
        (e->a.id == b.id && e->b.id == a.id)) return e->holds;
  }
  const expr holds = fresh(s, 1, "equal");
  vec_push(&s->equalities, ((array_equality) {a, b, holds, 0}));
  const unsigned width = s->nodes.items[a.id].index_width;
  const expr where = fresh(s, width, "differ");
  const expr x = array_read_at(s, a, where), y = array_read_at(s, b, where);
  const expr constraint = expr_or(t, holds, expr_ne(t, x, y));
  if (!expr_is_true(t, constraint)) vec_push(&s->constraints, constraint);
  return holds;
}

/*
 * Constant arrays have a value where no index term looks.  So comparisons look
 * at one index more that is none of the others, or, when there are too few
 * values for one, at all of them.
 */
static void add_default_index(arrays *s, unsigned width) {
  expr_table *t = s->table;
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->indices.count; i++)
    count += expr_width(t, s->indices.items[i]) == width;
  if (width < 32 && 2 * (uint64_t) count + 16 >= UINT64_C(1) << width) {
    for (uint64_t v = 0; v < UINT64_C(1) << width; v++)
      see_index(s, expr_const(t, width, v));
    return;
  }
  uint64_t *known = idmap_at(&s->default_index, width);
  if (!*known) *known = fresh(s, width, "elsewhere").id;
  const expr other = {(uint32_t) *known};
  see_index(s, other);
  for (uint32_t i = 0; i < s->indices.count; i++) {
    const expr index = s->indices.items[i];
    if (expr_width(t, index) == width && !expr_same(index, other))
      vec_push(&s->constraints, expr_ne(t, index, other));
  }
}

void arrays_constrain(arrays *s) {
  expr_table *t = s->table;
  if (s->has_constants)
    for (uint32_t i = 0; i < s->equalities.count; i++)
      add_default_index(s, s->nodes.items[s->equalities.items[i].a.id]
                               .index_width);
  for (uint32_t i = 0; i < s->equalities.count; i++) {
    array_equality e = s->equalities.items[i];
    const unsigned width = s->nodes.items[e.a.id].index_width;
    for (; e.done < s->indices.count; e.done++) {
      const expr index = s->indices.items[e.done];
      if (expr_width(t, index) != width) continue;
      const expr x = array_read_at(s, e.a, index);
      const expr y = array_read_at(s, e.b, index);
      const expr constraint = expr_or(t, expr_not(t, e.holds),
                                      expr_eq(t, x, y));
      if (!expr_is_true(t, constraint)) vec_push(&s->constraints, constraint);
    }
    s->equalities.items[i].done = e.done;
  }
}
