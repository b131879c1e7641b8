#include "exec/internal.h"

/*
 * Paths that follow an input.  Where a term would make large ones of all that
 * depends on it (an offset into symbolic bytes), such a path is narrowed to the
 * input's values of the term's symbols, and these become numbers in its registers
 * and memory.  That is a fork like others: the rest goes on as a state of its own.
 * Both, and that it was done at all, are among what the path picked, since a
 * process that finds the path again does not know the input.
 */

/* Beyond it the rest would have too large a condition. */
enum { MOST = limit_exec_led_symbols };

typedef struct fixing {
  exec *x;
  state *s;
  varset vars;
  const uint32_t *from;
  expr to[MOST];
  uint32_t count;
  VEC(uint32_t) names;          /* of objects that have some of them */
} fixing;

static bool concerns(const fixing *f, expr e) {
  return e.id && !expr_same(e, EXPR_UNDEFINED) && varset_touches(f->x->t, e, f->vars);
}

static expr fixed(const fixing *f, expr e) {
  return expr_substitute(f->x->t, e, f->from, f->to, f->count);
}

static bool frame_concerns(const fixing *f, const frame *at) {
  for (uint32_t r = 0; r < at->function->reg_count; r++)
    if (concerns(f, at->regs[r].sym)) return true;
  return false;
}

/* Frames above one that changes are owned, too. */
static void fix_frames(const fixing *f) {
  uint32_t last = 0, depth = 0;
  for (const frame *at = f->s->top; at; at = at->caller) {
    depth++;
    if (frame_concerns(f, at)) last = depth;
  }
  frame **at = &f->s->top;
  for (depth = 0; depth < last; depth++) {
    frame *own = frame_own(at);
    for (uint32_t r = 0; r < own->function->reg_count; r++)
      if (concerns(f, own->regs[r].sym))
        own->regs[r] = value_from(f->x->t, fixed(f, own->regs[r].sym));
    at = &own->caller;
  }
}

static bool find_object(void *context, uint32_t key, void *found) {
  fixing *f = context;
  const object *o = found;
  (void) key;
  for (uint64_t i = 0; o->symbolic && i < o->shadow_count; i++)
    if (concerns(f, o->shadows[i].term)) {
      vec_push(&f->names, o->name);
      return true;
    }
  for (const update *u = o->updates; u; u = u->before)
    if (concerns(f, u->at) || concerns(f, u->value) || concerns(f, u->guard) ||
        concerns(f, u->length)) {
      vec_push(&f->names, o->name);
      break;
    }
  return true;
}

static expr fixed_part(void *context, expr e) {
  const fixing *f = context;
  return concerns(f, e) ? fixed(f, e) : e;
}

/* A word of which every byte is there is stored as one again. */
static void fix_object(fixing *f, object *o) {
  if (o->updates) object_set_updates(o, update_map(o->updates, fixed_part, f));
  for (uint64_t i = 0; i < o->shadow_count; i++) {
    const shadow at = o->shadows[i];
    if (!concerns(f, at.term)) continue;
    const expr new = fixed(f, at.term);
    uint64_t bits;
    if (!expr_value(f->x->t, new, &bits)) {
      o->shadows[i].term = new;
      continue;
    }
    o->bytes[o->shadow_first + i] = (uint8_t) (bits >> 8 * at.part);
    o->shadows[i] = (shadow) {0};
    o->symbolic--;
  }
}

static void fix_state(fixing *f) {
  fix_frames(f);
  pmap_each(&f->s->memory.objects, find_object, f);
  for (uint32_t k = 0; k < f->names.count; k++)
    fix_object(f, memory_own(&f->s->memory, f->x->names, f->names.items[k]));
  vec_release(&f->names);
  exec_forget_caches(f->x);
}

/* All symbols are narrow enough, and there are few. */
static bool may_fix(const exec *x, varset vars) {
  const uint32_t count = varset_count(x->t, vars);
  if (count > MOST) return false;
  for (uint32_t k = 0; k < count; k++)
    if (expr_symbol_width(x->t, varset_symbols(x->t, vars)[k]) > 64) return false;
  return true;
}

/* Whether the path is to be narrowed; *knows: an input says to what, and what the term is. */
static bool begins(exec *x, state *s, expr e, bool *knows, uint64_t *bits) {
  *bits = 0;
  *knows = x->advice && x->advice(x->adviser, s, e, bits) != NULL;
  if (!*knows && !x->leads) return false;       /* a job would note it as a pick */
  return exec_note_pick(x, s, *knows) != 0;
}

static lead_result narrow(exec *x, state *s, expr condition, bool knows) {
  const way here = {s->pc, NO_EDGE};
  if (!knows && path_may(x->solver, &s->path, condition) != ANSWER_SAT) return LEAD_NONE;
  switch (exec_fork(x, s, condition, here, here)) {
  case FORK_ENDED: return LEAD_ENDED;
  case FORK_FALSE: return LEAD_NONE;
  case FORK_TRUE: break;
  }
  return LEAD_DONE;
}

/* The term itself is narrowed where its symbols are too many; what else has these stays
 * as it is. */
static lead_result lead_term(exec *x, state *s, expr e, uint64_t *bits) {
  const unsigned width = expr_width(x->t, e);
  uint64_t any;
  bool knows;
  if (width > 64 || !begins(x, s, e, &knows, &any)) return LEAD_NONE;
  *bits = exec_note_pick(x, s, any);
  return narrow(x, s, expr_eq(x->t, e, expr_const(x->t, width, *bits)), knows);
}

lead_result exec_lead(exec *x, state *s, expr e, uint64_t *bits) {
  const varset vars = varset_of(x->t, e);
  uint64_t any;
  bool knows;
  if (!varset_count(x->t, vars)) return LEAD_NONE;
  if (!may_fix(x, vars)) return lead_term(x, s, e, bits);
  if (!begins(x, s, e, &knows, &any)) return LEAD_NONE;
  fixing f = {.x = x, .s = s, .vars = vars, .count = varset_count(x->t, vars)};
  uint32_t from[MOST];
  expr all = expr_true(x->t);
  for (uint32_t k = 0; k < f.count; k++) {
    from[k] = varset_symbols(x->t, vars)[k];
    const expr symbol = expr_symbol(x->t, from[k]);
    uint64_t one = 0;
    if (knows) x->advice(x->adviser, s, symbol, &one);
    f.to[k] = expr_const(x->t, expr_symbol_width(x->t, from[k]),
                         exec_note_pick(x, s, one));
    all = expr_and(x->t, all, expr_eq(x->t, symbol, f.to[k]));
  }
  f.from = from;
  const lead_result narrowed = narrow(x, s, all, knows);
  if (narrowed != LEAD_DONE) return narrowed;
  const expr now = fixed(&f, e);
  fix_state(&f);
  return expr_value(x->t, now, bits) ? LEAD_DONE : LEAD_NONE;
}
