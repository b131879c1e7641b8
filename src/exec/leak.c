#include "exec/internal.h"

#include <string.h>

/*
 * Leaks at exit: live heap objects that nothing can reach any more.  Roots are
 * the program's variables and, if it calls exit, the frames still on the
 * stack.  A word is a pointer if its upper bits name a live heap object; a
 * symbolic word points wherever a constant of its term does.
 */
typedef struct search {
  exec *x;
  const state *s;
  VEC(uint32_t) todo;           /* names of objects to be looked through */
  pmap reached;
  uint32_t leaked;              /* the lowest unreached name; 0: none */
} search;

static void reach(search *r, uint64_t word) {
  const uint32_t name = (uint32_t) (word >> r->x->p->object_shift);
  const object *o = name ? memory_find(&r->s->memory, name) : NULL;
  if (!o || pmap_get(&r->reached, o->name)) return;
  pmap_set(&r->reached, &pmap_borrowed, o->name, (void *) 1);
  vec_push(&r->todo, o->name);
}

static void reach_term(search *r, expr e) {
  VEC(expr) stack = {0};
  pmap seen = {0};
  vec_push(&stack, e);
  while (stack.count) {
    const expr top = vec_pop(&stack);
    uint64_t bits;
    if (top.id <= EXPR_UNDEFINED.id || pmap_get(&seen, top.id)) continue;
    pmap_set(&seen, &pmap_borrowed, top.id, (void *) 1);
    if (expr_value(r->x->t, top, &bits)) reach(r, bits);
    const expr_node n = expr_get(r->x->t, top);
    for (unsigned k = 0; k < 3; k++)
      if (n.arg[k].id) vec_push(&stack, n.arg[k]);
  }
  vec_release(&stack);
  pmap_release(&seen, &pmap_borrowed);
}

static void scan(search *r, const object *o) {
  const unsigned bytes = r->x->p->pointer_bits / 8;
  for (uint64_t at = 0; at + bytes <= o->size; at += bytes) {
    uint64_t word = 0;
    memcpy(&word, o->bytes + at, bytes);
    if (word) reach(r, word);
    if (o->symbolic)
      for (unsigned k = 0; k < bytes; k++)
        if (o->shadows[at + k].term.id && (!k || !expr_same(
                o->shadows[at + k].term, o->shadows[at + k - 1].term)))
          reach_term(r, o->shadows[at + k].term);
  }
}

static bool is_root(void *context, uint32_t name, void *found) {
  const object *o = found;
  search *r = context;
  if (o->name == name && o->kind != OBJECT_HEAP) {
    pmap_set(&r->reached, &pmap_borrowed, name, (void *) 1);
    vec_push(&r->todo, name);
  }
  return true;
}

static bool is_leaked(void *context, uint32_t name, void *found) {
  search *r = context;
  const object *o = found;
  if (o->kind != OBJECT_HEAP || pmap_get(&r->reached, o->name)) return true;
  r->leaked = name;
  return false;
}

bool exec_find_leak(exec *x, const state *s, uint32_t *place) {
  if (!s->heap_bytes && !s->counts.count) return false;
  search r = {.x = x, .s = s};
  if (!x->o.must_free_all) pmap_each(&s->memory.objects, is_root, &r);
  for (const frame *f = x->o.must_free_all ? NULL : s->top; f; f = f->caller)
    for (uint32_t k = 0; k < f->function->reg_count; k++)
      if (f->regs[k].sym.id) reach_term(&r, f->regs[k].sym);
      else reach(&r, f->regs[k].bits);
  while (r.todo.count) scan(&r, memory_find(&s->memory, vec_pop(&r.todo)));
  pmap_each(&s->memory.objects, is_leaked, &r);
  vec_release(&r.todo);
  pmap_release(&r.reached, &pmap_borrowed);
  if (!r.leaked) return false;
  *place = names_info(x->names, r.leaked)->place;
  return true;
}
