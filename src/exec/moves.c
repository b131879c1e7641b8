#include "exec/internal.h"

/*
 * Copies and fills that are too long to spell out, of unknown length or at unknown places:
 * an update beside the target's bytes (memory/update.h).  A copy is a term in a bound
 * symbol, how far the byte is behind the first: what the source had there just then.
 */

/* The object of the run, and its first offset there.  The length is not zero. */
typedef struct run {
  uint32_t name;
  expr at;                      /* pointer's width */
} run;

static bool find_run(exec *x, state *s, value p, expr length, bool write, run *r) {
  const unsigned width = x->p->pointer_bits;
  const object *o;
  uint64_t offset;
  if (!p.sym.id) {
    if (!exec_resolve(x, s, value_bits(p), 1, write, &o, &offset)) return false;
    r->at = expr_const(x->t, width, offset);
  } else {
    if (!exec_narrow(x, s, p.sym, 1, write, &o)) return false;
    r->at = expr_binary(x->t, EXPR_SUB, p.sym,
                        expr_const(x->t, width, (uint64_t) o->name << x->p->object_shift));
  }
  r->name = o->name;
  const expr size = o->actual_size.id ? expr_resize(x->t, o->actual_size, width, false)
                                      : expr_const(x->t, width, o->size);
  return exec_require(x, s,
                      expr_binary(x->t, EXPR_ULE, length,
                                  expr_binary(x->t, EXPR_SUB, size, r->at)),
                      exec_past(x, o),
                      exec_intern_format(x, "%s of a run at a symbolic offset of an object "
                                         "of %llu bytes", write ? "write" : "read",
                                         (unsigned long long) o->size));
}

static bool has_room(const state *s, uint32_t name) {
  return update_number(memory_find(&s->memory, name)->updates) < EXEC_UPDATES;
}

/* The term of a copy contains the terms of all earlier copies in the source. */
static bool is_tangled(const object *o) {
  uint32_t copies = 0;
  for (const update *u = o->updates; u && copies <= limits.exec_copies; u = u->before)
    copies += u->place != 0;
  return copies > limits.exec_copies;
}

/* No word of the run has an unwritten byte: all such bytes are a single symbol in the term,
 * and they are not equal. */
static bool is_written(exec *x, state *s, expr length, expr *word) {
  if (!expr_has(x->t, *word, EXPR_HAS_UNINIT)) return true;
  const expr inside = expr_binary(x->t, EXPR_ULT, expr_symbol(x->t, x->place - 1), length);
  if (path_may(x->solver, &s->path, expr_and(x->t, inside, exec_depends(x, *word))) !=
      ANSWER_UNSAT)
    return false;
  *word = exec_with_zeros(x, *word);
  return true;
}

/* What the source has, in words of so many bytes.  False: not known as a term. */
static bool read_run(exec *x, state *s, const run *from, expr length, uint32_t bytes,
                     expr *word) {
  uint64_t low, high, shortest, longest;
  const object *o = exec_find(x, s, from->name);
  path_range(x->solver, &s->path, from->at, true, &low, &high);
  path_range(x->solver, &s->path, length, true, &shortest, &longest);
  low &= ~(uint64_t) (bytes - 1);
  if (high >= o->size || longest > o->size - high) high = o->size;
  else high += longest;
  if (high < low + bytes || is_tangled(o)) return false;
  if (!x->place)
    x->place = expr_new_symbol(x->t, SYMBOL_FRESH, x->p->pointer_bits, "place") + 1;
  const offsets all = {.first = low, .stride = bytes, .count = (high - low) / bytes,
                       .at = expr_binary(x->t, EXPR_ADD, from->at,
                                         expr_symbol(x->t, x->place - 1))};
  if (!exec_may_spread(x, o, &all, bytes, false)) return false;
  const bool copies = !x->o.uninit_is_nondet, undefined = exec_rest_is_undefined(x, o);
  *word = exec_term(x, exec_read_spread(x, s, from->name, &all, bytes, copies), 8 * bytes);
  return !undefined || is_written(x, s, length, word);
}

move_result exec_copy_run(exec *x, state *s, value to, value from, value size,
                          unsigned width, bool may_overlap) {
  run target, source;
  if (exec_is_led(x, s) || width > x->p->pointer_bits) return MOVE_NONE;
  const expr length = expr_resize(x->t, exec_term(x, size, width), x->p->pointer_bits, false);
  if (!find_run(x, s, from, length, false, &source) ||
      !find_run(x, s, to, length, true, &target) ||
      (!may_overlap && !exec_check_overlap(x, s, to, from, length)))
    return MOVE_ENDED;
  uint32_t bytes = update_alignment(x->t, source.at), other = update_alignment(x->t, target.at);
  if (other < bytes) bytes = other;
  if ((other = update_alignment(x->t, length)) < bytes) bytes = other;
  expr word;
  if (!has_room(s, target.name) || !read_run(x, s, &source, length, bytes, &word))
    return MOVE_NONE;
  object_update(exec_own(x, s, target.name),
                (update) {.at = target.at, .value = word, .length = length,
                          .place = x->place});
  return MOVE_DONE;
}

move_result exec_fill_run(exec *x, state *s, value to, value byte, value size,
                          unsigned width) {
  run target;
  if (exec_is_led(x, s) || width > x->p->pointer_bits) return MOVE_NONE;
  const expr length = expr_resize(x->t, exec_term(x, size, width), x->p->pointer_bits, false);
  if (!find_run(x, s, to, length, true, &target)) return MOVE_ENDED;
  if (!has_room(s, target.name)) return MOVE_NONE;
  object_update(exec_own(x, s, target.name),
                (update) {.at = target.at, .value = exec_term(x, byte, 8),
                          .length = length});
  return MOVE_DONE;
}
