#include "walk.h"

static void walk_block(const walker *, block *);

static void walk_node(const walker *w, node **n) {
  if (!*n) return;
  if (w->node) w->node(w->context, n);
  for (unsigned k = 0; k < node_arity((*n)->op); k++)
    walk_node(w, (*n)->arg + k);
}

static void walk_statement(const walker *w, statement *s) {
  if (w->statement) w->statement(w->context, s);
  walk_node(w, &s->place);
  walk_node(w, &s->value);
  walk_node(w, &s->pointer);
  for (unsigned k = 0; k < MAX_ARGS; k++) walk_node(w, s->args + k);
  if (s->body) walk_block(w, s->body);
  if (s->other) walk_block(w, s->other);
  for (uint32_t k = 0; k < s->arms.count; k++)
    walk_block(w, s->arms.items[k].body);
}

static void walk_block(const walker *w, block *b) {
  if (w->block) w->block(w->context, b);
  for (uint32_t k = 0; k < b->statements.count; k++)
    walk_statement(w, b->statements.items[k]);
}

void walk_function(const walker *w, function *f) { walk_block(w, f->body); }

/* What is used -------------------------------------------------------------- */

static void use_function(program *, function *);

static void use_node(void *context, node **n) {
  (void) context;
  if ((*n)->var) (*n)->var->is_used = true;
}

static void use_statement(void *context, statement *s) {
  program *p = context;
  if (s->var) s->var->is_used = true;
  if (s->from) s->from->is_used = true;
  if (s->callee) use_function(p, s->callee);
  if (s->kind == ASK) p->ask_is_used = true;
  if (s->kind == MERGED || s->kind == FOLDED) p->has_merges = true;
  if (s->kind != CALL_TABLE && s->kind != AIM && s->kind != CALL_AIMED) return;
  p->table_is_used = true;
  for (uint32_t k = 0; k < p->table.count; k++)
    use_function(p, p->table.items[k]);
}

static void use_function(program *p, function *f) {
  if (f->is_used) return;
  f->is_used = true;
  walk_function(&(walker) {p, use_node, use_statement, NULL}, f);
}

void program_mark_used(program *p) {
  for (uint32_t k = 0; k < p->variables.count; k++)
    p->variables.items[k]->is_used = false;
  for (uint32_t k = 0; k < p->functions.count; k++)
    p->functions.items[k]->is_used = false;
  p->table_is_used = p->ask_is_used = p->has_merges = false;
  use_function(p, vec_last(&p->functions));
}
