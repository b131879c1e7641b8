#include "check.h"
#include "walk.h"

#include <string.h>

/*
 * Makes a program that differs smaller: takes statements away, puts the inside
 * of a block in its place, replaces values by a part of them or by a constant.
 * Each attempt is one change to the tree that is undone unless the difference
 * stays the same in kind.  The oracle runs again with each attempt, so what is
 * left is wrong for the same reason, not for another.
 */
typedef struct shrinker {
  checker *c;
  program *p;
  const configuration *how;
  difference wanted;
  bool changed;
  unsigned attempts;
} shrinker;

enum { MAX_ATTEMPTS = 1500 };

static bool still_differs(shrinker *s) {
  if (s->attempts++ >= MAX_ATTEMPTS) return false;
  checker_forget(s->c);
  const difference d = check_program(s->c, s->p, s->how);
  if (d != s->wanted) return false;
  s->changed = true;
  return true;
}

/* Statements ------------------------------------------------------------- */

static void splice(block *b, uint32_t at, const block *inside) {
  block new = {0};
  for (uint32_t k = 0; k < at; k++)
    vec_push(&new.statements, b->statements.items[k]);
  for (uint32_t k = 0; inside && k < inside->statements.count; k++)
    vec_push(&new.statements, inside->statements.items[k]);
  for (uint32_t k = at + 1; k < b->statements.count; k++)
    vec_push(&new.statements, b->statements.items[k]);
  for (uint32_t k = 0; k < b->variables.count; k++)
    vec_push(&new.variables, b->variables.items[k]);
  for (uint32_t k = 0; inside && k < inside->variables.count; k++)
    vec_push(&new.variables, inside->variables.items[k]);
  *b = new;
}

static bool try_splice(shrinker *s, block *b, uint32_t at,
                       const block *inside) {
  block old = *b;
  splice(b, at, inside);
  if (b->variables.count <= MAX_LOCALS && still_differs(s)) {
    vec_release(&old.statements);
    vec_release(&old.variables);
    return true;
  }
  vec_release(&b->statements);
  vec_release(&b->variables);
  *b = old;
  return false;
}

static bool try_inside(shrinker *s, block *b, uint32_t at) {
  const statement *inner = b->statements.items[at];
  if (inner->body && try_splice(s, b, at, inner->body)) return true;
  if (inner->other && try_splice(s, b, at, inner->other)) return true;
  for (uint32_t k = 0; k < inner->arms.count; k++)
    if (try_splice(s, b, at, inner->arms.items[k].body)) return true;
  return false;
}

static void shrink_block(void *context, block *b) {
  shrinker *s = context;
  for (uint32_t at = b->statements.count; at-- > 0;) {
    if (try_splice(s, b, at, NULL)) continue;
    if (try_inside(s, b, at)) {
      at = b->statements.count;
      continue;
    }
    statement *inner = b->statements.items[at];
    block *other = inner->other;
    if (!other) continue;
    inner->other = NULL;
    if (!still_differs(s)) inner->other = other;
  }
}

static void shrink_loop(void *context, statement *st) {
  shrinker *s = context;
  node *value = st->value;
  const unsigned count = st->count;
  if (st->kind != FOR && st->kind != DO) return;
  if (value && count) {
    st->value = NULL;
    if (!still_differs(s)) st->value = value;
  }
  if (count > 1) {
    st->count = 1;
    if (!still_differs(s)) st->count = count;
  }
}

/* Values ----------------------------------------------------------------- */

static bool try_node(shrinker *s, node **at, node *new) {
  node *old = *at;
  *at = new;
  if (still_differs(s)) return true;
  *at = old;
  return false;
}

static void shrink_node(void *context, node **at) {
  shrinker *s = context;
  const node_sort sort = node_sort_of((*at)->op);
  for (unsigned k = 0; k < node_arity((*at)->op); k++) {
    node *part = (*at)->arg[k];
    if (node_sort_of(part->op) == sort && try_node(s, at, part)) return;
  }
  if (sort != SORT_VALUE || (*at)->op == NODE_CONST) return;
  node *zero = node_new(s->p, NODE_CONST, NULL, NULL, NULL);
  if (try_node(s, at, zero)) return;
  zero->value = 1;
  try_node(s, at, zero);
}

/* Everything ------------------------------------------------------------- */

static void shrink_inputs(shrinker *s) {
  for (unsigned k = 0; k < s->p->input_count; k++) {
    input *i = s->p->inputs + k;
    while (i->bits > 1) {
      i->bits--;
      if (still_differs(s)) continue;
      i->bits++;
      break;
    }
    if (i->is_assumed) {
      i->is_assumed = false;
      if (!still_differs(s)) i->is_assumed = true;
    }
  }
}

static void shrink_asks(shrinker *s) {
  while (s->p->ask_count > 1) {
    s->p->ask_count--;
    if (still_differs(s)) continue;
    s->p->ask_count++;
    break;
  }
  for (unsigned k = 0; k < s->p->ask_count; k++)
    while (s->p->ask_bits[k] > 1) {
      s->p->ask_bits[k]--;
      if (still_differs(s)) continue;
      s->p->ask_bits[k]++;
      break;
    }
  if (!s->p->asks_outside) return;
  s->p->asks_outside = false;
  if (!still_differs(s)) s->p->asks_outside = true;
}

static void shrink_variables(shrinker *s) {
  for (uint32_t k = 0; k < s->p->variables.count; k++) {
    variable *v = s->p->variables.items[k];
    if (!v->is_used || v->kind != SCALAR) continue;
    const int_type type = v->type;
    if (type != TYPE_INT) {
      v->type = TYPE_INT;
      if (!still_differs(s)) v->type = type;
    }
    for (unsigned i = 0; i < v->initialised; i++) {
      const uint64_t value = v->initial[i];
      if (!value) continue;
      v->initial[i] = 0;
      if (!still_differs(s)) v->initial[i] = value;
    }
  }
}

void shrink_program(checker *c, program *p, const configuration *how,
                    difference wanted) {
  shrinker s = {.c = c, .p = p, .how = how, .wanted = wanted};
  const counts before = c->n;   /* attempts are no part of the campaign */
  const walker blocks = {&s, NULL, NULL, shrink_block};
  const walker values = {&s, shrink_node, shrink_loop, NULL};
  do {
    s.changed = false;
    for (uint32_t k = p->functions.count; k-- > 0;)
      if (p->functions.items[k]->is_used)
        walk_function(&blocks, p->functions.items[k]);
    for (uint32_t k = p->functions.count; k-- > 0;)
      if (p->functions.items[k]->is_used)
        walk_function(&values, p->functions.items[k]);
    shrink_inputs(&s);
    shrink_asks(&s);
    shrink_variables(&s);
  } while (s.changed && s.attempts < MAX_ATTEMPTS);
  checker_forget(c);
  check_program(c, p, how);     /* the text and the detail are the last ones */
  c->n = before;
}
