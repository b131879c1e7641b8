#include "exec/internal.h"

/* What may be an address.  Too many answers "yes" cost precision, never a proof:
 * callers treat numbers more freely than addresses.  Deep down in a term
 * anything may be one. */

static bool is_named(const exec *x, const memory *const *in, unsigned count,
                     uint64_t bits) {
  const uint64_t name = bits >> x->p->object_shift;
  if (!name || name > UINT32_MAX) return false;
  for (unsigned k = 0; k < count; k++)
    if (memory_find(in[k], (uint32_t) name)) return true;
  /* Of 64 bits the upper half is rarely such a number by chance. */
  return x->p->pointer_bits == 64 &&
         name & NAME_BIT;
}

static bool look(const exec *x, const memory *const *in, unsigned count,
                 expr e, unsigned depth) {
  uint64_t bits;
  if (expr_value(x->t, e, &bits)) return is_named(x, in, count, bits);
  if (!depth) return true;
  const expr_node n = expr_get(x->t, e);
  switch ((expr_op) n.op) {
  case EXPR_ADD: case EXPR_SUB:
    return look(x, in, count, n.arg[0], depth - 1) ||
           look(x, in, count, n.arg[1], depth - 1);
  case EXPR_ITE: case EXPR_CHOICE:
    return look(x, in, count, n.arg[1], depth - 1) ||
           look(x, in, count, n.arg[2], depth - 1);
  default: return false;
  }
}

/* Levels that are searched: each may double the work, and this is done for every value of a join;
 * 16 terms cost 160 units at PRICE_NODE, a third of PRICE_FORK. */
enum { ADDRESS_DEPTH = 4 };

bool exec_is_address(const exec *x, const memory *const *in, unsigned count,
                     expr e) {
  return expr_width(x->t, e) == x->p->pointer_bits &&
         look(x, in, count, e, ADDRESS_DEPTH);
}
