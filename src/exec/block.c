#include "exec/internal.h"

#include "base/limits.h"

/*
 * memcpy, memmove and memset as instructions.  With a concrete size whole
 * ranges move at once, terms and marks included: copying what was never
 * written is no error.  With a symbolic size each byte that may be meant is the new one
 * or the old one, by comparing its number with the size; a long fill is
 * remembered beside the bytes, as is a long copy (moves.c).  What cannot be takes one size,
 * and the others are born at the same instruction.
 */

static const char overlap_note[] = "memcpy of overlapping bytes does what memmove does";

static bool get_pointer(exec *x, state *s, uint32_t reg, value *p) {
  *p = exec_get(x, s, reg, x->p->pointer_bits);
  if (!exec_need_defined(x, s, p, x->p->pointer_bits) ||
      (p->sym.id && !exec_decide(x, s, &p->sym)))
    return false;
  if (p->sym.id) *p = value_from(x->t, p->sym);
  return true;
}

/* A symbolic pointer gets one value; the others are born. */
static bool take_one(exec *x, state *s, value p, uint64_t *address) {
  return exec_number(x, s, p, x->p->pointer_bits, address);
}

/* So few bytes at a place that is unknown are a word. */
static bool is_word(value size, value p, value q) {
  return !size.sym.id && value_bits(size) <= limits.exec_moved && (p.sym.id || q.sym.id);
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

/* Sizes beyond the room behind the address are not tried: a single report is enough. */
static bool fits(exec *x, state *s, uint64_t address, value size,
                 unsigned width, bool write) {
  const object *o;
  uint64_t offset;
  if (!size.sym.id) return true;
  if (!exec_resolve(x, s, address, 1, write, &o, &offset)) return false;
  const uint64_t room = o->size - offset;
  if (room > bits_mask(width)) return true;
  if (o->actual_size.id &&
      !exec_require(x, s,
                    expr_binary(x->t, EXPR_ULE, size.sym,
                                expr_binary(x->t, EXPR_SUB,
                                            expr_resize(x->t, o->actual_size, width, false),
                                            expr_const(x->t, width, offset))),
                    exec_past(x, o), "beyond a symbolic size"))
    return false;
  return exec_require(x, s, expr_binary(x->t, EXPR_ULE, size.sym,
                                        expr_const(x->t, width, room)),
                      exec_past(x, o),
                      exec_intern_format(x, "%s of a symbolic number of bytes, "
                                         "more than %llu",
                                         write ? "write" : "read",
                                         (unsigned long long) room));
}

/* The first bytes are surely meant; `high` is the largest number of them.  False: that
 * is too many, or the size is a number. */
static bool is_short(exec *x, state *s, value n, uint64_t most, uint64_t *low,
                     uint64_t *high) {
  if (!n.sym.id || exec_is_led(x, s)) return false;
  path_range(x->solver, &s->path, n.sym, true, low, high);
  return *high <= most;
}

static void put_guarded(exec *x, object *o, uint64_t at, uint64_t number, value n,
                        expr new) {
  expr_table *t = x->t;
  const expr meant = expr_binary(t, EXPR_ULT,
                                 expr_const(t, expr_width(t, n.sym), number), n.sym);
  object_store(o, t, at, 1,
               value_from(t, expr_ite(t, meant, new, object_byte(o, t, at))));
}

bool exec_check_overlap(exec *x, state *s, value to, value from, expr n) {
  expr_table *t = x->t;
  const unsigned width = x->p->pointer_bits;
  const expr a = exec_term(x, to, width), b = exec_term(x, from, width);
  const expr apart = expr_and(t, expr_binary(t, EXPR_ULE, n, expr_binary(t, EXPR_SUB, a, b)),
                              expr_binary(t, EXPR_ULE, n, expr_binary(t, EXPR_SUB, b, a)));
  const expr good = expr_or(t, expr_eq(t, a, b), apart);
  if (x->o.checks[OUTCOME_OVERLAP])
    return exec_require(x, s, good, OUTCOME_OVERLAP, NULL);
  if (path_may(x->solver, &s->path, expr_not(t, good)) != ANSWER_UNSAT)
    exec_note_text(x, overlap_note);
  return true;
}

static bool copy_word(exec *x, state *s, const ir_insn *i, value to, value from,
                      uint32_t size) {
  value v;
  if (!exec_read_copied(x, s, from, size, &v) ||
      (i->op == IR_COPY &&
       !exec_check_overlap(x, s, to, from, expr_const(x->t, x->p->pointer_bits, size))) ||
      !exec_write(x, s, to, size, v))
    return false;
  s->pc++;
  return true;
}

/* What lies behind the end of an object of unknown size nobody sees. */
static bool is_whole(const object *o, uint64_t offset, value n) {
  return !offset && o->actual_size.id && expr_same(o->actual_size, n.sym);
}

/* Of an object of which all is written, as much as there may be. */
static void copy_whole(exec *x, state *s, uint32_t to, uint32_t from, uint64_t offset,
                       uint64_t size) {
  const uint64_t room = exec_find(x, s, from)->size - offset;
  if (size > room) size = room;
  exec_define_source(x, s, from, offset, size);
  object_copy(exec_own(x, s, to), x->t, 0, exec_find(x, s, from), offset, size);
}

/* All bytes are read before one is written. */
static void copy_guarded(exec *x, state *s, uint32_t to, uint64_t to_offset,
                         uint32_t from, uint64_t from_offset, value n, uint64_t low,
                         uint64_t high) {
  exec_define_bytes(x, s, from, from_offset, high);
  exec_define_bytes(x, s, to, to_offset + low, high - low);
  VEC(expr) all = {0};
  object *o = exec_own(x, s, to);
  const object *source = exec_find(x, s, from);
  for (uint64_t k = low; k < high; k++)
    vec_push(&all, object_byte(source, x->t, from_offset + k));
  object_copy(o, x->t, to_offset, source, from_offset, low);
  for (uint64_t k = low; k < high; k++)
    put_guarded(x, o, to_offset + k, k, n, all.items[k - low]);
  vec_release(&all);
}

/* A state that ended is gone. */
static bool after_run(state *s, move_result run) {
  if (run == MOVE_ENDED) return false;
  s->pc++;
  return true;
}

static bool copy(exec *x, state *s, const ir_insn *i) {
  uint64_t size, to, from, to_offset, from_offset;
  const object *target, *source;
  value n, p, q;
  bool lives;
  if (is_empty(x, s, i, &n, &lives)) return lives;
  if (!get_pointer(x, s, i->a, &p) || !get_pointer(x, s, i->b, &q)) return false;
  if (i->flags & IR_LOOKS) exec_look_at_bytes(x, s, q);
  if (is_word(n, p, q)) return copy_word(x, s, i, p, q, (uint32_t) value_bits(n));
  const bool may_overlap = i->op != IR_COPY;
  if (p.sym.id || q.sym.id) {
    const move_result run = exec_copy_run(x, s, p, q, n, i->width, may_overlap);
    if (run != MOVE_NONE) return after_run(s, run);
  }
  if (!take_one(x, s, p, &to) || !take_one(x, s, q, &from) ||
      !fits(x, s, from, n, i->width, false) ||
      !fits(x, s, to, n, i->width, true))
    return false;
  const uint64_t apart = to > from ? to - from : from - to;
  uint64_t low, high;
  if (is_short(x, s, n, limits.exec_guarded, &low, &high) &&
      (may_overlap || !apart || apart >= high)) {
    if (!exec_resolve(x, s, from, 1, false, &source, &from_offset) ||
        !exec_resolve(x, s, to, 1, true, &target, &to_offset))
      return false;
    if (is_whole(target, to_offset, n))
      copy_whole(x, s, target->name, source->name, from_offset, high);
    else
      copy_guarded(x, s, target->name, to_offset, source->name, from_offset, n, low, high);
    s->pc++;
    return true;
  }
  if (n.sym.id) {
    const move_result run = exec_copy_run(x, s, value_of(to), value_of(from), n, i->width,
                                          may_overlap);
    if (run != MOVE_NONE) return after_run(s, run);
  }
  if (!exec_number(x, s, n, i->width, &size) ||
      !exec_resolve(x, s, from, size, false, &source, &from_offset) ||
      !exec_resolve(x, s, to, size, true, &target, &to_offset))
    return false;
  if (i->op == IR_COPY && apart && apart < size && x->o.checks[OUTCOME_OVERLAP])
    return exec_finish(x, s, OUTCOME_OVERLAP, NULL);
  if (i->op == IR_COPY && apart && apart < size)
    exec_note_text(x, overlap_note);
  const uint32_t source_name = source->name, target_name = target->name;
  exec_define_source(x, s, source_name, from_offset, size);
  object *o = exec_own(x, s, target_name);
  object_copy(o, x->t, to_offset, exec_find(x, s, source_name), from_offset, size);
  s->pc++;
  return true;
}

static bool fill_word(exec *x, state *s, value to, value byte, uint32_t size) {
  const expr one = exec_term(x, byte, 8);
  expr all = one;
  for (uint32_t k = 1; k < size; k++) all = expr_concat(x->t, one, all);
  if (!exec_write(x, s, to, size, value_from(x->t, all))) return false;
  s->pc++;
  return true;
}

/* A whole object of unknown size: bytes behind the end are never seen. */
static bool fill_whole(exec *x, state *s, uint64_t address, value size, value byte) {
  const object *o = exec_reach(x, s, (uint32_t) (address >> x->p->object_shift));
  if (!size.sym.id || !o || o->exists.id || o->is_read_only || byte.sym.id ||
      value_bits(byte) || address != (uint64_t) o->name << x->p->object_shift ||
      !expr_same(o->actual_size, size.sym))
    return false;
  object_clear(exec_own(x, s, o->name), false);
  return true;
}

/* Of unknown length; false: not done, and nothing is changed. */
static bool fill_guarded(exec *x, state *s, uint32_t name, uint64_t offset, value n,
                         value byte) {
  uint64_t low, high;
  const object *seen = exec_find(x, s, name);
  const unsigned width = x->p->pointer_bits;
  const expr new = exec_term(x, byte, 8);
  if (!is_short(x, s, n, UINT64_MAX, &low, &high) ||
      update_number(seen->updates) >= EXEC_UPDATES)
    return false;
  if (high - low > limits.exec_short_fill) {
    object_update(exec_own(x, s, name),
                  (update) {.at = expr_const(x->t, width, offset), .value = new,
                            .length = expr_resize(x->t, n.sym, width, false)});
    return true;
  }
  exec_define_bytes(x, s, name, offset + low, high - low);
  object *o = exec_own(x, s, name);
  object_fill(o, x->t, offset, low, byte);
  for (uint64_t k = low; k < high; k++) put_guarded(x, o, offset + k, k, n, new);
  return true;
}

static bool fill(exec *x, state *s, const ir_insn *i) {
  uint64_t size, to, offset;
  const object *target;
  value n, p;
  bool lives;
  if (is_empty(x, s, i, &n, &lives)) return lives;
  if (!get_pointer(x, s, i->a, &p)) return false;
  const value byte = exec_get(x, s, i->b, 8);
  if (is_word(n, p, p)) return fill_word(x, s, p, byte, (uint32_t) value_bits(n));
  if (p.sym.id) {
    const move_result run = exec_fill_run(x, s, p, byte, n, i->width);
    if (run != MOVE_NONE) return after_run(s, run);
  }
  if (!take_one(x, s, p, &to)) return false;
  if (fill_whole(x, s, to, n, byte)) {
    s->pc++;
    return true;
  }
  if (!fits(x, s, to, n, i->width, true)) return false;
  if (n.sym.id) {
    if (!exec_resolve(x, s, to, 1, true, &target, &offset)) return false;
    if (fill_guarded(x, s, target->name, offset, n, byte)) {
      s->pc++;
      return true;
    }
  }
  if (!exec_number(x, s, n, i->width, &size) ||
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

/* Where a buffer is written to its end is often a sum of the addresses of two objects, less
 * one within the other: which object is meant is asked for. */
static bool run_exactly(exec *x, state *s, const ir_insn *i,
                        bool (*run)(exec *, state *, const ir_insn *)) {
  x->is_exact = true;
  const bool lives = run(x, s, i);
  x->is_exact = false;
  return lives;
}

bool exec_copy(exec *x, state *s, const ir_insn *i) { return run_exactly(x, s, i, copy); }

bool exec_fill(exec *x, state *s, const ir_insn *i) { return run_exactly(x, s, i, fill); }
