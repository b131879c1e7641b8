#include "generate.h"

/* Values, places and pointers.  Without the feature concerned an operation is
 * guarded so that it cannot go wrong, whatever its operands are. */

node *constant(generator *g, int_type type, uint64_t value) {
  node *n = node_new(g->p, NODE_CONST, NULL, NULL, NULL);
  n->type = type;
  n->value = value;
  return n;
}

static node *cast(generator *g, int_type type, node *a) {
  node *n = node_new(g->p, NODE_CAST, a, NULL, NULL);
  n->type = type;
  return n;
}

node *masked(generator *g, node *a, unsigned mask) {
  return node_new(g->p, NODE_AND, a, constant(g, TYPE_INT, mask), NULL);
}

node *read_of(generator *g, node *place) {
  return node_new(g->p, NODE_READ, place, NULL, NULL);
}

int_type random_type(generator *g) {
  const int_type t = (int_type) pick(g, g->has[FEATURE_WIDE] ? TYPE_COUNT
                                                             : TYPE_LONG);
  return t == TYPE_BOOL && !g->has[FEATURE_BOOL] ? TYPE_INT : t;
}

node *random_constant(generator *g) {
  static const int_type types[] = {TYPE_INT, TYPE_INT, TYPE_UINT, TYPE_LLONG,
                                   TYPE_ULLONG, TYPE_LONG};
  static const uint64_t edges[] = {0, 1, 2, 3, 7, 8, 15, 31, 32, 63, 100, 127,
                                   128, 255, 256, 32767, 65535, INT32_MAX};
  const int_type type = types[pick(g, g->has[FEATURE_WIDE] ? 6 : 3)];
  uint64_t value = chance(g, 60) ? pick(g, 12)
                                 : edges[pick(g, sizeof edges / sizeof *edges)];
  const bool is_signed = type == TYPE_INT || type == TYPE_LLONG ||
                         type == TYPE_LONG;
  if (is_signed && chance(g, 20)) value = -value;
  return constant(g, type, value);
}

/* Places ----------------------------------------------------------------- */

node *place_of(generator *g, variable *v) {
  node *n = node_new(g->p, NODE_VAR, NULL, NULL, NULL);
  n->var = v;
  return n;
}

/* A value below count, or not quite. */
static node *random_index(generator *g, unsigned count) {
  if (count > 1 && dares(g, FEATURE_BOUNDS)) {
    if (chance(g, 30))
      return node_new(g->p, NODE_SUB,
                      cast(g, TYPE_INT, masked(g, random_value(g, 1), 7)),
                      constant(g, TYPE_INT, 1), NULL);
    return masked(g, random_value(g, 1), 7);
  }
  if (count <= 1 || chance(g, 25)) return constant(g, TYPE_INT, pick(g, count));
  if (!(count & (count - 1))) return masked(g, random_value(g, 1), count - 1);
  return node_new(g->p, NODE_REM, cast(g, TYPE_UINT, random_value(g, 1)),
                  constant(g, TYPE_UINT, count), NULL);
}

static node *place_in(generator *g, variable *v) {
  node *n = place_of(g, v);
  switch (v->kind) {
  case SCALAR: case CALLEE: break;
  case ARRAY:
    n->op = NODE_ELEMENT;
    n->arg[0] = random_index(g, v->count);
    break;
  case RECORD:
    n->field = pick(g, v->record->count);
    n->op = NODE_FIELD;
    if (v->record->fields[n->field].count) {
      n->op = NODE_FIELD_ELEMENT;
      n->arg[0] = random_index(g, v->record->fields[n->field].count);
    }
    break;
  case POINTER: {
    const unsigned extent = g->extent[v->index];
    n->op = NODE_COPY;
    return node_new(g->p, NODE_AT, n, random_index(g, extent ? extent : 1),
                    NULL);
  }
  case POINTERS: {
    const unsigned extent = g->extent[v->index];
    n->op = NODE_CHOICE;
    n->arg[0] = random_index(g, v->count);
    return node_new(g->p, NODE_AT, n, random_index(g, extent ? extent : 1),
                    NULL);
  }
  }
  return n;
}

node *random_place(generator *g, bool to_write) {
  if (!to_write && chance(g, 35))
    return place_of(g, g->p->inputs[pick(g, g->p->input_count)].var);
  for (unsigned tries = 0; tries < 20; tries++) {
    variable *v = g->visible.items[pick(g, g->visible.count)];
    if (to_write && v->is_fixed) continue;
    if (to_write && v->is_global && g->taste == TASTE_RETURNS && !g->in_main &&
        !chance(g, 20))
      continue;
    if ((v->kind == POINTER || v->kind == POINTERS) &&
        !g->extent[v->index] && !dares(g, FEATURE_MISUSED_POINTERS))
      continue;
    return place_in(g, v);
  }
  return place_of(g, g->visible.items[0]);      /* a global of that purpose */
}

/* Values ----------------------------------------------------------------- */

static node *leaf(generator *g) { return read_of(g, random_place(g, false)); }

/* Near the end of its type's range. */
static node *extreme(generator *g, node_op op) {
  const bool is_wide = g->has[FEATURE_WIDE] && chance(g, 40);
  const uint64_t most = is_wide ? INT64_MAX : INT32_MAX, near = pick(g, 20);
  const int_type type = is_wide ? TYPE_LLONG : TYPE_INT;
  return constant(g, type, op == NODE_MUL  ? most / (1 + near)
                           : chance(g, 30) ? near - most
                                           : most - near);
}

static node *arithmetic(generator *g, node_op op, node *a, node *b) {
  if (dares(g, FEATURE_OVERFLOW)) {
    if (chance(g, 60)) b = extreme(g, op);
  } else {
    if (chance(g, 50)) a = cast(g, chance(g, 70) ? TYPE_UINT : TYPE_ULLONG, a);
    else {
      a = masked(g, a, 63);
      b = masked(g, b, 63);
    }
    /* unsigned long and a signed type give unsigned; unsigned and long long
     * would be signed again. */
    if (a->op == NODE_CAST) b = cast(g, a->type, b);
  }
  return node_new(g->p, op, a, b, NULL);
}

static node *division(generator *g, node_op op, node *a, node *b) {
  if (!dares(g, FEATURE_DIVISION))
    b = node_new(g->p, NODE_ADD, masked(g, b, 7), constant(g, TYPE_INT, 1),
                 NULL);
  return node_new(g->p, op, a, b, NULL);
}

static node *shift(generator *g, node_op op, node *a, node *b) {
  const bool is_wild = dares(g, FEATURE_SHIFT);
  b = masked(g, b, 15);
  if (is_wild)
    b = node_new(g->p, chance(g, 50) ? NODE_ADD : NODE_SUB, b,
                 constant(g, TYPE_INT, chance(g, 50) ? 28 : 3), NULL);
  return node_new(g->p, op, a, b, NULL);
}

/* Of any type: TYPE_COUNT. */
static variable *random_pointer_variable(generator *g, int_type type) {
  for (unsigned tries = 0; tries < 40; tries++) {
    variable *v = g->visible.items[pick(g, g->visible.count)];
    if (v->kind == POINTER && (v->type == type || type == TYPE_COUNT) &&
        g->extent[v->index])
      return v;
  }
  return NULL;
}

/* Its alignment says what it is. */
static bool has_low_bit(int_type type) {
  return type != TYPE_BOOL && type != TYPE_CHAR && type != TYPE_SCHAR && type != TYPE_UCHAR;
}

static node *copy_of(generator *g, variable *v) {
  node *n = place_of(g, v);
  n->op = NODE_COPY;
  return n;
}

static node *comparison(generator *g, unsigned depth) {
  const bool looks = g->has[FEATURE_ADDRESSES];
  if (g->has[FEATURE_POINTERS] && chance(g, looks ? 50 : 8)) {
    variable *a = random_pointer_variable(g, looks ? TYPE_COUNT : random_type(g));
    variable *b = a ? random_pointer_variable(g, a->type) : NULL;
    if (b) {
      node *p = place_of(g, a), *q = place_of(g, b);
      p->op = q->op = NODE_COPY;
      if (!looks || chance(g, 30)) return node_new(g->p, NODE_SAME, p, q, NULL);
      if (chance(g, 50) && has_low_bit(a->type))
        return node_new(g->p, NODE_LOW, p, NULL, NULL);
      return node_new(g->p, chance(g, 50) ? NODE_LT : NODE_EQ,
                      node_new(g->p, NODE_DISTANCE, p,
                               chance(g, 40) ? q : copy_of(g, a), NULL),
                      constant(g, TYPE_INT, pick(g, 4)), NULL);
    }
  }
  const node_op op = (node_op) (NODE_LT + pick(g, NODE_NE - NODE_LT + 1));
  return node_new(g->p, op, random_value(g, depth),
                  chance(g, 60) ? random_constant(g) : random_value(g, depth),
                  NULL);
}

node *random_condition(generator *g, unsigned depth) {
  if (g->has[FEATURE_ADDRESSES] && chance(g, 30)) return comparison(g, depth);
  if (depth && chance(g, 25))
    return node_new(g->p, chance(g, 50) ? NODE_LAND : NODE_LOR,
                    random_condition(g, depth - 1),
                    random_condition(g, depth - 1), NULL);
  if (chance(g, 15))
    return node_new(g->p, NODE_LNOT, random_condition(g, 0), NULL, NULL);
  if (chance(g, 25)) return masked(g, random_value(g, depth), 1 + pick(g, 7));
  return comparison(g, depth);
}

node *random_value(generator *g, unsigned depth) {
  if (!depth || chance(g, 20)) return leaf(g);
  depth--;
  node *a = random_value(g, depth);
  node *b = chance(g, 40) ? random_constant(g) : random_value(g, depth);
  const node_op op = (node_op) (NODE_NEG + pick(g, NODE_COND - NODE_NEG + 1));
  switch ((int) op) {
  case NODE_NEG:
    if (!dares(g, FEATURE_OVERFLOW)) a = masked(g, a, 127);
    return node_new(g->p, op, a, NULL, NULL);
  case NODE_COMPLEMENT: return node_new(g->p, op, a, NULL, NULL);
  case NODE_CAST: return cast(g, random_type(g), a);
  case NODE_ADD: case NODE_SUB: case NODE_MUL: return arithmetic(g, op, a, b);
  case NODE_DIV: case NODE_REM: return division(g, op, a, b);
  case NODE_SHL: case NODE_SHR: return shift(g, op, a, b);
  case NODE_AND: case NODE_OR: case NODE_XOR:
    return node_new(g->p, op, a, b, NULL);
  case NODE_COND:
    return node_new(g->p, op, random_condition(g, depth), a, b);
  }
  return random_condition(g, depth);
}

/* Pointers --------------------------------------------------------------- */

/* Into a variable that lives at least as long as the one that will hold it. */
static node *pointer_into(generator *g, variable *v, unsigned *extent) {
  node *n = place_of(g, v);
  *extent = 1;
  if (v->kind == ARRAY) {
    const unsigned from = pick(g, v->count);
    n->op = NODE_ELEMENT;
    n->arg[0] = constant(g, TYPE_INT, from);
    *extent = v->count - from;
  }
  return node_new(g->p, NODE_ADDRESS, n, NULL, NULL);
}

static node *target(generator *g, int_type type, uint32_t limit,
                    unsigned *extent) {
  for (unsigned tries = 0; limit && tries < 20; tries++) {
    variable *v = g->visible.items[pick(g, limit)];
    if (v->type != type || v->is_fixed ||
        (v->kind != SCALAR && v->kind != ARRAY))
      continue;
    return pointer_into(g, v, extent);
  }
  *extent = 0;
  return NULL;
}

node *random_pointer(generator *g, int_type type, uint32_t limit,
                     unsigned *extent) {
  if (dares(g, FEATURE_MISUSED_POINTERS)) {
    node *n = node_new(g->p, NODE_NONE, NULL, NULL, NULL);
    n->type = type;
    *extent = 0;
    if (chance(g, 40)) return n;
    node *stale = target(g, type, g->visible.count, extent);
    if (stale) return stale;
  }
  node *n = target(g, type, limit, extent);
  if (n && chance(g, 25)) {
    unsigned other = 0;
    node *b = target(g, type, limit, &other);
    if (b) {
      if (other < *extent) *extent = other;
      return node_new(g->p, NODE_EITHER, random_condition(g, 1), n, b);
    }
  }
  if (n && *extent > 1 && chance(g, 20)) {
    n = node_new(g->p, NODE_PLUS, n, masked(g, random_value(g, 1), 1), NULL);
    --*extent;
  }
  return n;
}
