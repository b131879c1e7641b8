#include "expr/rewrite.h"

#include "base/fatal.h"
#include "expr/wide.h"

static const struct { const char *name, *equation; } rules[] = {
#define RULE(NAME, EQUATION) {#NAME, EQUATION},
#include "expr/rules.def"
};

uint64_t expr_rule_count(const expr_table *t, expr_rule rule) {
  return t->fired[rule];
}

const char *expr_rule_name(expr_rule rule) { return rules[rule].name; }
const char *expr_rule_equation(expr_rule rule) { return rules[rule].equation; }

/* Constants ---------------------------------------------------------------- */

expr ones(expr_table *t, unsigned width) {
  return expr_not(t, zero(t, width));
}

expr min_signed(expr_table *t, unsigned width) {
  if (width == 1) return expr_true(t);
  return expr_concat(t, expr_true(t), zero(t, width - 1));
}

static const uint64_t *limbs_of(const expr_table *t, const expr_node *n) {
  return n->width <= 64 ? &n->imm : table_wide(t, n);
}

bool is_zero(const expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  return n->op == EXPR_CONST && wide_is_zero(limbs_of(t, n), n->width);
}

bool is_one(const expr_table *t, expr e) {
  unsigned k;
  return is_power_of_two(t, e, &k) && k == 0;
}

bool is_ones(const expr_table *t, expr e) {
  unsigned low, end;
  return is_run_of_ones(t, e, &low, &end) && low == 0 &&
         end == width_of(t, e);
}

bool is_negative(const expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  return n->op == EXPR_CONST && wide_bit(limbs_of(t, n), n->width - 1u);
}

bool is_min_signed(const expr_table *t, expr e) {
  unsigned k;
  return is_power_of_two(t, e, &k) && k == width_of(t, e) - 1;
}

bool is_max_signed(const expr_table *t, expr e) {
  const unsigned width = width_of(t, e);
  unsigned low, end;
  if (width == 1) return is_zero(t, e);
  return is_run_of_ones(t, e, &low, &end) && low == 0 && end == width - 1;
}

bool is_power_of_two(const expr_table *t, expr e, unsigned *k) {
  unsigned end;
  return is_run_of_ones(t, e, k, &end) && end == *k + 1;
}

bool is_run_of_ones(const expr_table *t, expr e, unsigned *low,
                    unsigned *end) {
  const expr_node *n = at(t, e);
  if (n->op != EXPR_CONST) return false;
  if (n->width <= 64) {
    if (!n->imm) return false;
    *low = (unsigned) __builtin_ctzll(n->imm);
    *end = 64 - (unsigned) __builtin_clzll(n->imm);
    return n->imm >> *low == bits_mask(*end - *low);
  }
  const uint64_t *limbs = limbs_of(t, n);
  *end = wide_length(limbs, n->width);
  if (!*end) return false;
  unsigned first = 0;
  while (!limbs[first / 64]) first += 64;
  first += (unsigned) __builtin_ctzll(limbs[first / 64]);
  *low = first;
  for (unsigned bit = first; bit < *end; bit++)
    if (!wide_bit(limbs, bit)) return false;
  return true;
}

/* Dispatch ---------------------------------------------------------------- */

/* Both arms constant. */
static bool is_const_ite(const expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  return n->op == EXPR_ITE && is_const(t, n->arg[1]) &&
         is_const(t, n->arg[2]);
}

/* op(ite(c, k, l), m) = ite(c, op(k, m), op(l, m)) for constants k, l, m, at
 * either operand: the operator folds away. */
static expr over_ite(expr_table *t, const expr_node *n) {
  const unsigned arity = table_ops[n->op].arity;
  expr node = {0};
  unsigned place = 0;
  for (unsigned i = 0; i < arity; i++) {
    if (is_const(t, n->arg[i])) continue;
    if (node.id || !is_const_ite(t, n->arg[i])) return (expr) {0};
    node = n->arg[i];
    place = i;
  }
  if (!node.id) return node;
  const expr_node ite = *at(t, node);
  expr arms[2];
  for (unsigned k = 0; k < 2; k++) {
    expr x[3] = {n->arg[0], n->arg[1], n->arg[2]};
    x[place] = ite.arg[1 + k];
    arms[k] = rewrite_apply(t, n, x);
  }
  return fired(t, RULE_OP_ITE_CONST,
               expr_ite(t, ite.arg[0], arms[0], arms[1]));
}

/* Same condition on both sides of a binary operator with constant arms:
 * op(ite(c, k, l), ite(c, m, n)) = ite(c, op(k, m), op(l, n)). */
static expr over_two_ites(expr_table *t, const expr_node *n) {
  if (table_ops[n->op].arity != 2 || n->op == EXPR_CONCAT) return (expr) {0};
  if (!is_const_ite(t, n->arg[0]) || !is_const_ite(t, n->arg[1]))
    return (expr) {0};
  const expr_node x = *at(t, n->arg[0]), y = *at(t, n->arg[1]);
  if (!expr_same(x.arg[0], y.arg[0])) return (expr) {0};
  const expr then[3] = {x.arg[1], y.arg[1]}, other[3] = {x.arg[2], y.arg[2]};
  const expr a = rewrite_apply(t, n, then), b = rewrite_apply(t, n, other);
  return fired(t, RULE_OP_ITES_CONST, expr_ite(t, x.arg[0], a, b));
}

static expr by_operator(expr_table *t, const expr_node *n) {
  const expr a = n->arg[0], b = n->arg[1];
  switch ((expr_op) n->op) {
  case EXPR_NOT: return rewrite_not(t, a);
  case EXPR_NEG: return rewrite_neg(t, a);
  case EXPR_ADD: return rewrite_add(t, a, b);
  case EXPR_SUB: return rewrite_sub(t, a, b);
  case EXPR_MUL: return rewrite_mul(t, a, b);
  case EXPR_UDIV: return rewrite_udiv(t, a, b);
  case EXPR_UREM: return rewrite_urem(t, a, b);
  case EXPR_SDIV: return rewrite_sdiv(t, a, b);
  case EXPR_SREM: return rewrite_srem(t, a, b);
  case EXPR_AND: return rewrite_and(t, a, b);
  case EXPR_OR: return rewrite_or(t, a, b);
  case EXPR_XOR: return rewrite_xor(t, a, b);
  case EXPR_SHL: case EXPR_LSHR: case EXPR_ASHR:
    return rewrite_shift(t, (expr_op) n->op, a, b);
  case EXPR_CONCAT: return rewrite_concat(t, a, b);
  case EXPR_EXTRACT: return rewrite_extract(t, a, (unsigned) n->imm, n->width);
  case EXPR_ZEXT: return rewrite_zext(t, a, n->width);
  case EXPR_SEXT: return rewrite_sext(t, a, n->width);
  case EXPR_EQ: return rewrite_eq(t, a, b);
  case EXPR_ULT: return rewrite_ult(t, a, b);
  case EXPR_SLT: return rewrite_slt(t, a, b);
  case EXPR_ULE:
    return fired(t, RULE_ULE, expr_not(t, expr_binary(t, EXPR_ULT, b, a)));
  case EXPR_SLE:
    return fired(t, RULE_SLE, expr_not(t, expr_binary(t, EXPR_SLT, b, a)));
  case EXPR_ITE: return rewrite_ite(t, a, b, n->arg[2]);
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV:
  case EXPR_FREM: case EXPR_FFMA: case EXPR_FSQRT: case EXPR_FROUND:
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE: case EXPR_FTOF:
  case EXPR_FTOS: case EXPR_FTOU: case EXPR_STOF: case EXPR_UTOF:
    return rewrite_float(t, n);
  case EXPR_CHOICE: case EXPR_FORALL:   /* left alone */
    return (expr) {0};
  case EXPR_NONE: case EXPR_UNDEF: case EXPR_CONST: case EXPR_VAR:
    break;
  }
  fatal("%s is not built", table_ops[n->op].text);
}

expr rewrite(expr_table *t, const expr_node *n) {
  if (n->op != EXPR_ITE) {
    expr result = over_ite(t, n);
    if (result.id) return result;
    result = over_two_ites(t, n);
    if (result.id) return result;
  }
  return by_operator(t, n);
}
