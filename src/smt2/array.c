#include "smt2/array.h"

#include "base/bits.h"
#include "expr/soft.h"

#include <assert.h>

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
  idmap_release(&s->rows);
}

/* Domains and shapes ------------------------------------------------------- */

static uint64_t domain_key(array_domain d) {
  return (uint64_t) d.exponent << 16 | d.width;
}

static bool same_domain(array_domain a, array_domain b) {
  return a.width == b.width && a.exponent == b.exponent;
}

expr array_is_valid(expr_table *t, array_domain d, expr e) {
  if (!d.exponent) return expr_true(t);
  if (d.exponent == ARRAY_MODES)
    return expr_binary(t, EXPR_ULE, e, expr_const(t, d.width, ROUND_ZERO));
  const soft_format f = {d.exponent, d.width - 1 - d.exponent};
  return expr_or(t, soft_is_number(t, f, e), expr_eq(t, e, soft_nan(t, f)));
}

static array_shape without_first(const array_shape *s) {
  array_shape rest = {.count = s->count - 1, .value = s->value};
  for (unsigned i = 0; i < rest.count; i++) rest.index[i] = s->index[i + 1];
  return rest;
}

static array_shape with_first(array_domain first, const array_shape *s) {
  array_shape all = {.count = s->count + 1, .value = s->value};
  assert(all.count <= ARRAY_MOST_INDICES);
  all.index[0] = first;
  for (unsigned i = 0; i < s->count; i++) all.index[i + 1] = s->index[i];
  return all;
}

static array add(arrays *s, array_node n) {
  const unsigned a = s->nodes.items[n.a.id].depth, b = s->nodes.items[n.b.id].depth;
  n.depth = (a > b ? a : b) + (n.kind >= ARRAY_ROW);
  vec_push(&s->nodes, n);
  return (array) {s->nodes.count - 1};
}

unsigned array_depth(const arrays *s, array a) { return s->nodes.items[a.id].depth; }

static void see_index(arrays *s, array_domain d, expr index) {
  uint64_t *seen = idmap_at(&s->index_seen, domain_key(d) << 32 | index.id);
  if (*seen) return;
  *seen = 1;
  vec_push(&s->indices, ((struct array_index) {index, d}));
}

static void constrain(arrays *s, expr e) {
  if (!expr_is_true(s->table, e)) vec_push(&s->constraints, e);
}

static expr fresh(arrays *s, array_domain d, const char *name) {
  const expr e =
      expr_symbol(s->table, expr_new_symbol(s->table, SYMBOL_FRESH, d.width, name));
  constrain(s, array_is_valid(s->table, d, e));
  return e;
}

/* Arrays ------------------------------------------------------------------- */

array array_variable(arrays *s, const array_shape *shape) {
  vec_push(&s->lists, (array_reads) {0});
  return add(s, (array_node) {.kind = ARRAY_VARIABLE, .shape = *shape,
                              .reads = s->lists.count});
}

array array_store(arrays *s, array a, expr index, expr value) {
  const array_shape shape = s->nodes.items[a.id].shape;
  assert(shape.count == 1);
  see_index(s, shape.index[0], index);
  return add(s, (array_node) {.kind = ARRAY_STORE, .a = a, .index = index,
                              .value = value, .shape = shape});
}

array array_ite(arrays *s, expr condition, array a, array b) {
  if (expr_is_true(s->table, condition)) return a;
  if (expr_is_false(s->table, condition)) return b;
  return add(s, (array_node) {.kind = ARRAY_ITE, .a = a, .b = b,
                              .condition = condition,
                              .shape = s->nodes.items[a.id].shape});
}

array array_constant(arrays *s, array_domain index, array_domain domain, expr value) {
  s->has_constants = true;
  return add(s, (array_node) {.kind = ARRAY_CONSTANT, .value = value,
                              .shape = {.count = 1, .index = {index}, .value = domain}});
}

array array_row(arrays *s, array a, expr index) {
  const array_shape shape = s->nodes.items[a.id].shape;
  see_index(s, shape.index[0], index);
  return add(s, (array_node) {.kind = ARRAY_ROW, .a = a, .index = index,
                              .shape = without_first(&shape)});
}

array array_store_row(arrays *s, array a, expr index, array row) {
  const array_shape shape = s->nodes.items[a.id].shape;
  see_index(s, shape.index[0], index);
  return add(s, (array_node) {.kind = ARRAY_STORE_ROW, .a = a, .b = row, .index = index,
                              .shape = shape});
}

array array_rows(arrays *s, array_domain index, array row) {
  s->has_constants = true;
  const array_shape shape = s->nodes.items[row.id].shape;
  return add(s, (array_node) {.kind = ARRAY_ROWS, .a = row,
                              .shape = with_first(index, &shape)});
}

static expr read_variable(arrays *s, const array_node *n, expr index) {
  const uint32_t at = n->reads - 1;
  for (uint32_t i = 0; i < s->lists.items[at].count; i++)
    if (expr_same(s->lists.items[at].items[i].index, index))
      return s->lists.items[at].items[i].value;
  const expr value = fresh(s, n->shape.value, "select");
  array_reads *list = s->lists.items + at;
  for (uint32_t i = 0; i < list->count; i++) {
    const array_read *other = list->items + i;
    const expr same = expr_eq(s->table, other->index, index);
    const expr equal = expr_eq(s->table, other->value, value);
    constrain(s, expr_or(s->table, expr_not(s->table, same), equal));
  }
  vec_push(list, ((array_read) {index, value}));
  return value;
}

/* The first of several indices, and the others. */
static expr first_of(arrays *s, const array_shape *shape, expr index) {
  const unsigned width = expr_width(s->table, index), first = shape->index[0].width;
  return expr_extract(s->table, index, width - first, first);
}

static expr others_of(arrays *s, const array_shape *shape, expr index) {
  return expr_extract(s->table, index, 0,
                      expr_width(s->table, index) - shape->index[0].width);
}

/* Of an array of rows and the like.  Recursion is as deep as node.depth. */
static expr read_row(arrays *s, const array_node *n, expr index) {
  if (n->kind == ARRAY_ROW)
    return array_read_at(s, n->a, expr_concat(s->table, n->index, index));
  if (n->kind == ARRAY_ROWS)
    return array_read_at(s, n->a, others_of(s, &n->shape, index));
  return array_read_at(s, n->b, others_of(s, &n->shape, index));
}

/* Store chains are long: the walk down keeps its own stack, and the results
 * are combined on the way back. */
static expr walk(arrays *s, array root, expr index) {
  expr_table *t = s->table;
  idmap done = {0};             /* array -> expr */
  VEC(array) stack = {0};
  vec_push(&stack, root);
  while (stack.count) {
    const array at = vec_last(&stack);
    const array_node n = s->nodes.items[at.id];
    const uint64_t *a = n.a.id ? idmap_find(&done, n.a.id) : NULL;
    const uint64_t *b = n.b.id ? idmap_find(&done, n.b.id) : NULL;
    expr value = {0};
    const expr hit = n.kind == ARRAY_STORE ? expr_eq(t, n.index, index)
                     : n.kind == ARRAY_STORE_ROW
                         ? expr_eq(t, n.index, first_of(s, &n.shape, index))
                         : (expr) {0};
    if (n.kind == ARRAY_VARIABLE) {
      value = read_variable(s, &n, index);
    } else if (n.kind == ARRAY_CONSTANT) {
      value = n.value;
    } else if (n.kind == ARRAY_STORE && expr_is_true(t, hit)) {
      value = n.value;
    } else if (n.kind == ARRAY_ROW || n.kind == ARRAY_ROWS ||
               (n.kind == ARRAY_STORE_ROW && expr_is_true(t, hit))) {
      value = read_row(s, &n, index);
    } else if (n.a.id && !a) {
      vec_push(&stack, n.a);
      continue;
    } else if (n.kind == ARRAY_STORE_ROW) {
      const expr other = {(uint32_t) *a};
      value = expr_is_false(t, hit) ? other
                                    : expr_ite(t, hit, read_row(s, &n, index), other);
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

expr array_read_at(arrays *s, array root, expr index) {
  const array_node *n = s->nodes.items + root.id;
  if (n->shape.count == 1) see_index(s, n->shape.index[0], index);
  if (!n->depth) return walk(s, root, index);
  const uint64_t key = (uint64_t) root.id << 32 | index.id;
  const uint64_t *known = idmap_find(&s->rows, key);
  if (known) return (expr) {(uint32_t) *known};
  const expr value = walk(s, root, index);
  *idmap_at(&s->rows, key) = value.id;
  return value;
}

/* Equality ----------------------------------------------------------------- */

expr array_equal(arrays *s, array a, array b) {
  expr_table *t = s->table;
  if (a.id == b.id) return expr_true(t);
  for (uint32_t i = 0; i < s->equalities.count; i++) {
    const array_equality *e = s->equalities.items + i;
    if ((e->a.id == a.id && e->b.id == b.id) ||
        (e->a.id == b.id && e->b.id == a.id)) return e->holds;
  }
  const expr holds = fresh(s, (array_domain) {1, 0}, "equal");
  vec_push(&s->equalities, ((array_equality) {a, b, holds, 0}));
  const array_shape shape = s->nodes.items[a.id].shape;
  expr where = {0};
  for (unsigned i = 0; i < shape.count; i++) {
    const expr one = fresh(s, shape.index[i], "differ");
    see_index(s, shape.index[i], one);
    where = i ? expr_concat(t, where, one) : one;
  }
  const expr x = array_read_at(s, a, where), y = array_read_at(s, b, where);
  constrain(s, expr_or(t, holds, expr_ne(t, x, y)));
  return holds;
}

/*
 * Constant arrays have a value where no index term looks.  So comparisons look
 * at one index more that is none of the others, or, when there are too few
 * values for one, at all of them.
 */
static void add_default_index(arrays *s, array_domain d) {
  expr_table *t = s->table;
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->indices.count; i++)
    count += same_domain(s->indices.items[i].domain, d);
  if (d.width < 32 && 2 * (uint64_t) count + 16 >= UINT64_C(1) << d.width) {
    for (uint64_t v = 0; v < UINT64_C(1) << d.width; v++) {
      const expr e = expr_const(t, d.width, v);
      if (expr_is_true(t, array_is_valid(t, d, e))) see_index(s, d, e);
    }
    return;
  }
  uint64_t *known = idmap_at(&s->default_index, domain_key(d));
  if (!*known) *known = fresh(s, d, "elsewhere").id;
  const expr other = {(uint32_t) *known};
  see_index(s, d, other);
  for (uint32_t i = 0; i < s->indices.count; i++) {
    const struct array_index index = s->indices.items[i];
    if (same_domain(index.domain, d) && !expr_same(index.term, other))
      vec_push(&s->constraints, expr_ne(t, index.term, other));
  }
}

/* Equal at all combinations of indices in sight, one of them at least not done. */
static void instantiate(arrays *s, const array_equality *e, unsigned level, expr where,
                        bool is_new) {
  expr_table *t = s->table;
  const array_shape shape = s->nodes.items[e->a.id].shape;
  if (level == shape.count) {
    if (!is_new) return;
    const expr x = array_read_at(s, e->a, where), y = array_read_at(s, e->b, where);
    constrain(s, expr_or(t, expr_not(t, e->holds), expr_eq(t, x, y)));
    return;
  }
  /* Reads may bring further indices into sight: not of this round. */
  const uint32_t count = s->indices.count;
  const bool is_last = level + 1 == shape.count;
  for (uint32_t i = is_last && !is_new ? e->done : 0; i < count; i++) {
    const struct array_index index = s->indices.items[i];
    if (!same_domain(index.domain, shape.index[level])) continue;
    instantiate(s, e, level + 1,
                level ? expr_concat(t, where, index.term) : index.term,
                is_new || i >= e->done);
  }
}

void arrays_constrain(arrays *s) {
  if (s->has_constants)
    for (uint32_t i = 0; i < s->equalities.count; i++) {
      const array_shape shape = s->nodes.items[s->equalities.items[i].a.id].shape;
      for (unsigned k = 0; k < shape.count; k++) add_default_index(s, shape.index[k]);
    }
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (uint32_t i = 0; i < s->equalities.count; i++) {
      const array_equality e = s->equalities.items[i];
      if (e.done == s->indices.count) continue;
      is_done = false;
      const uint32_t count = s->indices.count;
      instantiate(s, &e, 0, (expr) {0}, false);
      s->equalities.items[i].done = count;
    }
  }
}
