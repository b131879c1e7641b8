#include "generate.h"

/*
 * Variables of a block that is entered again and again, and a pointer that one
 * iteration keeps: in the next one it points to an object that is dead, although
 * a variable of that name is alive.  What uses it keeps to the iteration that set
 * it or, if pointers are misused, to another one.
 */
static node *pointer_to(generator *g, variable *v) {
  node *at = place_of(g, v);
  if (v->kind == ARRAY) {
    at->op = NODE_ELEMENT;
    at->arg[0] = constant(g, TYPE_INT, pick(g, v->count));
  }
  return node_new(g->p, NODE_ADDRESS, at, NULL, NULL);
}

static node *behind(generator *g, variable *p) {
  node *n = place_of(g, p);
  n->op = NODE_COPY;
  return node_new(g->p, NODE_AT, n, constant(g, TYPE_INT, 0), NULL);
}

static node *is_turn(generator *g, node_op op, variable *counter,
                     unsigned turn) {
  node *is = node_new(g->p, op, read_of(g, place_of(g, counter)),
                      constant(g, TYPE_INT, turn), NULL);
  if (!chance(g, 35)) return is;
  return node_new(g->p, NODE_LAND, is, random_condition(g, 1), NULL);
}

static void use(generator *g, variable *p, variable *sum) {
  if (chance(g, 50)) {
    add_assignment_of(g, behind(g, p), random_value(g, 1));
    return;
  }
  add_assignment_of(g, place_of(g, sum), read_of(g, behind(g, p)));
}

static void use_when(generator *g, node *when, variable *p, variable *sum) {
  statement *s = statement_new(g->p, IF);
  block *outer = g->block;
  s->value = when;
  s->body = g->block = block_new(g->p);
  use(g, p, sum);
  g->block = outer;
  add_statement(g, s);
}

static void keep_when(generator *g, node *when, variable *p, variable *own) {
  statement *s = statement_new(g->p, IF);
  block *outer = g->block;
  s->value = when;
  s->body = g->block = block_new(g->p);
  set_pointer(g, p, pointer_to(g, own), 0, true);
  g->block = outer;
  add_statement(g, s);
}

static variable *add_scalar(generator *g, int_type type, const char *prefix) {
  variable *v = variable_new(g->p, SCALAR, type);
  name_variable(v, prefix);
  v->initialised = 1;
  v->initial[0] = pick(g, 9);
  return add_local(g, v);
}

/* An index of a literal is not checked against its type: none is out of bounds. */
static variable *add_own(generator *g, int_type type) {
  const bool is_literal = !g->has[FEATURE_BOUNDS] && !g->has[FEATURE_GOTO] && chance(g, 50);
  variable *v;
  if (chance(g, 60)) {
    v = add_scalar(g, type, "b");
  } else {
    v = variable_new(g->p, ARRAY, type);
    name_variable(v, "b");
    v->count = v->initialised = 2 + pick(g, 2);
    add_local(g, v);
  }
  v->is_literal = is_literal;
  return v;
}

void add_scope(generator *g) {
  int_type type = random_type(g);
  if (type == TYPE_BOOL) type = TYPE_INT;
  variable *outside = add_scalar(g, type, "s"), *sum = add_scalar(g, type, "s");
  variable *p = variable_new(g->p, POINTER, type);
  name_variable(p, "p");
  p->initialised = 1;
  add_local(g, p);
  set_pointer(g, p, pointer_to(g, outside), 0, true);
  statement *loop = statement_new(g->p, chance(g, 80) ? FOR : DO);
  const bool misuses = g->has[FEATURE_MISUSED_POINTERS] || chance(g, 25);
  loop->var = add_counter(g);
  loop->count = 2 + pick(g, 4);
  if (chance(g, 30)) loop->value = random_condition(g, 1);
  block *outer = g->block;
  const uint32_t seen = g->visible.count;
  const bool was = g->in_loop;
  loop->body = g->block = block_new(g->p);
  g->in_loop = true;
  variable *own = add_own(g, type);
  const unsigned kept = pick(g, loop->count);
  const unsigned used = misuses ? pick(g, loop->count) : kept;
  if (chance(g, 40)) random_statement(g, 0);
  const bool before = misuses && chance(g, 50);
  if (before)
    use_when(g, is_turn(g, used > kept ? NODE_EQ : NODE_GE, loop->var, used),
             p, sum);
  keep_when(g, is_turn(g, NODE_EQ, loop->var, kept), p, own);
  if (!before)
    use_when(g, is_turn(g, NODE_EQ, loop->var, used), p, sum);
  if (!misuses)                 /* back to what lives on */
    set_pointer(g, p, pointer_to(g, outside), 0, true);
  g->visible.count = seen;
  g->in_loop = was;
  g->block = outer;
  add_statement(g, loop);
  add_say(g, sum);
  add_say(g, outside);
}
