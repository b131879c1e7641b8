#include "solver/z3_terms.h"

#include "base/fatal.h"
#include "base/vec.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

enum { POLL = 64 };

void z3_terms_release(z3_terms *z) {
  idmap_release(&z->bits);
  idmap_release(&z->floats);
}

Z3_ast z3_terms_known(const z3_terms *z, expr e) {
  const uint64_t *at = idmap_find(&z->bits, e.id);
  return at ? (Z3_ast) (uintptr_t) *at : NULL;
}

Z3_ast z3_terms_of_bool(const z3_terms *z, Z3_ast b) {
  Z3_sort bit = Z3_mk_bv_sort(z->context, 1);
  return Z3_mk_ite(z->context, b, Z3_mk_unsigned_int(z->context, 1, bit),
                   Z3_mk_unsigned_int(z->context, 0, bit));
}

static Z3_ast constant(const z3_terms *z, expr e, unsigned width) {
  uint64_t limbs[EXPR_MAX_LIMBS];
  expr_limbs(z->table, e, limbs);
  Z3_ast all = NULL;
  for (unsigned at = 0; at < width; at += 64) {
    const unsigned part = width - at < 64 ? width - at : 64;
    Z3_ast limb = Z3_mk_unsigned_int64(z->context, limbs[at / 64],
                                       Z3_mk_bv_sort(z->context, part));
    all = all ? Z3_mk_concat(z->context, limb, all) : limb;
  }
  return all;
}

static Z3_ast variable(const z3_terms *z, const expr_node *n) {
  char name[32];
  snprintf(name, sizeof name, "s%" PRIu64, n->imm);
  return Z3_mk_const(z->context, Z3_mk_string_symbol(z->context, name),
                     Z3_mk_bv_sort(z->context, n->width));
}

/* The bound symbol is a constant up to here. */
static Z3_ast forall(z3_terms *z, const expr_node *n, Z3_ast count) {
  Z3_context c = z->context;
  Z3_ast symbol = variable(z, &(expr_node) {.width = 64, .imm = n->imm});
  Z3_ast body = Z3_mk_implies(c, Z3_mk_bvult(c, symbol, count),
                              z3_terms_condition(z, n->arg[1]));
  Z3_app bound = Z3_to_app(c, symbol);
  return z3_terms_of_bool(
      z, Z3_mk_forall_const(c, 0, 1, &bound, 0, NULL, body));
}

static Z3_ast convert(z3_terms *z, expr e, const expr_node *n) {
  Z3_context c = z->context;
  const unsigned arity = expr_arity((expr_op) n->op);
  Z3_ast x = arity > 0 ? z3_terms_known(z, n->arg[0]) : NULL;
  Z3_ast y = arity > 1 ? z3_terms_known(z, n->arg[1]) : NULL;
  Z3_ast w = arity > 2 ? z3_terms_known(z, n->arg[2]) : NULL;
  const unsigned from = arity > 0 ? expr_width(z->table, n->arg[0]) : 0;
  assert(n->op == EXPR_FORALL ||
         ((arity < 1 || x) && (arity < 2 || y) && (arity < 3 || w)));
  switch ((expr_op) n->op) {
  case EXPR_CONST: return constant(z, e, n->width);
  case EXPR_VAR: return variable(z, n);
  case EXPR_NOT: return Z3_mk_bvnot(c, x);
  case EXPR_NEG: return Z3_mk_bvneg(c, x);
  case EXPR_ADD: return Z3_mk_bvadd(c, x, y);
  case EXPR_SUB: return Z3_mk_bvsub(c, x, y);
  case EXPR_MUL: return Z3_mk_bvmul(c, x, y);
  case EXPR_UDIV: return Z3_mk_bvudiv(c, x, y);
  case EXPR_SDIV: return Z3_mk_bvsdiv(c, x, y);
  case EXPR_UREM: return Z3_mk_bvurem(c, x, y);
  case EXPR_SREM: return Z3_mk_bvsrem(c, x, y);
  case EXPR_AND: return Z3_mk_bvand(c, x, y);
  case EXPR_OR: return Z3_mk_bvor(c, x, y);
  case EXPR_XOR: return Z3_mk_bvxor(c, x, y);
  case EXPR_SHL: return Z3_mk_bvshl(c, x, y);
  case EXPR_LSHR: return Z3_mk_bvlshr(c, x, y);
  case EXPR_ASHR: return Z3_mk_bvashr(c, x, y);
  case EXPR_CONCAT: return Z3_mk_concat(c, x, y);
  case EXPR_EXTRACT:
    return Z3_mk_extract(c, (unsigned) n->imm + n->width - 1,
                         (unsigned) n->imm, x);
  case EXPR_ZEXT: return Z3_mk_zero_ext(c, n->width - from, x);
  case EXPR_SEXT: return Z3_mk_sign_ext(c, n->width - from, x);
  case EXPR_EQ: return z3_terms_of_bool(z, Z3_mk_eq(c, x, y));
  case EXPR_ULT: return z3_terms_of_bool(z, Z3_mk_bvult(c, x, y));
  case EXPR_ULE: return z3_terms_of_bool(z, Z3_mk_bvule(c, x, y));
  case EXPR_SLT: return z3_terms_of_bool(z, Z3_mk_bvslt(c, x, y));
  case EXPR_SLE: return z3_terms_of_bool(z, Z3_mk_bvsle(c, x, y));
  case EXPR_ITE: case EXPR_CHOICE:
    return Z3_mk_ite(c, z3_terms_condition(z, n->arg[0]), y, w);
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV:
  case EXPR_FREM: case EXPR_FFMA: case EXPR_FSQRT: case EXPR_FROUND:
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE: case EXPR_FTOF:
  case EXPR_FTOS: case EXPR_FTOU: case EXPR_STOF: case EXPR_UTOF:
    return z3_float_bits(z, e, n);
  case EXPR_FORALL: return forall(z, n, x);
  case EXPR_NONE: case EXPR_UNDEF: break;
  }
  fatal("%s is no term", expr_op_text((expr_op) n->op));
}

Z3_ast z3_terms_bits(z3_terms *z, expr root) {
  VEC(expr) stack = {0};
  vec_push(&stack, root);
  for (uint32_t made = 0; stack.count; made++) {
    if (made % POLL == 0 && interrupt_is_set(z->end)) break;
    const expr e = vec_last(&stack);
    const expr_node n = expr_get(z->table, e);
    const uint32_t before = stack.count;
    if (!z3_terms_known(z, e)) {
      for (unsigned i = 0; i < expr_arity((expr_op) n.op); i++)
        if (!z3_terms_known(z, n.arg[i])) vec_push(&stack, n.arg[i]);
      if (stack.count != before) continue;
      Z3_ast a = convert(z, e, &n);
      *idmap_at(&z->bits, e.id) = (uint64_t) (uintptr_t) a;
    }
    stack.count = before - 1;
  }
  vec_release(&stack);
  return z3_terms_known(z, root);
}

static bool is_bool(uint8_t op) {
  return op == EXPR_EQ || (op >= EXPR_ULT && op <= EXPR_SLE) ||
         op == EXPR_FORALL;
}

/* Comparisons were made bits by z3_terms_of_bool; here that is undone. */
Z3_ast z3_terms_condition(z3_terms *z, expr e) {
  Z3_ast bits = z3_terms_bits(z, e);
  Z3_context c = z->context;
  if (!bits) return NULL;
  if (Z3_is_app(c, bits)) {
    Z3_app app = Z3_to_app(c, bits);
    const expr_node n = expr_get(z->table, e);
    if (is_bool(n.op)) return Z3_get_app_arg(c, app, 0);
    if (n.op == EXPR_NOT) {
      const expr_node m = expr_get(z->table, n.arg[0]);
      if (is_bool(m.op)) {
        Z3_ast inner = z3_terms_condition(z, n.arg[0]);
        return inner ? Z3_mk_not(c, inner) : NULL;
      }
    }
  }
  return Z3_mk_eq(c, bits,
                  Z3_mk_unsigned_int(c, 1, Z3_mk_bv_sort(c, 1)));
}
