#include "generate.h"

/*
 * Loops on numbers that run towards the end of a type's range, of a shift's
 * width or of an array, and now and then past it: food for machine code, whose
 * checks must be those of the interpreter.  On each path everything in them is a
 * number; which one, a branch before the loop may decide.
 */
typedef enum edge_kind { CLIMB, SINK, GROW, SHIFT, DIVIDE, WALK, EDGES } edge_kind;

typedef struct edge_loop {
  statement *loop;
  variable *sum;
  bool goes_past;
  uint64_t most;                /* of the sum's type */
} edge_loop;

static node *value_of(generator *g, variable *v) {
  return read_of(g, place_of(g, v));
}

static void add_update(generator *g, variable *v, node_op op, node *by) {
  statement *s = statement_new(g->p, UPDATE);
  s->place = place_of(g, v);
  s->op = op;
  s->value = by;
  add_statement(g, s);
}

/* Where the sum starts: there, or, if some inputs are to differ, there for those
 * and at another place for the rest. */
static void start_at(generator *g, edge_loop *l, uint64_t there,
                     uint64_t otherwise) {
  const bool is_rare = chance(g, 50);
  l->sum->initial[0] = is_rare ? otherwise : there;
  if (!is_rare) return;
  statement *s = statement_new(g->p, IF);
  block *outer = g->block;
  s->value = random_condition(g, 1);
  s->body = g->block = block_new(g->p);
  add_assignment_of(g, place_of(g, l->sum),
                    constant(g, l->sum->type, there));
  g->block = outer;
  add_statement(g, s);
}

static void add_climb(generator *g, edge_loop *l, bool sinks) {
  const uint64_t step = 1 + pick(g, 9), way = step * l->loop->count;
  const uint64_t safe = l->most - way - pick(g, 3);
  const uint64_t there = l->goes_past ? l->most - pick(g, (unsigned) way)
                                      : safe;
  start_at(g, l, sinks ? -there : there, sinks ? -safe : safe);
  g->block = l->loop->body;
  add_update(g, l->sum, sinks ? NODE_SUB : NODE_ADD,
             constant(g, TYPE_INT, step));
}

static void add_growth(generator *g, edge_loop *l) {
  const uint64_t factor = 2 + pick(g, 4), first = 1 + pick(g, 5);
  l->sum->initial[0] = first;
  l->loop->count = 0;
  for (uint64_t at = first; at <= l->most / factor; at *= factor)
    l->loop->count++;
  if (l->goes_past) l->loop->count += 1 + pick(g, 3);
  g->block = l->loop->body;
  add_update(g, l->sum, NODE_MUL, constant(g, TYPE_INT, factor));
}

static void add_shifts(generator *g, edge_loop *l) {
  const unsigned width = l->sum->type == TYPE_LLONG ? 64 : 32;
  l->loop->count = l->goes_past ? width + 1 + pick(g, 3) : width - pick(g, 3);
  g->block = l->loop->body;
  add_update(g, l->sum, NODE_XOR,
             node_new(g->p, chance(g, 50) ? NODE_SHL : NODE_SHR,
                      constant(g, l->sum->type, 1 + pick(g, 90)),
                      value_of(g, l->loop->var), NULL));
}

static void add_divisions(generator *g, edge_loop *l) {
  const unsigned turns = l->loop->count;
  node *at = node_new(g->p, NODE_CAST, value_of(g, l->loop->var), NULL, NULL);
  node *by = node_new(g->p, NODE_SUB,
                      constant(g, TYPE_INT, l->goes_past ? pick(g, turns)
                                                         : turns), at, NULL);
  g->block = l->loop->body;
  add_update(g, l->sum, NODE_XOR,
             node_new(g->p, chance(g, 50) ? NODE_DIV : NODE_REM,
                      constant(g, l->sum->type, 1000 + pick(g, 1000)), by,
                      NULL));
}

/* Round and round an array of four to six elements. */
static void add_walk(generator *g, edge_loop *l) {
  variable *v = variable_new(g->p, ARRAY, chance(g, 50) ? TYPE_UCHAR
                                                        : TYPE_SHORT);
  name_variable(v, "a");
  v->count = v->initialised = 4 + pick(g, 3);
  for (unsigned k = 0; k < v->count; k++) v->initial[k] = pick(g, 100);
  block *outer = g->block;
  add_local(g, v);
  node *at = place_of(g, v);
  at->op = NODE_ELEMENT;
  at->arg[0] = masked(g, value_of(g, l->loop->var), l->goes_past ? 7 : 3);
  g->block = l->loop->body;
  if (chance(g, 60))
    add_assignment_of(g, at, node_new(g->p, NODE_ADD, read_of(g, at),
                                      constant(g, TYPE_INT, 1), NULL));
  else add_update(g, l->sum, NODE_XOR, read_of(g, at));
  g->block = outer;
}

void add_edge(generator *g) {
  const edge_kind kind = (edge_kind) pick(g, EDGES);
  const bool is_wide = g->has[FEATURE_WIDE] && chance(g, 35);
  edge_loop l = {.loop = statement_new(g->p, FOR),
                 .goes_past = chance(g, 30),
                 .most = is_wide ? INT64_MAX : INT32_MAX};
  l.loop->var = add_counter(g);
  l.loop->count = 3 + pick(g, 30);
  l.sum = variable_new(g->p, SCALAR, is_wide ? TYPE_LLONG : TYPE_INT);
  name_variable(l.sum, "e");
  l.sum->initialised = 1;
  l.sum->is_fixed = true;
  add_local(g, l.sum);
  l.loop->body = block_new(g->p);
  block *outer = g->block;
  switch (kind) {
  case CLIMB: add_climb(g, &l, false); break;
  case SINK: add_climb(g, &l, true); break;
  case GROW: add_growth(g, &l); break;
  case SHIFT: add_shifts(g, &l); break;
  case DIVIDE: add_divisions(g, &l); break;
  case WALK: add_walk(g, &l); break;
  case EDGES: break;
  }
  if (chance(g, 25)) {
    const uint32_t seen = g->visible.count;
    const bool was = g->in_loop;
    g->in_loop = true;
    g->block = l.loop->body;
    random_statement(g, 0);
    g->in_loop = was;
    g->visible.count = seen;
  }
  g->block = outer;
  add_statement(g, l.loop);
  add_say(g, l.sum);
}
