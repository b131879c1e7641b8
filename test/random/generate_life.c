#include "generate.h"

/*
 * Objects that live on one path and not on another where both meet: freed or
 * born on one side of a branch, exchanged, or born anew in a loop.  What follows
 * keeps to the side it is on, or, if the heap is misused, nearly so.
 */
static node *pointer_of(generator *g, variable *v) {
  node *n = place_of(g, v);
  n->op = NODE_COPY;
  return n;
}

static node *first_of(generator *g, variable *v) {
  return node_new(g->p, NODE_AT, pointer_of(g, v), constant(g, TYPE_INT, 0),
                  NULL);
}

static variable *add_handle(generator *g, int_type type) {
  variable *v = variable_new(g->p, POINTER, type);
  name_variable(v, "p");
  v->initialised = 1;
  return add_local(g, v);
}

static void add_birth(generator *g, variable *v) {
  node *new = node_new(g->p, NODE_ALLOC,
                       constant(g, TYPE_INT, 1 + pick(g, 3)), NULL, NULL);
  new->type = v->type;
  set_pointer(g, v, new, 0, true);
  add_assignment_of(g, first_of(g, v), random_value(g, 1));
}

static void add_death(generator *g, variable *v) {
  statement *s = statement_new(g->p, FREE);
  s->pointer = pointer_of(g, v);
  add_statement(g, s);
}

/* What it holds has a say in how the program ends. */
static void add_use(generator *g, variable *v) {
  variable *copy = variable_new(g->p, SCALAR, v->type);
  name_variable(copy, "u");
  copy->initialised = 1;
  add_local(g, copy);
  add_assignment_of(g, place_of(g, copy), read_of(g, first_of(g, v)));
  add_say(g, copy);
}

/* Which way a path goes; kept, so that it can be asked for again. */
static variable *add_side(generator *g) {
  variable *v = variable_new(g->p, SCALAR, TYPE_UCHAR);
  name_variable(v, "f");
  v->initialised = 1;
  v->is_fixed = true;
  add_local(g, v);
  node *twice = node_new(g->p, NODE_LNOT, random_condition(g, 1), NULL, NULL);
  add_assignment_of(g, place_of(g, v),
                    node_new(g->p, NODE_LNOT, twice, NULL, NULL));
  return v;
}

/* On that side; now and then, on another. */
static statement *begin_if(generator *g, variable *side, bool is_there) {
  statement *s = statement_new(g->p, IF);
  s->value = read_of(g, place_of(g, side));
  if (g->has[FEATURE_MISUSED_HEAP] && chance(g, 15))
    s->value = random_condition(g, 1);
  if (!is_there) s->value = node_new(g->p, NODE_LNOT, s->value, NULL, NULL);
  s->body = block_new(g->p);
  return s;
}

typedef void verb(generator *, variable *);

static void add_when(generator *g, variable *side, bool is_there, verb *what,
                     variable *v) {
  statement *s = begin_if(g, side, is_there);
  block *outer = g->block;
  const uint32_t seen = g->visible.count;
  g->block = s->body;
  what(g, v);
  g->visible.count = seen;
  g->block = outer;
  add_statement(g, s);
}

static void freed_on_one_side(generator *g, int_type type) {
  variable *v = add_handle(g, type), *side = add_side(g);
  add_birth(g, v);
  add_when(g, side, true, add_death, v);
  random_statement(g, 0);
  add_when(g, side, false, add_use, v);
  add_when(g, side, false, add_death, v);
}

static void born_on_one_side(generator *g, int_type type) {
  variable *v = add_handle(g, type), *side = add_side(g);
  add_when(g, side, true, add_birth, v);
  random_statement(g, 0);
  add_when(g, side, true, add_use, v);
  if (chance(g, 50)) add_death(g, v);           /* of NULL, on the other */
  else add_when(g, side, true, add_death, v);
}

static void set_to(generator *g, variable *v, variable *other) {
  set_pointer(g, v, pointer_of(g, other), 0, true);
}

static void one_of_two(generator *g, int_type type) {
  variable *v = add_handle(g, type), *w = add_handle(g, type);
  variable *kept = add_handle(g, type), *side = add_side(g);
  add_birth(g, v);
  add_birth(g, w);
  statement *s = statement_new(g->p, IF);
  block *outer = g->block;
  s->value = read_of(g, place_of(g, side));
  s->body = g->block = block_new(g->p);
  add_death(g, v);
  set_to(g, kept, w);
  s->other = g->block = block_new(g->p);
  add_death(g, w);
  set_to(g, kept, v);
  g->block = outer;
  add_statement(g, s);
  random_statement(g, 0);
  add_use(g, kept);
  if (g->has[FEATURE_MISUSED_HEAP] && chance(g, 30)) add_use(g, v);
  add_death(g, kept);
}

static void born_anew(generator *g, int_type type) {
  variable *v = add_handle(g, type);
  add_birth(g, v);
  statement *loop = statement_new(g->p, FOR);
  block *outer = g->block;
  loop->var = add_counter(g);
  loop->count = 2 + pick(g, 2);
  loop->body = block_new(g->p);
  statement *s = statement_new(g->p, IF);
  s->value = random_condition(g, 1);
  s->body = g->block = block_new(g->p);
  if (!g->has[FEATURE_MISUSED_HEAP] || chance(g, 85)) add_death(g, v);
  add_birth(g, v);
  g->block = loop->body;
  add_statement(g, s);
  g->block = outer;
  add_statement(g, loop);
  add_use(g, v);
  add_death(g, v);
}

void add_life(generator *g) {
  int_type type = random_type(g);
  if (type == TYPE_BOOL) type = TYPE_INT;
  switch (pick(g, 4)) {
  case 0: freed_on_one_side(g, type); break;
  case 1: born_on_one_side(g, type); break;
  case 2: one_of_two(g, type); break;
  case 3: born_anew(g, type); break;
  }
}
