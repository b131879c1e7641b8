#include "exec/internal.h"

/*
 * memcpy, memmove and memset as instructions.  With a concrete size whole
 * ranges move at once, terms and marks included: copying what was never
 * written is no error.  With a symbolic size the state takes one size and
 * the others are born at the same instruction; but for a fill of a whole object whose
 * size is that very term.
 */

/* A symbolic pointer gets one value; the others are born. */
static bool pointer(exec *x, state *s, uint32_t reg, uint64_t *address) {
  const unsigned width = x->p->pointer_bits;
  value p = exec_get(x, s, reg, width);
  return exec_need_defined(x, s, &p, width) &&
         exec_number(x, s, p, width, address);
}

/* Whether there is anything to do.  Nothing: the state is past the
 * instruction, or gone. */
static bool is_empty(exec *x, state *s, const ir_insn *i, value *size,
                     bool *lives) {
  *size = exec_get(x, s, i->c, i->width);
  *lives = exec_need_defined(x, s, size, i->width);
  if (!*lives) return true;
  if (!size->sym.id) {
    s->pc += !value_bits(*size);
    return !value_bits(*size);
  }
  const expr none = expr_eq(x->t, exec_term(x, *size, i->width),
                            expr_const(x->t, i->width, 0));
  const uint32_t here = s->pc;
  switch (exec_fork(x, s, none, (way) {here + 1, NO_EDGE},
                    (way) {here, NO_EDGE})) {
  case FORK_ENDED: *lives = false; return true;
  case FORK_TRUE: return true;
  case FORK_FALSE: break;
  }
  return false;
}

/* No size is tried that is larger than the room behind the address: one
 * report is enough for all of them. */
static bool fits(exec *x, state *s, uint64_t address, value size,
                 unsigned width, bool write) {
  const object *o;
  uint64_t offset;
  if (!size.sym.id) return true;
  if (!exec_resolve(x, s, address, 1, write, &o, &offset)) return false;
  const uint64_t room = o->size - offset;
  if (room > bits_mask(width)) return true;
  return exec_require(x, s, expr_binary(x->t, EXPR_ULE, size.sym,
                                        expr_const(x->t, width, room)),
                      exec_past(x, o),
                      exec_intern_format(x, "%s of a symbolic number of bytes, "
                                         "more than %llu",
                                         write ? "write" : "read",
                                         (unsigned long long) room));
}

bool exec_copy(exec *x, state *s, const ir_insn *i) {
  uint64_t size, to, from, to_offset, from_offset;
  const object *target, *source;
  value n;
  bool lives;
  if (is_empty(x, s, i, &n, &lives)) return lives;
  if (!pointer(x, s, i->a, &to) || !pointer(x, s, i->b, &from) ||
      !fits(x, s, from, n, i->width, false) ||
      !fits(x, s, to, n, i->width, true) ||
      !exec_number(x, s, n, i->width, &size) ||
      !exec_resolve(x, s, from, size, false, &source, &from_offset) ||
      !exec_resolve(x, s, to, size, true, &target, &to_offset))
    return false;
  const uint64_t apart = to > from ? to - from : from - to;
  if (i->op == IR_COPY && apart && apart < size && x->o.checks[OUTCOME_OVERLAP])
    return exec_finish(x, s, OUTCOME_OVERLAP, NULL);
  if (i->op == IR_COPY && apart && apart < size)
    exec_note_text(x, "memcpy of overlapping bytes does what memmove does");
  const uint32_t source_name = source->name, target_name = target->name;
  exec_define_source(x, s, source_name, from_offset, size);
  object *o = exec_own(x, s, target_name);
  object_copy(o, to_offset, exec_find(x, s, source_name), from_offset, size);
  s->pc++;
  return true;
}

/* All of an object of unknown size: what lies behind its end nobody sees. */
static bool fill_whole(exec *x, state *s, uint64_t address, value size, value byte) {
  const object *o = exec_reach(x, s, (uint32_t) (address >> x->p->object_shift));
  if (!size.sym.id || !o || o->exists.id || o->is_read_only || byte.sym.id ||
      value_bits(byte) || address != (uint64_t) o->name << x->p->object_shift ||
      !expr_same(o->actual_size, size.sym))
    return false;
  object_clear(exec_own(x, s, o->name), false);
  return true;
}

bool exec_fill(exec *x, state *s, const ir_insn *i) {
  uint64_t size, to, offset;
  const object *target;
  value n;
  bool lives;
  if (is_empty(x, s, i, &n, &lives)) return lives;
  if (!pointer(x, s, i->a, &to)) return false;
  const value byte = exec_get(x, s, i->b, 8);
  if (fill_whole(x, s, to, n, byte)) {
    s->pc++;
    return true;
  }
  if (!fits(x, s, to, n, i->width, true) ||
      !exec_number(x, s, n, i->width, &size) ||
      !exec_resolve(x, s, to, size, true, &target, &offset))
    return false;
  /* Each byte gets a term of its own. */
  if (byte.sym.id && x->o.max_heap && size > x->o.max_heap / sizeof(shadow) / 2)
    return exec_finish(x, s, OUTCOME_CUT_MEMORY,
                       "too many symbolic bytes at once");
  object_fill(exec_own(x, s, target->name), x->t, offset, size, byte);
  s->pc++;
  return true;
}
