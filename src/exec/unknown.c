#include "exec/internal.h"

#include <string.h>

/* Unknown values, as requested by the rest of the executor: made up by the room lazy/, if
 * present. */

bool exec_is_pointer(const exec *x, uint32_t symbol) {
  return x->lazy && x->o.unknowns->is_pointer(x, symbol);
}

bool exec_decide(exec *x, state *s, expr *e) {
  return !x->lazy || x->o.unknowns->decide(x, s, e);
}

void exec_note_frontier(exec *x, state *s, expr condition) {
  const varset vars = varset_of(x->t, condition);
  const uint32_t count = varset_count(x->t, vars);
  if (!count) return;
  const uint32_t last = varset_symbols(x->t, vars)[count - 1] + 1;
  if (last > s->frontier) s->frontier = last;
}

void exec_note_condition(exec *x, state *s, expr condition) {
  if (x->strategy.crosses) exec_note_frontier(x, s, condition);
  if (x->lazy) x->o.unknowns->note_condition(x, s, condition);
}

const object *exec_reach(exec *x, state *s, uint32_t name) {
  const object *o = exec_find(x, s, name);
  if (o || !x->lazy) return o;
  x->o.unknowns->reach(x, s, name);
  return exec_find(x, s, name);
}

bool exec_is_havocked(const exec *x, const ir_symbol *v) {
  return (x->o.havoc_globals ||
          (x->o.havoc_written && ir_callers_write(&x->p->callers, v->name))) &&
         v->is_defined && !v->is_constant && !v->is_library && v->type && v->size;
}

void exec_add_globals(exec *x, state *s) {
  for (uint32_t k = 1; k < x->p->symbols.count; k++) {
    const ir_symbol *symbol = x->p->symbols.items + k;
    if (symbol->kind != IR_VARIABLE || !symbol->is_defined ||
        exec_is_havocked(x, symbol))
      continue;
    object *o = object_new((uint32_t) (symbol->address >> x->p->object_shift),
                           OBJECT_GLOBAL, symbol->size, false);
    if (symbol->bytes) memcpy(o->bytes, symbol->bytes, symbol->size);
    o->is_read_only = symbol->is_constant;
    object_align(o, symbol->align);
    memory_add(&s->memory, x->names, o);
  }
}

outcome exec_past(const exec *x, const object *o) {
  return o->kind == OBJECT_LAZY && !x->o.lazy_bounds ? OUTCOME_CUT_LAZY
                                                     : OUTCOME_OUT_OF_BOUNDS;
}
