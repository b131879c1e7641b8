#include "exec/internal.h"

#include <string.h>

/*
 * Bytes of pointers that are read as numbers: (unsigned char *) &p, the halves of a union,
 * a copy of four of the eight bytes.  The machine's pointer has other bytes than braid's,
 * so an assumption names the line.
 *
 * Looked at are loads and copies of less than a pointer in the user's code, unless the
 * program only copies the value (IR_LOOKS): a copy of a struct byte by byte depends on
 * nothing.  A pointer is expected where compilers put it: at a multiple of its size, unless a
 * type of the program is packed.
 */

static unsigned pointer_bytes(const exec *x) { return x->p->pointer_bits / 8; }

/* Pointers begin at multiples of it. */
static unsigned step(const exec *x) { return x->p->is_packed ? 1 : pointer_bytes(x); }

/* The start of the first word with the byte. */
static uint64_t start_of_word(const exec *x, uint64_t offset) {
  const unsigned last = pointer_bytes(x) - 1;
  if (!x->p->is_packed) return offset & ~(uint64_t) last;
  return offset < last ? 0 : offset - last;
}

/* The object has a whole word from there on. */
static bool has_word(const exec *x, const object *o, uint64_t start) {
  return o->size >= pointer_bytes(x) && start <= o->size - pointer_bytes(x);
}

static uint64_t concrete_word(const exec *x, const object *o, uint64_t start) {
  uint64_t word = 0;
  memcpy(&word, o->bytes + start, pointer_bytes(x));
  return word;
}

bool exec_is_of_address(const exec *x, const object *o, uint64_t offset) {
  for (uint64_t k = start_of_word(x, offset); k <= offset && has_word(x, o, k); k += step(x))
    if (names_is_given(x->names, concrete_word(x, o, k) >> x->p->object_shift)) return true;
  return false;
}

/* A pointer is stored there. */
static bool has_pointer(exec *x, state *s, const object *o, uint64_t start) {
  const unsigned bytes = pointer_bytes(x);
  if (!has_word(x, o, start) || !object_is_defined(o, start, bytes)) return false;
  const shadow first = object_shadow(o, start);
  if (!first.term.id) return exec_is_in_object(x, s, concrete_word(x, o, start));
  return !first.part && expr_width(x->t, first.term) == 8 * bytes &&
         exec_may_be_address(x, s, exec_term(x, object_load(o, x->t, start, bytes),
                                             8 * bytes));
}

/* The address, somewhere in the object, may be one of the pointer's bytes. */
static bool may_meet(exec *x, state *s, expr address, uint64_t pointer) {
  const unsigned width = x->p->pointer_bits;
  const expr behind = expr_binary(x->t, EXPR_SUB, address, expr_const(x->t, width, pointer));
  const expr here = expr_binary(x->t, EXPR_ULT, behind,
                                expr_const(x->t, width, pointer_bytes(x)));
  return path_may(x->solver, &s->path, here) != ANSWER_UNSAT;
}

/* No term is made of a number: the same terms have the same names whether native code or
 * the interpreter read the bytes. */
bool exec_is_of_pointer(exec *x, state *s, value address) {
  const unsigned shift = x->p->object_shift;
  const object *o = address.sym.id
      ? exec_object_of(x, s, address.sym)
      : exec_find(x, s, (uint32_t) (value_bits(address) >> shift));
  if (!o) return false;
  const uint64_t base = (uint64_t) o->name << shift;
  if (!address.sym.id) {
    const uint64_t offset = value_bits(address) - base;
    for (uint64_t k = start_of_word(x, offset); k <= offset; k += step(x))
      if (has_pointer(x, s, o, k)) return true;
    return false;
  }
  for (uint64_t k = 0; k < o->size; k += step(x))
    if (has_pointer(x, s, o, k) && may_meet(x, s, address.sym, base + k)) return true;
  return false;
}

void exec_look_at_bytes(exec *x, state *s, value address) {
  if (exec_is_of_pointer(x, s, address)) exec_note_number(x, s);
}
