#include "exec/internal.h"

#include <string.h>

/*
 * Leaks at exit: live heap objects that nothing can reach any more.  Roots are
 * the program's variables and, if it calls exit, the frames still on the
 * stack.  A word is a pointer if it points into a live object or to its end.
 *
 * A symbolic word may point here for some inputs and there for others.  What
 * is lost whatever the word is, is lost; if that is all there is, fine.
 * Otherwise the word gets one value a state, and the search begins anew.
 */
typedef struct search {
  exec *x;
  const state *s;
  VEC(uint32_t) todo;           /* names of objects to be looked through */
  pmap reached;
  uint32_t leaked;              /* the lowest unreached name; 0: none */
  expr undecided;               /* a word that has several values; {0}: none */
  bool is_unknown;              /* the solver could not tell one of them */
} search;

static void reach(search *r, uint64_t word) {
  const unsigned shift = r->x->p->object_shift;
  const uint32_t name = (uint32_t) (word >> shift);
  const object *o = name ? memory_find(&r->s->memory, name) : NULL;
  if (!o || word - ((uint64_t) o->name << shift) > o->size ||
      pmap_get(&r->reached, o->name))
    return;
  pmap_set(&r->reached, &pmap_borrowed, o->name, (void *) 1);
  vec_push(&r->todo, o->name);
}

/* Whether a constant of the term is the address of a heap object. */
static bool mentions_heap(search *r, expr e) {
  const unsigned shift = r->x->p->object_shift;
  VEC(expr) stack = {0};
  pmap seen = {0};
  bool found = false;
  vec_push(&stack, e);
  while (stack.count && !found) {
    const expr top = vec_pop(&stack);
    uint64_t bits;
    if (top.id <= EXPR_UNDEFINED.id || pmap_get(&seen, top.id)) continue;
    pmap_set(&seen, &pmap_borrowed, top.id, (void *) 1);
    if (expr_value(r->x->t, top, &bits)) {
      const object *o = memory_find(&r->s->memory, (uint32_t) (bits >> shift));
      found = o && o->kind == OBJECT_HEAP;
    }
    const expr_node n = expr_get(r->x->t, top);
    for (unsigned k = 0; k < 3; k++)
      if (n.arg[k].id) vec_push(&stack, n.arg[k]);
  }
  vec_release(&stack);
  pmap_release(&seen, &pmap_borrowed);
  return found;
}

static void reach_term(search *r, expr e) {
  exec *x = r->x;
  uint64_t bits;
  if (expr_value(x->t, e, &bits)) {
    reach(r, bits);
    return;
  }
  const unsigned width = expr_width(x->t, e);
  if (width > 64 || !mentions_heap(r, e)) return;
  bits = path_value(x->solver, &r->s->path, e);
  const expr other = expr_ne(x->t, e, expr_const(x->t, width, bits));
  switch (path_may(x->solver, &r->s->path, other)) {
  case ANSWER_UNSAT: reach(r, bits); break;
  case ANSWER_SAT: r->undecided = e; break;
  case ANSWER_UNKNOWN: r->is_unknown = true; break;
  }
}

/* A pointer that was written at an unknown place may have been overwritten since. */
static void scan_updates(search *r, const object *o) {
  for (const update *u = o->updates; u; u = u->before)
    r->is_unknown |= mentions_heap(r, u->value);
}

/* Pointers may lie anywhere in a packed structure.  Where addresses are small
 * numbers, as on 32-bit targets, only those at their usual places count. */
static void scan(search *r, const object *o) {
  exec *x = r->x;
  const unsigned bytes = x->p->pointer_bits / 8;
  const unsigned step = bytes == 8 ? 1 : bytes;
  scan_updates(r, o);
  for (uint64_t at = 0; at < o->used && at + bytes <= o->size; at += step) {
    bool is_symbolic = false;
    for (unsigned k = 0; o->symbolic && k < bytes; k++)
      is_symbolic |= object_shadow(o, at + k).term.id != 0;
    uint64_t word = 0;
    memcpy(&word, o->bytes + at, bytes);
    is_symbolic |= o->updates && word;
    if (!is_symbolic && word) reach(r, word);
    else if (is_symbolic && object_is_defined(o, at, bytes))
      reach_term(r, value_term(x->t, object_load(o, x->t, at, bytes),
                               8 * bytes));
  }
}

/* What the program must free, or at least not lose. */
static bool must_be_freed(const object *o) {
  return o->kind == OBJECT_HEAP && !o->is_own;
}

static bool is_root(void *context, uint32_t key, void *found) {
  const object *o = found;
  search *r = context;
  (void) key;
  if (must_be_freed(o) || pmap_get(&r->reached, o->name)) return true;
  pmap_set(&r->reached, &pmap_borrowed, o->name, (void *) 1);
  vec_push(&r->todo, o->name);
  return true;
}

static bool is_leaked(void *context, uint32_t key, void *found) {
  search *r = context;
  const object *o = found;
  (void) key;
  if (!must_be_freed(o) || pmap_get(&r->reached, o->name)) return true;
  if (o->exists.id) {
    exec *x = r->x;
    const expr gone = expr_not(x->t, o->exists);
    const answer lives = path_may(x->solver, &r->s->path, o->exists);
    if (lives == ANSWER_UNSAT) return true;
    const answer dies = path_may(x->solver, &r->s->path, gone);
    if (dies == ANSWER_SAT) r->undecided = o->exists;
    r->is_unknown |= lives == ANSWER_UNKNOWN || dies == ANSWER_UNKNOWN;
  }
  r->leaked = o->name;
  return false;
}

static void find(search *r) {
  const state *s = r->s;
  const bool any = r->x->o.must_free_all;
  if (!any) pmap_each(&s->memory.objects, is_root, r);
  for (const frame *f = any ? NULL : s->top; f; f = f->caller)
    for (uint32_t k = 0; k < f->function->reg_count; k++)
      if (!f->regs[k].sym.id) reach(r, value_bits(f->regs[k]));
      else if (f->regs[k].sym.id != EXPR_UNDEFINED.id)
        reach_term(r, f->regs[k].sym);
  while (r->todo.count) scan(r, memory_find(&s->memory, vec_pop(&r->todo)));
  pmap_each(&s->memory.objects, is_leaked, r);
  vec_release(&r->todo);
  pmap_release(&r->reached, &pmap_borrowed);
}

/* Registers hold a variable only as long as it is used: what was left to a
 * variable of a function that called exit() is not known any more. */
static bool may_be_held(exec *x, const state *s) {
  if (x->o.must_free_all) return false;
  const frame *f = state_insn(s)->op == IR_RETURN ? s->top->caller : s->top;
  for (; f; f = f->caller)
    if (!f->function->is_library) {
      exec_note_text(x, "what only the callers of exit() may point to is no "
                        "leak");
      return true;
    }
  return false;
}

leak_result exec_find_leak(exec *x, state *s, uint32_t *place) {
  if (!s->unfreed) return LEAK_NONE;
  for (;;) {
    search r = {.x = x, .s = s};
    find(&r);
    if (!r.leaked) return LEAK_NONE;
    /* Splitting on what the solver cannot decide would never end. */
    if (r.is_unknown) {
      exec_finish(x, s, OUTCOME_UNKNOWN_ANSWER,
                  solver_unknown_reason(x->solver));
      return LEAK_ENDED;
    }
    uint64_t bits;
    if (!r.undecided.id) {
      if (may_be_held(x, s)) return LEAK_NONE;
      *place = names_info(x->names, r.leaked)->place;
      return LEAK_FOUND;
    }
    if (!exec_enumerate(x, s, r.undecided, &bits)) return LEAK_ENDED;
  }
}
