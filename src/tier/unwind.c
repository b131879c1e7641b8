#include "tier/activation.h"

#include <assert.h>
#include <string.h>

/*
 * Out of native functions: frames for the calls that had none.  The innermost
 * function makes the first record, and each of its callers follows.
 */
value *activation_record(native_context *c, native_region *g, uint64_t result,
                         uint64_t serial) {
  assert(g->inlined_count && (uint32_t) (result >> NATIVE_INLINED_SHIFT) < g->inlined_count);
  activation *a = (activation *) c;
  const uint32_t count = g->function->reg_count;
  native_record r = {.region = g, .result = result, .serial = serial,
                     .regs = mem_resize(NULL, count + 1, sizeof *r.regs),
                     .inlined = mem_zeroed(g->inlined_count + 1,
                                           sizeof *r.inlined)};
  for (uint32_t k = 0; k < count; k++)
    r.regs[k] = (value) {.sym = EXPR_UNDEFINED};
  /* The code writes numbers; where it may have none it says so itself. */
  for (uint32_t k = 0; k < g->inlined[0].written_count; k++)
    if (!g->inlined[0].is_kept[k])
      r.regs[g->inlined[0].written[k]] = value_of(0);
  /* The same code may be left again, by a caller of the function. */
  for (uint32_t n = (uint32_t) (result >> NATIVE_INLINED_SHIFT); n;
       n = g->inlined[n].caller) {
    const native_inlined *i = g->inlined + n;
    const uint32_t inner = i->function->reg_count;
    r.inlined[n].serial = i->serial;
    r.inlined[n].regs = mem_resize(NULL, inner + 1, sizeof(value));
    memcpy(r.inlined[n].regs, i->regs, inner * sizeof(value));
    for (uint32_t k = 0; k < i->written_count; k++)
      if (i->is_kept[k]) i->regs[i->written[k]].sym = EXPR_UNDEFINED;
  }
  vec_push(&a->records, r);
  return r.regs;
}

/* The call's frame, as exec_push makes it; its slots are there already, and the
 * registers are the caller's to set. */
static void push(exec *x, state *s, const ir_function *f, uint32_t call,
                 uint64_t serial) {
  assert(call < s->top->function->insn_count);
  frame *new = frame_new(f, s->top, call, x->o.max_loop != 0);
  new->restart = call;
  new->forkfree = exec_place_of_call(x, s->top, call, f);
  new->serial = s->calls = (uint32_t) serial;
  if (f->slots.count)
    new->first_slot = exec_name_slots(x, f, new->depth, new->serial);
  s->top = new;
  s->pc = 0;
}

/* Frames of calls that were part of the code up to the numbered one, the outer
 * ones first; NULL: as the code left them. */
static void make_frames(exec *x, state *s, const native_region *g,
                        uint32_t number, const saved_inlined *saved) {
  if (!number) return;
  const native_inlined *i = g->inlined + number;
  assert(i->caller < number);
  make_frames(x, s, g, i->caller, saved);
  push(x, s, i->function, i->call, saved ? saved[number].serial : i->serial);
  value *from = saved ? saved[number].regs : i->regs;
  for (uint32_t k = 0; k < i->written_count; k++) {
    value *v = from + i->written[k];
    s->top->regs[i->written[k]] = *v;
    if (i->is_kept[k]) v->sym = EXPR_UNDEFINED;
  }
}

uint64_t activation_unwind(activation *a, uint64_t result) {
  exec *x = a->x;
  state *s = a->s;
  if (!a->region->call)
    make_frames(x, s, a->region, (uint32_t) (result >> NATIVE_INLINED_SHIFT),
                NULL);
  for (uint32_t k = a->records.count; k-- > 0;) {
    const native_record *r = a->records.items + k;
    const ir_function *f = r->region->function;
    /* The function that the interpreter entered has its frame. */
    if (!a->region->call || k + 1 < a->records.count)
      push(x, s, f, (uint32_t) result, r->serial);
    memcpy(s->top->regs, r->regs, f->reg_count * sizeof(value));
    make_frames(x, s, r->region,
                (uint32_t) (r->result >> NATIVE_INLINED_SHIFT), r->inlined);
    result = r->result;
  }
  return result;
}

void activation_release(activation *a) {
  for (uint32_t k = 0; k < a->records.count; k++) {
    const native_record *r = a->records.items + k;
    for (uint32_t n = 0; n < r->region->inlined_count; n++)
      free(r->inlined[n].regs);
    free(r->inlined);
    free(r->regs);
  }
  vec_release(&a->records);
}
