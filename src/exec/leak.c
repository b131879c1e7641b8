#include "exec/fan.h"
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
  bool is_unknown;              /* the solver could not decide a query */
  bool is_hidden;               /* a write at an unknown place may have one */
  bool is_thorough;             /* words are read through these writes */
  bool is_sceptical;            /* registers of callers are no roots, unless they keep variables */
  idmap mentions;               /* by term, twice its number: mentions_heap */
} search;

static void reach(search *r, uint64_t word) {
  const unsigned shift = r->x->p->object_shift;
  word = exec_untagged(r->x, word);
  const uint32_t name = (uint32_t) (word >> shift);
  const object *o = name ? memory_find(&r->s->memory, name) : NULL;
  if (!o || word - ((uint64_t) o->name << shift) > o->size ||
      pmap_get(&r->reached, o->name))
    return;
  pmap_set(&r->reached, &pmap_borrowed, o->name, (void *) 1);
  vec_push(&r->todo, o->name);
}

typedef struct part {
  const search *r;
  uint64_t bits;
  unsigned width;
  bool found;
} part;

static bool has_part(void *context, uint32_t key, void *found) {
  part *p = context;
  const object *o = found;
  const uint64_t base = (uint64_t) o->name << p->r->x->p->object_shift;
  (void) key;
  if (o->kind != OBJECT_HEAP) return true;
  for (unsigned at = 0; at < p->r->x->p->pointer_bits; at += p->width)
    p->found |= (base >> at & bits_mask(p->width)) == p->bits ||
                ((base + o->size) >> at & bits_mask(p->width)) == p->bits;
  return !p->found;
}

/* Whether so few bits may be a part of a pointer to a heap object. */
static bool is_part(const search *r, unsigned width, uint64_t bits) {
  part p = {.r = r, .bits = bits, .width = width};
  if (bits && width % 8 == 0 && width < r->x->p->pointer_bits)
    pmap_each(&r->s->memory.objects, has_part, &p);
  return p.found;
}

/* The term itself, a constant, is the address of a heap object; `parts`: or a part of one. */
static bool is_address(const search *r, expr e, bool parts) {
  uint64_t bits;
  if (!expr_value(r->x->t, e, &bits)) return false;
  const object *o =
      memory_find(&r->s->memory, (uint32_t) (bits >> r->x->p->object_shift));
  return (o && o->kind == OBJECT_HEAP) ||
         (parts && is_part(r, expr_width(r->x->t, e), bits));
}

/* Whether a constant of the term is the address of a heap object; `parts`: or a part of
 * one, since copies at unknown places move pointers by their bytes.  Words share their
 * terms: each term is looked at once in a search. */
static bool mentions_heap(search *r, expr e, bool parts) {
  enum { PLAIN = 1, MENTIONS };
  VEC(expr) stack = {0};
  if (e.id <= EXPR_UNDEFINED.id) return false;
  vec_push(&stack, e);
  while (stack.count) {
    const expr top = stack.items[stack.count - 1];
    const expr_node n = expr_get(r->x->t, top);
    const uint32_t waiting = stack.count;
    bool found = is_address(r, top, parts);
    for (unsigned k = 0; k < 3; k++) {
      if (n.arg[k].id <= EXPR_UNDEFINED.id) continue;
      const uint64_t *below = idmap_find(&r->mentions, 2 * (uint64_t) n.arg[k].id + parts);
      if (!below) vec_push(&stack, n.arg[k]);
      else found |= *below == MENTIONS;
    }
    if (stack.count > waiting) continue;        /* this term comes again after its parts */
    *idmap_at(&r->mentions, 2 * (uint64_t) top.id + parts) = found ? MENTIONS : PLAIN;
    stack.count--;
    r->x->stats.scanned_terms++;
  }
  vec_release(&stack);
  return *idmap_find(&r->mentions, 2 * (uint64_t) e.id + parts) == MENTIONS;
}

static void reach_term(search *r, expr e) {
  exec *x = r->x;
  uint64_t bits;
  if (expr_value(x->t, e, &bits)) {
    reach(r, bits);
    return;
  }
  const unsigned width = expr_width(x->t, e);
  if (width > 64 || !mentions_heap(r, e, r->is_thorough)) return;
  bits = path_value(x->solver, &r->s->path, e);
  const expr other = expr_ne(x->t, e, expr_const(x->t, width, bits));
  switch (path_may(x->solver, &r->s->path, other)) {
  case ANSWER_UNSAT: reach(r, bits); break;
  case ANSWER_SAT: r->undecided = e; break;
  case ANSWER_UNKNOWN: r->is_unknown = true; break;
  }
}

static bool is_hidden_in(search *r, const object *o) {
  for (const update *u = o->updates; u; u = u->before)
    if (mentions_heap(r, u->value, u->place)) return true;
  return false;
}

/* The only value, or else the term is undecided. */
static expr only_value(search *r, expr e) {
  exec *x = r->x;
  uint64_t bits;
  if (expr_value(x->t, e, &bits)) return e;
  const expr only = expr_const(x->t, expr_width(x->t, e),
                               path_value(x->solver, &r->s->path, e));
  switch (path_may(x->solver, &r->s->path, expr_ne(x->t, e, only))) {
  case ANSWER_UNSAT: return only;
  case ANSWER_SAT: r->undecided = e; break;
  case ANSWER_UNKNOWN: r->is_unknown = true; break;
  }
  return e;
}

/* Each place has one value; false: not yet. */
static bool settle_updates(search *r, object *own) {
  VEC(const update *) all = {0};
  update *list = NULL;
  for (const update *u = own->updates; u; u = u->before) vec_push(&all, u);
  while (all.count) {
    update new = *vec_pop(&all);
    if (!r->undecided.id) new.at = only_value(r, new.at);
    list = update_add(list, new);
  }
  vec_release(&all);
  object_set_updates(own, list);
  return !r->undecided.id;
}

/* Pointers may have been written at unknown places: each word is searched in its present
 * form.  A word with several values is enough. */
static void scan_updated(search *r, const object *o, unsigned bytes, unsigned step) {
  expr_table *t = r->x->t;
  object *own = object_clone(o);
  for (uint64_t i = 0; i < o->size; i++)
    if (!object_is_defined(own, i, 1)) object_define(own, t, i, 1, value_of(0));
  if (settle_updates(r, own))
    for (uint64_t at = 0; at + bytes <= o->size && !r->undecided.id; at += step)
      reach_term(r, value_term(t, object_load(own, t, at, bytes), 8 * bytes));
  object_free(own);
}

/* About a word stored whole, or in parts that the loaded word includes.  Parts may together
 * become an address: only whole words are certain. */
static bool may_hold_address(search *r, expr stored, unsigned bytes) {
  return expr_width(r->x->t, stored) != 8 * bytes || mentions_heap(r, stored, false);
}

/* Pointers may lie anywhere in a packed structure.  Where addresses are small
 * numbers, as on 32-bit targets, only those at their usual places count. */
static void scan(search *r, const object *o) {
  exec *x = r->x;
  const unsigned bytes = x->p->pointer_bits / 8;
  const unsigned step = bytes == 8 ? 1 : bytes;
  if (is_hidden_in(r, o)) {
    const bool is_large = o->size > EXEC_TOUCHED;
    r->is_hidden = true;
    r->is_unknown |= is_large;
    if (r->is_thorough && !is_large) {
      scan_updated(r, o, bytes, step);
      return;
    }
  }
  for (uint64_t at = 0; at < o->used && at + bytes <= o->size; at += step) {
    bool is_symbolic = false, may_point = r->is_thorough;
    for (unsigned k = 0; o->symbolic && k < bytes; k++) {
      const expr term = object_shadow(o, at + k).term;
      is_symbolic |= term.id != 0;
      may_point |= term.id ? may_hold_address(r, term, bytes) : o->bytes[at + k] != 0;
    }
    uint64_t word = 0;
    memcpy(&word, o->bytes + at, bytes);
    is_symbolic |= o->updates && word;
    r->x->stats.scanned_words++;
    if (!is_symbolic && word) reach(r, word);
    else if (is_symbolic && (may_point || o->updates) && object_is_defined(o, at, bytes))
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

/* Registers hold a variable only as long as it is used: what was left to a variable of
 * a function that called exit() is not known any more, unless the call keeps it or all
 * variables are in memory. */
static bool keeps_variables(const frame *f, const frame *called) {
  if (!called || called->resume == UINT32_MAX) return false;
  const ir_insn *i = f->function->insns + called->resume;
  return i->op == IR_CALL && f->function->calls.items[i->imm].keeps_variables;
}

static bool knows_variables(const frame *f, const frame *called) {
  return f->function->is_library || !f->function->holds_pointers ||
         keeps_variables(f, called);
}

static void reach_register(search *r, const value *reg) {
  if (!reg->sym.id) reach(r, value_bits(*reg));
  else if (reg->sym.id != EXPR_UNDEFINED.id) reach_term(r, reg->sym);
}

/* With ir_link_variables other registers may hold copies that are over. */
static bool reach_variables(search *r, const frame *f) {
  bool any = false;
  for (uint32_t k = 0; k < f->function->variables.count; k++) {
    const ir_variable *v = f->function->variables.items + k;
    any |= v->type != 0;
    if (v->type && !v->slot) reach_register(r, f->regs + v->reg);
  }
  return any;
}

static void find(search *r) {
  const state *s = r->s;
  const bool any = r->x->o.must_free_all;
  if (!any) pmap_each(&s->memory.objects, is_root, r);
  const frame *called = NULL;
  for (const frame *f = any ? NULL : s->top; f; called = f, f = f->caller) {
    if (r->is_sceptical && !f->function->is_library && !keeps_variables(f, called)) continue;
    if (reach_variables(r, f)) continue;
    for (uint32_t k = 0; k < f->function->reg_count; k++) reach_register(r, f->regs + k);
  }
  while (r->todo.count) scan(r, memory_find(&s->memory, vec_pop(&r->todo)));
  pmap_each(&s->memory.objects, is_leaked, r);
  vec_release(&r->todo);
  pmap_release(&r->reached, &pmap_borrowed);
  idmap_release(&r->mentions);
}

static void note_callers(exec *x) {
  exec_note_text(x, "what only the callers of exit() may point to is no leak");
}

static bool may_be_held(exec *x, const state *s) {
  if (x->o.must_free_all) return false;
  const frame *called = NULL, *f = s->top;
  if (state_insn(s)->op == IR_RETURN) {
    called = f;
    f = f->caller;
  }
  for (; f; called = f, f = f->caller)
    if (!knows_variables(f, called)) {
      note_callers(x);
      return true;
    }
  return false;
}

/* A register may still have an old address: where a block is reached only from callers'
 * registers, the callers are assumed to hold the address. */
static void doubt_registers(exec *x, const state *s) {
  bool has_callers = false;
  for (const frame *f = s->top; f && !has_callers; f = f->caller)
    has_callers = !f->function->is_library;
  if (!has_callers || state_insn(s)->op == IR_RETURN || x->o.must_free_all) return;
  search r = {.x = x, .s = s, .is_sceptical = true};
  find(&r);
  if (r.leaked) note_callers(x);
}

leak_result exec_find_leak(exec *x, state *s, uint32_t *place) {
  bool is_thorough = false;
  if (!s->unfreed) return LEAK_NONE;
  while (fan_is_in(s))          /* what the registers of all callers hold is asked */
    if (!fan_resolve(x, s)) return LEAK_ENDED;
  for (;;) {
    search r = {.x = x, .s = s, .is_thorough = is_thorough};
    find(&r);
    if (!r.leaked) {
      doubt_registers(x, s);
      return LEAK_NONE;
    }
    if (r.is_hidden && !r.is_unknown && !is_thorough) {
      is_thorough = true;
      continue;
    }
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
