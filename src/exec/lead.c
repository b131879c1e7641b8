#include "exec/internal.h"

/*
 * Paths that follow an input.  Where a term would make all dependent terms large (an offset
 * into symbolic bytes), such a path is narrowed to the input's values of the term's
 * symbols, one after the other, and these become numbers in registers and memory.  Each
 * narrowing is a fork like others: the rest, with another value, goes on as a state of its
 * own. (All at once would be a single fork, whose rest has a condition of all symbols, and
 * another condition for each earlier set of values.) The values, and the narrowing itself,
 * are among the path's picks, since a process that finds the path again does not know the
 * input.
 */

typedef struct fixing {
  exec *x;
  state *s;
  uint32_t symbol;
  varset vars;                  /* it alone */
  expr to;
  uint32_t call;                /* see expr_substitution */
  VEC(uint32_t) names;          /* of objects with the symbol */
} fixing;

static bool concerns(const fixing *f, expr e) {
  return e.id && !expr_same(e, EXPR_UNDEFINED) && varset_touches(f->x->t, e, f->vars);
}

static expr fixed(const fixing *f, expr e) {
  return expr_substitute_in(f->x->t, f->call, e, &f->symbol, &f->to, 1);
}

static bool frame_concerns(const fixing *f, const frame *at) {
  for (uint32_t r = 0; r < at->function->reg_count; r++)
    if (concerns(f, at->regs[r].sym)) return true;
  return false;
}

/* Frames above a changing frame are owned, too. */
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

/* A word with all bytes concrete is stored as a word again. */
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

/* Symbols of an offset that is fixed on a seed's path: each leaves a state behind.  16 bytes are
 * two words. */
enum { MOST_SYMBOLS = 16 };

/* All symbols are narrow enough, and there are few: each leaves a state behind. */
static bool may_fix(const exec *x, varset vars) {
  const uint32_t count = varset_count(x->t, vars);
  if (count > MOST_SYMBOLS) return false;
  for (uint32_t k = 0; k < count; k++)
    if (expr_symbol_width(x->t, varset_symbols(x->t, vars)[k]) > 64) return false;
  return true;
}

/* Whether the path is to be narrowed; *knows: an input fixes the values, and the term's
 * value. */
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

/* With too many symbols the term itself is narrowed; other terms with these symbols stay. */
static lead_result lead_term(exec *x, state *s, expr e, uint64_t *bits) {
  const unsigned width = expr_width(x->t, e);
  uint64_t any;
  bool knows;
  if (width > 64 || !begins(x, s, e, &knows, &any)) return LEAD_NONE;
  *bits = exec_note_pick(x, s, any);
  return narrow(x, s, expr_eq(x->t, e, expr_const(x->t, width, *bits)), knows);
}

/* The symbol is a number from now on, also inside the term. */
static lead_result lead_symbol(exec *x, state *s, uint32_t symbol, bool knows, expr *e) {
  const expr old = expr_symbol(x->t, symbol);
  uint64_t bits = 0;
  if (knows) x->advice(x->adviser, s, old, &bits);
  fixing f = {.x = x, .s = s, .symbol = symbol, .vars = varset_of(x->t, old)};
  f.to = expr_const(x->t, expr_symbol_width(x->t, symbol), exec_note_pick(x, s, bits));
  const lead_result narrowed = narrow(x, s, expr_eq(x->t, old, f.to), knows);
  if (narrowed != LEAD_DONE) return narrowed;
  f.call = expr_substitution(x->t);
  *e = fixed(&f, *e);
  fix_state(&f);
  return LEAD_DONE;
}

lead_result exec_lead(exec *x, state *s, expr e, uint64_t *bits) {
  const varset vars = varset_of(x->t, e);
  const uint32_t count = varset_count(x->t, vars);
  uint64_t any;
  bool knows;
  if (!count) return LEAD_NONE;
  if (!may_fix(x, vars)) return lead_term(x, s, e, bits);
  if (!begins(x, s, e, &knows, &any)) return LEAD_NONE;
  for (uint32_t k = 0; k < count && !expr_value(x->t, e, bits); k++) {
    const uint32_t symbol = varset_symbols(x->t, vars)[k];
    if (!varset_contains(x->t, varset_of(x->t, e), symbol)) continue;
    const lead_result led = lead_symbol(x, s, symbol, knows, &e);
    if (led != LEAD_DONE) return led;
  }
  return expr_value(x->t, e, bits) ? LEAD_DONE : LEAD_NONE;
}
