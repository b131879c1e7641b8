#include "generate.h"

/*
 * Loops that templates, summaries and native code are made for: a counter, sums
 * that grow by a constant or by the counter, arrays that are filled or scanned,
 * pointers that advance, branches inside, inputs that each turn asks for anew.
 * What a loop computed is often asserted behind it, rightly or not.
 */
typedef struct progression {
  statement *loop;
  variable *sum;
  uint64_t first, step;         /* of the sum, if nothing else touches it */
  variable *array;              /* or NULL */
  variable *pointer;            /* to the array; or NULL */
} progression;

static variable *random_sum(generator *g, uint64_t first) {
  static const int_type types[] = {TYPE_UINT, TYPE_INT, TYPE_UCHAR,
                                   TYPE_USHORT, TYPE_SCHAR, TYPE_ULLONG};
  variable *v = variable_new(g->p, SCALAR, types[pick(g, 6)]);
  name_variable(v, "s");
  v->initialised = 1;
  v->initial[0] = first;
  v->is_fixed = true;           /* so it cannot overflow in a few turns */
  return add_local(g, v);
}

static variable *random_array(generator *g) {
  for (unsigned tries = 0; tries < 8; tries++) {
    variable *v = g->visible.items[pick(g, g->visible.count)];
    if (v->kind == ARRAY) return v;
  }
  return NULL;
}

static node *value_of(generator *g, variable *v) {
  return read_of(g, place_of(g, v));
}

static node *element_of(generator *g, variable *array, node *index) {
  node *n = place_of(g, array);
  n->op = NODE_ELEMENT;
  n->arg[0] = index;
  return n;
}

static node *pointer_of(generator *g, variable *v) {
  node *n = place_of(g, v);
  n->op = NODE_COPY;
  return n;
}

static node *less(generator *g, variable *counter, node *bound) {
  return node_new(g->p, NODE_LT, value_of(g, counter), bound, NULL);
}

/* Mostly an input, as it came. */
static node *random_bound(generator *g) {
  if (chance(g, 40)) return random_value(g, 1);
  return value_of(g, g->p->inputs[pick(g, g->p->input_count)].var);
}

static void choose_end(generator *g, progression *l) {
  statement *s = l->loop;
  const unsigned inside = l->array && !dares(g, FEATURE_BOUNDS)
                              ? l->array->count
                              : 0;
  switch (g->taste == TASTE_LOOPS ? 1 + pick(g, 3) : pick(g, 4)) {
  case 0: s->count = inside ? inside : 1 + pick(g, 12); break;
  case 1:
    s->count = inside;
    s->value = less(g, s->var, masked(g, random_bound(g), 15));
    break;
  case 2:
    s->count = inside ? inside : 4 + pick(g, 8);
    s->value = less(g, s->var, masked(g, random_bound(g), 31));
    break;
  case 3:
    s->count = inside ? inside : 2 + pick(g, 8);
    if (l->array)
      s->value = node_new(g->p, NODE_NE,
                          read_of(g, element_of(g, l->array,
                                                value_of(g, s->var))),
                          random_constant(g), NULL);
  }
}

static void add_sum(generator *g, progression *l, node *by) {
  statement *s = statement_new(g->p, UPDATE);
  s->place = place_of(g, l->sum);
  s->op = NODE_ADD;
  s->value = by;
  add_statement(g, s);
}

/* The body of an if, with what `fill` puts there. */
static void add_guarded(generator *g, progression *l, node *condition,
                        statement *inside) {
  statement *s = statement_new(g->p, IF);
  block *outer = g->block;
  s->value = condition;
  s->body = g->block = block_new(g->p);
  if (inside) add_statement(g, inside);
  else add_sum(g, l, constant(g, TYPE_INT, 1 + pick(g, 3)));
  if (!inside && chance(g, 40)) {
    s->other = g->block = block_new(g->p);
    add_sum(g, l, constant(g, TYPE_INT, 2));
  }
  g->block = outer;
  add_statement(g, s);
}

static node *on_the_way(generator *g, const progression *l) {
  if (chance(g, 50)) return random_condition(g, 1);
  node *at = value_of(g, l->loop->var);
  return chance(g, 50) ? masked(g, at, 1)
                       : node_new(g->p, NODE_EQ, at,
                                  constant(g, TYPE_INT, pick(g, 6)), NULL);
}

static void add_turn(generator *g, progression *l) {
  node *at = value_of(g, l->loop->var);
  switch (pick(g, 9)) {
  case 0: case 8:
    add_sum(g, l, at);
    return;
  case 1:
    if (!l->array || l->array->is_fixed) break;
    add_assignment_of(g, element_of(g, l->array, at),
                      chance(g, 50) ? value_of(g, l->loop->var)
                                    : random_value(g, 1));
    return;
  case 2: case 3: {
    if (!l->pointer) break;
    node *place = node_new(g->p, NODE_AT, pointer_of(g, l->pointer),
                           constant(g, TYPE_INT, 0), NULL);
    if (chance(g, 50)) add_assignment_of(g, place, random_value(g, 1));
    else add_sum(g, l, masked(g, read_of(g, place), 7));
    set_pointer(g, l->pointer,
                node_new(g->p, NODE_PLUS, pointer_of(g, l->pointer),
                         constant(g, TYPE_INT, 1), NULL), 0, true);
    return;
  }
  case 4:
    add_guarded(g, l, on_the_way(g, l), NULL);
    return;
  case 5:
    if (!chance(g, 50)) break;
    add_guarded(g, l, on_the_way(g, l),
                statement_new(g->p, chance(g, 60) ? BREAK : CONTINUE));
    return;
  case 6:
    if (!g->has[FEATURE_ASKS]) break;
    add_ask(g);
    return;
  }
  random_statement(g, 0);
}

static void add_claim(generator *g, const progression *l) {
  statement *s = statement_new(g->p, ASSERT);
  node *end = node_new(
      g->p, NODE_ADD, constant(g, TYPE_INT, l->first),
      node_new(g->p, NODE_MUL, constant(g, TYPE_INT, l->step),
               node_new(g->p, NODE_CAST, value_of(g, l->loop->var), NULL, NULL),
               NULL), NULL);
  node *same = node_new(g->p, NODE_CAST, end, NULL, NULL);
  same->type = l->sum->type;
  const node_op op = chance(g, 70) ? NODE_EQ : NODE_GE;
  s->value = node_new(g->p, op, value_of(g, l->sum), same, NULL);
  add_statement(g, s);
}

void add_progression(generator *g) {
  progression l = {.loop = statement_new(g->p, FOR), .first = pick(g, 4),
                   .step = 1 + pick(g, 5)};
  l.array = random_array(g);
  l.loop->var = add_counter(g);
  l.sum = random_sum(g, l.first);
  if (l.array && !l.array->is_fixed && l.array->type != TYPE_BOOL &&
      g->has[FEATURE_POINTERS]) {
    l.pointer = variable_new(g->p, POINTER, l.array->type);
    name_variable(l.pointer, "p");
    l.pointer->initialised = 1;
    add_local(g, l.pointer);
    set_pointer(g, l.pointer,
                node_new(g->p, NODE_ADDRESS,
                         element_of(g, l.array, constant(g, TYPE_INT, 0)),
                         NULL, NULL), 0, true);
  }
  choose_end(g, &l);
  block *outer = g->block;
  const uint32_t seen = g->visible.count;
  const bool was = g->in_loop;
  g->in_loop = true;
  l.loop->body = g->block = block_new(g->p);
  add_sum(g, &l, constant(g, TYPE_INT, l.step));
  if (chance(g, 25)) add_sum(g, &l, value_of(g, l.loop->var));
  for (unsigned k = pick(g, 3); k; k--) add_turn(g, &l);
  g->in_loop = was;
  g->visible.count = seen;
  if (g->has[FEATURE_ANNOTATIONS] && chance(g, 25)) {
    statement *s = statement_new(g->p, FOLDED);
    random_merge(g, s);
    s->body = g->block;
    l.loop->body = g->block = block_new(g->p);
    add_statement(g, s);
  }
  g->block = outer;
  add_statement(g, l.loop);
  if (chance(g, 80)) add_say(g, l.sum);
  if (g->has[FEATURE_ASSERT] && chance(g, 50)) add_claim(g, &l);
}
