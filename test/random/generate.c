#include "generate.h"

/* Statements, functions and the whole program. */

static block *random_block(generator *, unsigned depth);

void add_statement(generator *g, statement *s) {
  vec_push(&g->block->statements, s);
  if (g->budget) g->budget--;
}

void name_variable(variable *v, const char *prefix) {
  snprintf(v->name, sizeof v->name, "%s%u", prefix, v->index % 10000);
}

static void see(generator *g, variable *v) { vec_push(&g->visible, v); }

/* Variables -------------------------------------------------------------- */

static record *random_record(generator *g) {
  record *r = mem_zeroed(1, sizeof *r);
  r->number = g->p->records.count;
  r->is_union = g->has[FEATURE_UNIONS] && chance(g, 40);
  r->count = 2 + pick(g, MAX_FIELDS - 1);
  if (chance(g, 25)) {
    r->is_union = false;
    for (unsigned k = 0; k < r->count; k++)
      r->fields[k] = (field) {.type = chance(g, 60) ? TYPE_UINT : TYPE_INT,
                              .bits = 1 + pick(g, 8)};
    vec_push(&g->p->records, r);
    return r;
  }
  for (unsigned k = 0; k < r->count; k++) {
    field *f = r->fields + k;
    do f->type = random_type(g); while (f->type == TYPE_BOOL);
    if (k && chance(g, 40)) f->count = 2 + pick(g, 3);
    if (r->is_union && f->count > 2) f->count = 2;
  }
  /* A union's initialiser is its first member's. */
  if (r->is_union) {
    r->fields[0].type = TYPE_ULLONG;
    for (unsigned k = 1; k < r->count; k++)
      if (r->fields[k].type >= TYPE_LONG) r->fields[k].count = 0;
  }
  vec_push(&g->p->records, r);
  return r;
}

static variable *random_variable(generator *g, bool is_global) {
  variable_kind kind = SCALAR;
  if (g->has[FEATURE_ARRAYS] && chance(g, 30)) kind = ARRAY;
  else if (g->has[FEATURE_RECORDS] && chance(g, 30)) kind = RECORD;
  variable *v = variable_new(g->p, kind, random_type(g));
  v->is_global = is_global;
  name_variable(v, is_global ? "g" : "v");
  v->count = kind == ARRAY ? 2 + pick(g, MAX_COUNT - 1) : 0;
  if (kind == RECORD)
    v->record = g->p->records.count && chance(g, 60)
                    ? g->p->records.items[pick(g, g->p->records.count)]
                    : random_record(g);
  if (is_global ? chance(g, 30)
                : g->has[FEATURE_UNINIT] && chance(g, 25))
    return v;
  v->initialised = kind == ARRAY ? 1 + pick(g, v->count) : 1;
  for (unsigned k = 0; k < v->initialised; k++)
    v->initial[k] = v->type == TYPE_BOOL && kind != RECORD ? pick(g, 2)
                                                           : pick(g, 100);
  return v;
}

variable *add_local(generator *g, variable *v) {
  vec_push(&g->block->variables, v);
  see(g, v);
  return v;
}

variable *add_counter(generator *g) {
  static const int_type types[] = {TYPE_INT, TYPE_UCHAR, TYPE_UINT, TYPE_LONG};
  variable *v = variable_new(g->p, SCALAR, types[pick(g, 4)]);
  name_variable(v, "i");
  v->initialised = 1;
  v->is_fixed = true;
  return add_local(g, v);
}

/* Pointers --------------------------------------------------------------- */

void set_pointer(generator *g, variable *v, node *to, unsigned extent,
                        bool is_new) {
  statement *s = statement_new(g->p, SET);
  s->var = v;
  s->pointer = to;
  add_statement(g, s);
  /* On another path it still points where it did. */
  if (is_new || extent < g->extent[v->index]) g->extent[v->index] = extent;
}

void add_assignment_of(generator *g, node *place, node *value) {
  statement *s = statement_new(g->p, ASSIGN);
  s->place = place;
  s->value = value;
  add_statement(g, s);
}

static void add_free(generator *g, node *p) {
  statement *s = statement_new(g->p, FREE);
  s->pointer = p;
  add_statement(g, s);
}

static node *copy_of(generator *g, variable *v) {
  node *n = place_of(g, v);
  n->op = NODE_COPY;
  return n;
}

/* A heap object, used in a block of its own and freed, or nearly so. */
static void add_heap(generator *g, unsigned depth) {
  variable *v = variable_new(g->p, POINTER, random_type(g));
  if (v->type == TYPE_BOOL) v->type = TYPE_INT;
  name_variable(v, "p");
  add_local(g, v);
  const unsigned count = 1 + pick(g, 4);
  node *size = constant(g, TYPE_INT, count);
  if (chance(g, 20))
    size = node_new(g->p, NODE_ADD, masked(g, random_value(g, 1), 3), size,
                    NULL);
  node *new = node_new(g->p, NODE_ALLOC, size, NULL, NULL);
  new->type = v->type;
  set_pointer(g, v, new, count, true);
  for (unsigned k = 0; k < count; k++)
    if (!dares(g, FEATURE_UNINIT))
      add_assignment_of(g, node_new(g->p, NODE_AT, copy_of(g, v),
                         constant(g, TYPE_INT, k), NULL),
             random_value(g, 1));
  statement *use = statement_new(g->p, BLOCK);
  use->body = random_block(g, depth ? depth - 1 : 0);
  add_statement(g, use);
  node *freed = copy_of(g, v);
  if (g->has[FEATURE_MISUSED_HEAP] && chance(g, 50)) {
    switch (pick(g, 5)) {
    case 4: {                           /* dead for some, used for some */
      statement *s = statement_new(g->p, IF);
      s->value = random_condition(g, 1);
      block *outer = g->block;
      s->body = g->block = block_new(g->p);
      add_free(g, freed);
      g->block = outer;
      add_statement(g, s);
      add_assignment_of(
          g, random_place(g, true),
          node_new(g->p, NODE_COND, random_condition(g, 1),
                   read_of(g, node_new(g->p, NODE_AT, copy_of(g, v),
                                       constant(g, TYPE_INT, 0), NULL)),
                   constant(g, TYPE_INT, 1)));
      g->extent[v->index] = 0;
      return;
    }
    case 0: {                           /* leaks for some inputs */
      statement *s = statement_new(g->p, IF);
      s->value = random_condition(g, 1);
      block *outer = g->block;
      s->body = g->block = block_new(g->p);
      add_free(g, freed);
      g->block = outer;
      add_statement(g, s);
      g->extent[v->index] = 0;
      return;
    }
    case 1:                             /* twice for some inputs */
      add_free(g, freed);
      g->extent[v->index] = 0;
      freed = node_new(g->p, NODE_EITHER, random_condition(g, 1),
                       copy_of(g, v), node_new(g->p, NODE_NONE, NULL, NULL,
                                               NULL));
      freed->arg[2]->type = v->type;
      break;
    case 2:                             /* still used for some inputs */
      add_free(g, freed);
      add_assignment_of(g, random_place(g, true),
             node_new(g->p, NODE_COND, random_condition(g, 1),
                      read_of(g, node_new(g->p, NODE_AT, copy_of(g, v),
                                          constant(g, TYPE_INT, 0), NULL)),
                      constant(g, TYPE_INT, 1)));
      g->extent[v->index] = 0;
      return;
    case 3:                             /* not at its beginning */
      freed = node_new(g->p, NODE_PLUS, freed,
                       masked(g, random_value(g, 1), 1), NULL);
      break;
    }
  }
  add_free(g, freed);
  g->extent[v->index] = 0;
}

/* A pointer that is already there may come to point to something that does not
 * live as long as it does. */
static void let_escape(generator *g) {
  for (unsigned tries = 0; tries < 10; tries++) {
    variable *v = g->visible.items[pick(g, g->visible.count)];
    unsigned extent = 0;
    if (v->kind != POINTER) continue;
    node *to = random_pointer(g, v->type, g->visible.count, &extent);
    if (to) set_pointer(g, v, to, extent, true);
    return;
  }
}

/* All elements are set; so the index decides which object is meant. */
static void add_pointers(generator *g) {
  const uint32_t limit = g->visible.count;
  const variable *like = g->visible.items[pick(g, limit)];
  node *to[3];
  unsigned extents[3];
  const unsigned count = 2 + pick(g, 2);
  if (like->type == TYPE_BOOL) return;
  for (unsigned k = 0; k < count; k++)
    if (!(to[k] = random_pointer(g, like->type, limit, extents + k))) return;
  variable *v = variable_new(g->p, POINTERS, like->type);
  name_variable(v, "q");
  v->count = count;
  v->initialised = !g->has[FEATURE_UNINIT];
  add_local(g, v);
  for (unsigned k = 0; k < count; k++) {
    if (dares(g, FEATURE_UNINIT)) continue;
    set_pointer(g, v, to[k], extents[k], k == 0);
    vec_last(&g->block->statements)->value = constant(g, TYPE_INT, k);
  }
}

static void add_pointer(generator *g) {
  const uint32_t limit = g->visible.count;
  variable *old = NULL;
  uint32_t at = 0;
  for (unsigned tries = 0; tries < 5 && !old; tries++) {
    at = pick(g, limit);
    if (g->visible.items[at]->kind == POINTER &&
        g->extent[g->visible.items[at]->index])
      old = g->visible.items[at];
  }
  unsigned extent = 0;
  if (g->has[FEATURE_MISUSED_POINTERS] && chance(g, 40)) {
    let_escape(g);
    return;
  }
  if (g->has[FEATURE_ARRAYS] && chance(g, 40)) {
    add_pointers(g);
    return;
  }
  if (old && chance(g, 50)) {
    node *to = random_pointer(g, old->type, at, &extent);
    if (to) set_pointer(g, old, to, extent, false);
    return;
  }
  const variable *like = g->visible.items[pick(g, limit)];
  if (like->type == TYPE_BOOL) return;
  node *to = random_pointer(g, like->type, limit, &extent);
  if (!to) return;
  variable *v = variable_new(g->p, POINTER, like->type);
  name_variable(v, "p");
  v->initialised = !g->has[FEATURE_UNINIT];
  add_local(g, v);
  set_pointer(g, v, to, extent, true);
}

/* Statements ------------------------------------------------------------- */

static void add_if(generator *g, unsigned depth) {
  statement *s = statement_new(g->p, IF);
  s->value = random_condition(g, 2);
  s->body = random_block(g, depth - 1);
  if (chance(g, 40)) s->other = random_block(g, depth - 1);
  add_statement(g, s);
}

/* The kind of a join, and what it is about.  `ite` forgets nothing, so it is
 * about nothing, and is refused where turns would be kept apart. */
void random_merge(generator *g, statement *s) {
  variable *v = NULL;
  s->merge = (merge_kind) pick(g, MERGE_KINDS);
  if (s->merge == MERGE_ITE && s->kind == MERGED) return;
  if (s->merge == MERGE_ITE) s->merge = MERGE_INTERVAL;
  for (unsigned tries = 0; tries < 10 && (!v || v->kind != SCALAR); tries++)
    v = g->visible.items[pick(g, g->visible.count)];
  if (v->kind != SCALAR) v = g->p->inputs[0].var;
  if (s->merge < MERGE_PRED && chance(g, 50)) return;
  s->value = read_of(g, place_of(g, v));
  if (s->merge >= MERGE_PRED)
    s->value = node_new(g->p, NODE_LT, s->value, random_constant(g), NULL);
}

/* The value has a say in how the program ends. */
void add_say(generator *g, variable *v) {
  node *told = place_of(g, g->p->globals.items[0]);
  add_assignment_of(
      g, told,
      node_new(g->p, NODE_ADD,
               node_new(g->p, NODE_MUL, read_of(g, told),
                        constant(g, TYPE_UINT, 3), NULL),
               node_new(g->p, NODE_CAST, read_of(g, place_of(g, v)), NULL,
                        NULL), NULL));
  vec_last(&g->block->statements)->value->arg[1]->type = TYPE_UINT;
}

/* One of a few numbers, and a claim that is nearly right. */
static void add_choice(generator *g) {
  variable *v = variable_new(g->p, SCALAR, random_type(g));
  if (v->type == TYPE_BOOL) v->type = TYPE_INT;
  name_variable(v, "c");
  v->initialised = 1;
  v->initial[0] = pick(g, 10);
  add_local(g, v);
  unsigned least = (unsigned) v->initial[0], most = least;
  statement *join = NULL;
  block *outer = g->block;
  if (g->has[FEATURE_ANNOTATIONS] && chance(g, 50)) {
    join = statement_new(g->p, MERGED);
    random_merge(g, join);
    join->body = g->block = block_new(g->p);
  }
  for (unsigned k = 1 + pick(g, 2); k; k--) {
    statement *s = statement_new(g->p, IF);
    block *inner = g->block;
    const unsigned number = pick(g, 10);
    s->value = random_condition(g, 1);
    s->body = g->block = block_new(g->p);
    add_assignment_of(g, place_of(g, v), constant(g, TYPE_INT, number));
    g->block = inner;
    add_statement(g, s);
    if (number < least) least = number;
    if (number > most) most = number;
  }
  g->block = outer;
  if (join) add_statement(g, join);
  if (chance(g, 50)) add_say(g, v);
  static const node_op operations[] = {NODE_LE, NODE_LT, NODE_GE, NODE_GT,
                                       NODE_NE};
  statement *claim = statement_new(g->p, ASSERT);
  const node_op op = operations[pick(g, 5)];
  const uint64_t bound = op == NODE_LE || op == NODE_LT ? most : least;
  claim->value = node_new(g->p, op, read_of(g, place_of(g, v)),
                          constant(g, TYPE_INT, bound + (op == NODE_LT) -
                                                    (op == NODE_GT)), NULL);
  if (chance(g, 40)) claim->value->arg[1]->value ^= 1;
  if (g->has[FEATURE_ASSERT]) add_statement(g, claim);
}

static void add_merged(generator *g, unsigned depth) {
  statement *s = statement_new(g->p, MERGED);
  random_merge(g, s);
  s->body = random_block(g, depth);
  add_statement(g, s);
}

static void add_loop(generator *g, unsigned depth) {
  statement *s = statement_new(g->p, chance(g, 70) ? FOR : DO);
  s->var = add_counter(g);
  s->count = 1 + pick(g, 4);
  if (chance(g, 60)) s->value = random_condition(g, 1);
  const bool was = g->in_loop;
  g->in_loop = true;
  s->body = random_block(g, depth - 1);
  g->in_loop = was;
  add_statement(g, s);
}

static void add_switch(generator *g, unsigned depth) {
  statement *s = statement_new(g->p, SWITCH);
  s->value = masked(g, random_value(g, 1), 7);
  const unsigned count = 2 + pick(g, 3), first = pick(g, 4);
  for (unsigned k = 0; k < count; k++) {
    const arm a = {.value = first + k, .falls = chance(g, 25),
                   .body = random_block(g, depth - 1)};
    vec_push(&s->arms, a);
  }
  vec_last(&s->arms).falls = false;
  add_statement(g, s);
}

static void random_arguments(generator *g, const function *f, statement *s) {
  for (unsigned k = 0; k < f->parameter_count; k++)
    s->args[k] = random_value(g, 2);
  if (f == g->recursive)
    s->args[0] = node_new(
        g->p, NODE_SUB, masked(g, read_of(g, place_of(g, f->parameters[0])), 3),
        constant(g, TYPE_INT, 1), NULL);
}

static void add_call(generator *g) {
  statement *s = statement_new(g->p, CALL);
  s->place = chance(g, 85) ? random_place(g, true) : NULL;
  if (g->p->table.count && !g->in_table && chance(g, 40)) {
    s->kind = CALL_TABLE;
    const unsigned count = g->p->table.count;
    s->value = dares(g, FEATURE_BOUNDS)
                   ? masked(g, random_value(g, 1), 3)
                   : masked(g, random_value(g, 1), count > 2 ? 2 : 1);
    random_arguments(g, g->p->table.items[0], s);
  } else {
    const unsigned own = g->recursive != NULL;
    if (!g->callable && !own) return;
    const unsigned at = pick(g, g->callable + own);
    s->callee = at == g->callable ? g->recursive
                                  : g->p->functions.items[at];
    random_arguments(g, s->callee, s);
  }
  add_statement(g, s);
}

/* Through a pointer to a function that branches have set. */
static void add_aimed_call(generator *g) {
  const unsigned count = g->p->table.count;
  variable *v = variable_new(g->p, CALLEE, TYPE_UINT);
  name_variable(v, "h");
  v->initialised = 1;
  v->initial[0] = pick(g, count);
  vec_push(&g->block->variables, v);
  for (unsigned k = 1 + pick(g, 2); k; k--) {
    statement *aim = statement_new(g->p, AIM), *s = statement_new(g->p, IF);
    block *outer = g->block;
    aim->var = v;
    aim->value = chance(g, 70) ? constant(g, TYPE_INT, pick(g, count))
                               : masked(g, random_value(g, 1), 1);
    s->value = random_condition(g, 1);
    s->body = g->block = block_new(g->p);
    add_statement(g, aim);
    g->block = outer;
    add_statement(g, s);
  }
  statement *call = statement_new(g->p, CALL_AIMED);
  call->var = v;
  call->place = chance(g, 85) ? random_place(g, true) : NULL;
  random_arguments(g, g->p->table.items[0], call);
  add_statement(g, call);
}

static void add_end(generator *g) {
  const bool exits = g->has[FEATURE_EXIT] && !g->has[FEATURE_HEAP] &&
                     chance(g, 20);
  statement *s = statement_new(g->p, exits       ? EXIT
                                     : g->in_main ? LEAVE
                                                  : RETURN);
  s->value = random_value(g, 2);
  add_statement(g, s);
}

static void add_assignment(generator *g) {
  static const node_op operations[] = {
    NODE_ADD, NODE_SUB, NODE_MUL, NODE_AND, NODE_OR, NODE_XOR,
  };
  if (chance(g, 60)) {
    node *value = random_value(g, 3);
    add_assignment_of(g, random_place(g, true), value);
    return;
  }
  statement *s = statement_new(g->p, chance(g, 60) ? UPDATE : STEP);
  s->place = random_place(g, true);
  s->op = operations[pick(g, s->kind == STEP ? 2 : 6)];
  s->value = s->kind == UPDATE ? random_value(g, 2) : NULL;
  /* What is at least an int may overflow where it stands. */
  const int_type type = place_type(s->place);
  const bool wraps = type == TYPE_UINT || type == TYPE_ULONG ||
                     type == TYPE_ULLONG || s->op >= NODE_AND;
  if (!wraps && !g->has[FEATURE_OVERFLOW]) {
    if (type >= TYPE_INT || s->op == NODE_MUL) {
      s->kind = UPDATE;
      s->op = NODE_XOR;
    }
    s->value = masked(g, random_value(g, 1), 63);
  } else if (s->value && !wraps) {
    s->value = masked(g, s->value, 127);
  }
  add_statement(g, s);
}

void add_ask(generator *g) {
  statement *s = statement_new(g->p, ASK);
  s->place = random_place(g, true);
  add_statement(g, s);
}

static void add_copy(generator *g) {
  variable *a = g->visible.items[pick(g, g->visible.count)];
  variable *b = g->visible.items[pick(g, g->visible.count)];
  if (a == b || a->kind != RECORD || b->kind != RECORD ||
      a->record != b->record)
    return;
  statement *s = statement_new(g->p, COPY_RECORD);
  s->var = a;
  s->from = b;
  add_statement(g, s);
}

/* False for one input, for none, or for all that come here. */
static node *rare_condition(generator *g) {
  if (chance(g, 8)) return constant(g, TYPE_INT, 0);
  if (chance(g, 40))
    return node_new(g->p, NODE_LT, masked(g, random_value(g, 2), 7),
                    constant(g, TYPE_INT, 8), NULL);
  node *all = constant(g, TYPE_INT, 0);
  for (unsigned k = 0; k < g->p->input_count; k++) {
    const input *i = g->p->inputs + k;
    all = node_new(g->p, NODE_LOR,
                   node_new(g->p, NODE_NE, read_of(g, place_of(g, i->var)),
                            constant(g, TYPE_INT, pick(g, 1u << i->bits)),
                            NULL), all, NULL);
  }
  return all;
}

static void add_assert(generator *g) {
  statement *s = statement_new(g->p, ASSERT);
  if (g->has[FEATURE_RARE_ASSERT] && chance(g, 50)) {
    s->value = rare_condition(g);
    add_statement(g, s);
    return;
  }
  node *c = random_condition(g, 1);
  /* Most hold for most inputs. */
  if (chance(g, 50)) c = node_new(g->p, NODE_LOR, c, random_condition(g, 0),
                                  NULL);
  if (chance(g, 70)) c = node_new(g->p, NODE_LOR, random_condition(g, 0), c,
                                  NULL);
  s->value = c;
  add_statement(g, s);
}

/* Forward over a few statements, or back a bounded number of times. */
static void add_goto(generator *g, unsigned depth) {
  const unsigned label = g->labels++;
  statement *mark = statement_new(g->p, LABEL);
  statement *jump = statement_new(g->p, GOTO);
  statement *s = statement_new(g->p, IF);
  mark->label = jump->label = label;
  s->body = block_new(g->p);
  vec_push(&s->body->statements, jump);
  statement *between = statement_new(g->p, BLOCK);
  if (chance(g, 60)) {
    s->value = random_condition(g, 1);
    add_statement(g, s);
    between->body = random_block(g, depth - 1);
    add_statement(g, between);
    add_statement(g, mark);
    return;
  }
  variable *turns = add_counter(g);
  add_statement(g, mark);
  between->body = random_block(g, depth - 1);
  add_statement(g, between);
  statement *step = statement_new(g->p, STEP);
  step->place = place_of(g, turns);
  step->op = NODE_ADD;
  add_statement(g, step);
  s->value = node_new(
      g->p, NODE_LAND,
      node_new(g->p, NODE_LT, read_of(g, place_of(g, turns)),
               constant(g, TYPE_INT, 2), NULL),
      random_condition(g, 1), NULL);
  add_statement(g, s);
}

/* Its result has a say in how the program ends. */
static void add_told_call(generator *g) {
  const uint32_t before = g->block->statements.count;
  add_call(g);
  if (g->block->statements.count == before) return;
  variable *v = variable_new(g->p, SCALAR, TYPE_INT);
  name_variable(v, "r");
  v->initialised = 1;
  vec_last(&g->block->statements)->place = place_of(g, v);
  add_local(g, v);
  add_say(g, v);
}

/* A branch on what only this call knows. */
static void add_question(generator *g, unsigned depth) {
  variable *v = variable_new(g->p, SCALAR, chance(g, 70) ? TYPE_UCHAR
                                                         : random_type(g));
  name_variable(v, "v");
  v->initialised = 1;
  add_local(g, v);
  add_ask(g);
  vec_last(&g->block->statements)->place = place_of(g, v);
  statement *s = statement_new(g->p, IF);
  s->value = node_new(g->p, chance(g, 50) ? NODE_LT : NODE_EQ,
                      read_of(g, place_of(g, v)),
                      chance(g, 70) ? constant(g, TYPE_INT, pick(g, 4))
                                    : masked(g, random_value(g, 0), 3), NULL);
  s->body = random_block(g, depth ? depth - 1 : 0);
  if (!g->in_main && chance(g, 35)) {
    statement *end = statement_new(g->p, RETURN);
    end->value = constant(g, TYPE_INT, pick(g, 8));
    vec_push(&s->body->statements, end);
  }
  if (chance(g, 30)) s->other = random_block(g, depth ? depth - 1 : 0);
  add_statement(g, s);
}

/* Statements of one taste: if there is room below, so often in a hundred. */
static bool add_often(generator *g, unsigned depth, unsigned percent,
                      void (*add)(generator *)) {
  if (!depth || !chance(g, percent)) return false;
  add(g);
  return true;
}

/* Food for one technique. */
static bool add_treat(generator *g, unsigned depth) {
  switch (g->taste) {
  case TASTE_ANYTHING: return false;
  case TASTE_LOOPS: return add_often(g, depth, 35, add_progression);
  case TASTE_CHOICES: return add_often(g, depth, 35, add_choice);
  case TASTE_EDGES: return add_often(g, depth, 35, add_edge);
  case TASTE_LIVES: return add_often(g, depth, 30, add_life);
  case TASTE_SCOPES: return add_often(g, depth, 30, add_scope);
  case TASTE_RETURNS:
    if (!chance(g, 45)) return false;
    if (g->in_main) add_told_call(g);
    else if (chance(g, 20)) add_call(g);
    else add_question(g, depth);
    return true;
  case TASTES: break;
  }
  return false;
}

void random_statement(generator *g, unsigned depth) {
  if (add_treat(g, depth)) return;
  if (depth && g->has[FEATURE_ANNOTATIONS] && chance(g, 10)) {
    add_merged(g, depth);
    return;
  }
  const unsigned way = pick(g, 100);
  if (depth && way < 22) add_if(g, depth);
  else if (depth && way < 32 && g->has[FEATURE_LOOPS]) add_loop(g, depth);
  else if (depth && way < 35 && g->has[FEATURE_PROGRESSIONS])
    add_progression(g);
  else if (depth && way < 38 && g->has[FEATURE_SWITCH]) add_switch(g, depth);
  else if (depth && way < 42 && g->has[FEATURE_GOTO]) add_goto(g, depth);
  else if (depth && way < 47 && g->has[FEATURE_HEAP]) add_heap(g, depth);
  else if (way < 54 && g->has[FEATURE_POINTERS]) add_pointer(g);
  else if (way < 62 && g->has[FEATURE_CALLS]) {
    if (g->p->table.count && !g->in_table && chance(g, 25)) add_aimed_call(g);
    else add_call(g);
  }
  else if (way < 67 && g->has[FEATURE_ASSERT]) add_assert(g);
  else if (way < 70 && g->has[FEATURE_RECORDS]) add_copy(g);
  else if (way < 74 && g->has[FEATURE_ASKS]) add_ask(g);
  else add_assignment(g);
}

static block *random_block(generator *g, unsigned depth) {
  block *b = block_new(g->p), *outer = g->block;
  const uint32_t seen = g->visible.count;
  g->block = b;
  if (chance(g, 40)) add_local(g, random_variable(g, false));
  const unsigned count = 1 + pick(g, 3);
  for (unsigned k = 0; k < count && g->budget && b->variables.count < 10; k++)
    random_statement(g, depth);
  if (g->has[FEATURE_ABORT] && chance(g, 8)) {
    add_statement(g, statement_new(g->p, ABORT));
  } else if (chance(g, 6)) {
    add_end(g);
  } else if (g->in_loop && chance(g, 12)) {
    add_statement(g, statement_new(g->p, chance(g, 50) ? BREAK : CONTINUE));
  }
  g->visible.count = seen;
  g->block = outer;
  return b;
}

/* Functions -------------------------------------------------------------- */

static void fill_body(generator *g, function *f, unsigned statements) {
  f->body = g->block = block_new(g->p);
  for (unsigned k = 0; k < f->parameter_count; k++) see(g, f->parameters[k]);
  for (unsigned k = 1 + pick(g, 3); k; k--)
    add_local(g, random_variable(g, false));
  if (f == g->recursive) {
    statement *s = statement_new(g->p, IF);
    s->value = node_new(g->p, NODE_LNOT,
                        masked(g, read_of(g, place_of(g, f->parameters[0])), 3),
                        NULL, NULL);
    block *outer = g->block;
    s->body = g->block = block_new(g->p);
    add_end(g);
    vec_last(&g->block->statements)->kind = RETURN;
    g->block = outer;
    add_statement(g, s);
  }
  g->budget = statements;
  while (g->budget && g->block->variables.count < 10) random_statement(g, 2);
}

static void add_function(generator *g, const function *like,
                         unsigned statements) {
  function *f = mem_zeroed(1, sizeof *f);
  f->number = g->p->functions.count;
  f->result = like ? like->result : random_type(g);
  f->parameter_count = like ? like->parameter_count : 1 + pick(g, MAX_ARGS);
  for (unsigned k = 0; k < f->parameter_count; k++) {
    variable *v = variable_new(g->p, SCALAR, like ? like->parameters[k]->type
                                                  : random_type(g));
    name_variable(v, "a");
    v->is_parameter = true;
    f->parameters[k] = v;
  }
  const uint32_t seen = g->visible.count;
  g->callable = f->number;
  g->recursive = NULL;
  if (!g->in_table && g->has[FEATURE_RECURSION] && chance(g, 50)) {
    f->parameters[0]->type = TYPE_UCHAR;
    f->parameters[0]->is_fixed = true;
    g->recursive = f;
  }
  fill_body(g, f, statements);
  add_end(g);
  vec_last(&g->block->statements)->kind = RETURN;
  if (g->taste == TASTE_RETURNS && chance(g, 70))
    vec_last(&g->block->statements)->value =
        node_new(g->p, NODE_LT, read_of(g, place_of(g, f->parameters[0])),
                 random_constant(g), NULL);
  g->visible.count = seen;
  vec_push(&g->p->functions, f);
}

/* Calls itself as often as its argument says, and now and then fails down
 * there. */
static void add_deep_function(generator *g) {
  function *f = mem_zeroed(1, sizeof *f);
  f->number = g->p->functions.count;
  f->result = TYPE_UINT;
  f->parameter_count = 1;
  variable *n = f->parameters[0] = variable_new(g->p, SCALAR, TYPE_UCHAR);
  name_variable(n, "a");
  n->is_parameter = n->is_fixed = true;
  f->body = g->block = block_new(g->p);
  variable *r = variable_new(g->p, SCALAR, TYPE_UINT);
  name_variable(r, "v");
  r->initialised = 1;
  r->initial[0] = pick(g, 50);
  vec_push(&g->block->variables, r);
  statement *s = statement_new(g->p, IF), *call = statement_new(g->p, CALL);
  s->value = masked(g, read_of(g, place_of(g, n)), 15);
  s->body = g->block = block_new(g->p);
  call->callee = f;
  call->place = place_of(g, r);
  call->args[0] = node_new(g->p, NODE_SUB,
                           masked(g, read_of(g, place_of(g, n)), 15),
                           constant(g, TYPE_INT, 1), NULL);
  add_statement(g, call);
  g->block = f->body;
  add_statement(g, s);
  if (g->has[FEATURE_ASSERT] && chance(g, 50)) {
    statement *claim = statement_new(g->p, ASSERT);
    claim->value = node_new(g->p, NODE_NE, read_of(g, place_of(g, r)),
                            constant(g, TYPE_UINT, r->initial[0] + pick(g, 20)),
                            NULL);
    add_statement(g, claim);
  }
  statement *back = statement_new(g->p, RETURN);
  back->value = node_new(g->p, NODE_ADD, read_of(g, place_of(g, r)),
                         constant(g, TYPE_UINT, 1), NULL);
  add_statement(g, back);
  vec_push(&g->p->functions, f);
  g->deep = f;
}

static void add_main(generator *g, unsigned statements) {
  function *f = mem_zeroed(1, sizeof *f);
  g->in_main = true;
  g->recursive = NULL;
  g->callable = g->p->functions.count;
  fill_body(g, f, statements);
  /* Deeper than there are frames in the configurations few-frames. */
  if (g->deep && chance(g, 70)) {
    statement *call = statement_new(g->p, CALL);
    call->callee = g->deep;
    call->args[0] = node_new(g->p, NODE_OR, random_value(g, 1),
                             constant(g, TYPE_INT, 12), NULL);
    add_statement(g, call);
  }
  /* Whatever was computed has a say in how it ends. */
  node *sum = read_of(g, place_of(g, g->p->globals.items[0]));
  for (unsigned k = 0; k < 3; k++) {
    node *twice = node_new(g->p, NODE_CAST, sum, NULL, NULL);
    twice->type = TYPE_UINT;
    sum = node_new(g->p, NODE_XOR,
                   node_new(g->p, NODE_MUL, twice, constant(g, TYPE_INT, 3),
                            NULL),
                   random_value(g, 1), NULL);
  }
  statement *s = statement_new(g->p, LEAVE);
  s->value = sum;
  add_statement(g, s);
  vec_push(&g->p->functions, f);
}

static void add_inputs(generator *g) {
  program *p = g->p;
  p->input_count = 1 + pick(g, MAX_INPUTS);
  for (unsigned k = 0; k < p->input_count; k++) {
    static const int_type types[] = {TYPE_UCHAR, TYPE_INT, TYPE_SCHAR,
                                     TYPE_UINT, TYPE_SHORT, TYPE_LLONG};
    variable *v = variable_new(p, SCALAR, types[pick(g, 6)]);
    v->is_global = true;
    name_variable(v, "in");
    v->is_fixed = chance(g, 50);
    vec_push(&p->globals, v);
    see(g, v);
    p->inputs[k] = (input) {.bits = 2 + pick(g, p->input_count == 1 ? 7 : 3),
                            .is_assumed = chance(g, 30), .var = v};
  }
}

/* Bytes that are asked for on the way.  A bit each, mostly: a path may ask for
 * all of them. */
static void add_asks(generator *g) {
  program *p = g->p;
  p->ask_count = g->taste == TASTE_RETURNS ? MAX_ASKS : 1 + pick(g, MAX_ASKS);
  for (unsigned k = 0; k < p->ask_count; k++)
    p->ask_bits[k] = chance(g, 70) ? 1 : 2;
  p->asks_outside = g->has[FEATURE_OUTSIDE];
  /* So that all inputs can be tried. */
  for (unsigned k = 0; program_inputs(p) > MAX_TRIED; k++) {
    input *i = p->inputs + k % p->input_count;
    if (i->bits > 1) i->bits--;
  }
}

static void add_lookup(generator *g) {
  variable *v = variable_new(g->p, ARRAY, random_type(g));
  v->is_global = v->is_fixed = v->is_constant = true;
  name_variable(v, "t");
  v->count = v->initialised = chance(g, 60) ? 4 : MAX_COUNT;
  for (unsigned k = 0; k < v->count; k++)
    v->initial[k] = v->type == TYPE_BOOL ? pick(g, 2) : pick(g, 100);
  vec_push(&g->p->globals, v);
  see(g, v);
}

program *program_generate(uint64_t seed) {
  generator g = {.p = mem_zeroed(1, sizeof(program)),
                 .random = {.state = seed * UINT64_C(0x9e3779b97f4a7c15)}};
  static const unsigned percents[] = {
#define FEATURE(NAME, PERCENT) PERCENT,
#include "features.def"
  };
  g.p->seed = seed;
  for (unsigned k = 0; k < FEATURE_COUNT; k++)
    g.has[k] = chance(&g, percents[k]);
  g.taste = (taste) pick(&g, TASTES);
  if (g.taste == TASTE_RETURNS)
    g.has[FEATURE_CALLS] = g.has[FEATURE_ASKS] = true;
  variable *fallback = variable_new(g.p, SCALAR, TYPE_UINT);
  fallback->is_global = true;
  name_variable(fallback, "g");
  vec_push(&g.p->globals, fallback);
  see(&g, fallback);
  add_inputs(&g);
  if (g.has[FEATURE_ASKS]) add_asks(&g);
  if (g.has[FEATURE_LOOKUP]) add_lookup(&g);
  for (unsigned k = 1 + pick(&g, 4); k; k--) {
    variable *v = random_variable(&g, true);
    vec_push(&g.p->globals, v);
    see(&g, v);
  }
  for (unsigned k = pick(&g, 3); g.has[FEATURE_POINTERS] && k; k--) {
    variable *v = variable_new(g.p, POINTER, TYPE_SHORT + pick(&g, 4));
    v->is_global = true;
    name_variable(v, "p");
    vec_push(&g.p->globals, v);
    see(&g, v);
  }
  if (g.has[FEATURE_CALLS]) {
    if (g.has[FEATURE_TABLE]) {
      g.in_table = true;
      for (unsigned k = 0; k < 3; k++) {
        add_function(&g, k ? g.p->functions.items[0] : NULL, 1 + pick(&g, 2));
        vec_push(&g.p->table, vec_last(&g.p->functions));
      }
      g.in_table = false;
    }
    for (unsigned k = 1 + pick(&g, 2); k; k--)
      add_function(&g, NULL, 2 + pick(&g, 5));
  }
  if (g.has[FEATURE_DEEP]) {
    add_deep_function(&g);
    g.has[FEATURE_CALLS] = true;
  }
  add_main(&g, 5 + pick(&g, 12));
  vec_release(&g.visible);
  return g.p;
}
