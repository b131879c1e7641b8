#include "exec/internal.h"

/*
 * memcpy, memmove and memset as instructions.  With a concrete size whole
 * ranges move at once, terms and marks included: copying what was never
 * written is no error.  With a symbolic size the state takes one size and
 * the others are born at the same instruction.
 */

static bool sized(exec *x, state *s, const ir_insn *i, uint64_t *size) {
  value n = exec_get(x, s, i->c, i->width);
  return exec_need_defined(x, s, &n, i->width) &&
         exec_enumerate(x, s, exec_term(x, n, i->width), size);
}

/* A symbolic pointer gets one value; the others are born. */
static bool pointer(exec *x, state *s, uint32_t reg, uint64_t *address) {
  const unsigned width = x->p->pointer_bits;
  value p = exec_get(x, s, reg, width);
  return exec_need_defined(x, s, &p, width) &&
         exec_enumerate(x, s, exec_term(x, p, width), address);
}

bool exec_copy(exec *x, state *s, const ir_insn *i) {
  uint64_t size, to, from, to_offset, from_offset;
  const object *target, *source;
  if (!sized(x, s, i, &size)) return false;
  if (!size) {
    s->pc++;
    return true;
  }
  if (!pointer(x, s, i->a, &to) || !pointer(x, s, i->b, &from) ||
      !exec_resolve(x, s, from, size, false, &source, &from_offset) ||
      !exec_resolve(x, s, to, size, true, &target, &to_offset))
    return false;
  const uint64_t apart = to > from ? to - from : from - to;
  if (i->op == IR_COPY && apart && apart < size && x->o.checks[OUTCOME_OVERLAP])
    return exec_finish(x, s, OUTCOME_OVERLAP, NULL);
  const uint32_t source_name = source->name;
  object *o = exec_own(x, s, target->name);
  object_copy(o, to_offset, exec_find(x, s, source_name), from_offset, size);
  s->pc++;
  return true;
}

bool exec_fill(exec *x, state *s, const ir_insn *i) {
  uint64_t size, to, offset;
  const object *target;
  if (!sized(x, s, i, &size)) return false;
  if (!size) {
    s->pc++;
    return true;
  }
  if (!pointer(x, s, i->a, &to) ||
      !exec_resolve(x, s, to, size, true, &target, &offset))
    return false;
  const value byte = exec_get(x, s, i->b, 8);
  object_fill(exec_own(x, s, target->name), x->t, offset, size, byte);
  s->pc++;
  return true;
}
