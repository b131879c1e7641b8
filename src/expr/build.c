#include "expr/fold.h"
#include "expr/rewrite.h"
#include "expr/wide.h"

#include "base/fatal.h"

#include <assert.h>

/*
 * The constructors.  Each makes a node on the stack and hands it to `build`:
 * constants fold, the rest is rewritten and, if no rule applies, interned.  That
 * an equal node is in the table already must not matter: it could have been swept.
 */

/* {0} if an operand is not constant or the host lacks the format. */
static expr fold(expr_table *t, const expr_node *n) {
  const unsigned arity = table_ops[n->op].arity;
  const expr_node *x[3] = {at(t, n->arg[0]), at(t, n->arg[1]),
                           at(t, n->arg[2])};
  bool is_small = n->width <= 64 && !op_is_float((expr_op) n->op);
  for (unsigned i = 0; i < arity; i++) {
    if (x[i]->op != EXPR_CONST) return (expr) {0};
    is_small &= x[i]->width <= 64;
  }
  const expr_op op = (expr_op) n->op;
  if (is_small)
    return expr_const(t, n->width,
                      fold_word(op, n->width, x[0]->width, n->imm, x[0]->imm,
                                x[1]->imm, x[2]->imm));
  const uint64_t *limbs[3] = {0};
  for (unsigned i = 0; i < arity; i++)
    limbs[i] = x[i]->width <= 64 ? &x[i]->imm : table_wide(t, x[i]);
  uint64_t result[EXPR_MAX_LIMBS] = {0};
  if (!fold_limbs(op, n->width, x[0]->width, n->imm, limbs[0], limbs[1],
                  limbs[2], result))
    return (expr) {0};
  return expr_wide(t, n->width, result);
}

/* Rewrites one in the other bound the stack: at most 3 KiB each (rewrite_ring.c), a MiB in all. */
enum { MOST_DEPTH = 300 };

/* Of a node that is neither constant nor in the table yet. */
/* For one term from outside, which then stays as it is: 0.4 ms by PRICE_NODE. */
enum { MOST_REWRITES = 4000 };

static expr simplify(expr_table *t, const expr_node *n, uint64_t key) {
  if (t->rewriting && t->depth < MOST_DEPTH) {
    if (!t->depth) t->fuel = MOST_REWRITES;
    if (t->fuel) {
      t->fuel--;
      t->depth++;
      const expr result = rewrite(t, n);
      t->depth--;
      if (result.id) return result;
    }
  }
  return table_intern(t, n, key);
}

/* One to whose numbers a number is added is one, too. */
static bool is_diagram(const expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  if (n->op != EXPR_ADD || !is_const(t, n->arg[1])) return n->op == EXPR_CHOICE;
  n = at(t, n->arg[0]);
  return n->op == EXPR_CHOICE && n->imm & 1;
}

static bool has_choice(const expr_table *t, const expr_node *n) {
  return is_diagram(t, n->arg[0]) || is_diagram(t, n->arg[1]) ||
         is_diagram(t, n->arg[2]);
}

void expr_set_lift(expr_table *t, expr_lift lift, void *context) {
  t->lift = lift;
  t->lift_context = context;
}

expr expr_choice_at(expr_table *t, uint64_t level, expr atom, expr then,
                    expr other, bool *is_new) {
  *is_new = false;
  if (expr_same(then, other)) return then;
  assert(width_of(t, atom) == 1 && !is_const(t, atom));
  assert(width_of(t, then) == width_of(t, other));
  const expr_node n = {.op = EXPR_CHOICE, .width = at(t, then)->width,
                       .arg = {atom, then, other}, .imm = level};
  const uint64_t before = t->made;
  const expr made = table_intern(t, &n, table_key(t, &n));
  *is_new = t->made != before;
  return made;
}

expr expr_choice(expr_table *t, expr atom, expr then, expr other) {
  bool is_new;
  return expr_choice_at(t, 0, atom, then, other, &is_new);
}

expr expr_shifted(expr_table *t, expr diagram, expr number) {
  assert(is_const(t, number) && at(t, diagram)->op == EXPR_CHOICE);
  assert(width_of(t, diagram) == width_of(t, number));
  const expr_node n = {.op = EXPR_ADD, .width = at(t, diagram)->width,
                       .arg = {diagram, number}};
  return table_intern(t, &n, table_key(t, &n));
}

static expr build(expr_table *t, const expr_node *n) {
  t->asked++;
  if (is_const(t, n->arg[0])) {
    const expr folded = fold(t, n);
    if (folded.id) return folded;
  }
  const uint64_t key = table_key(t, n);
  if (t->is_plain) return table_intern(t, n, key);
  expr result = rewrite_memo_built(t, n, key);
  if (result.id) return result;
  if (t->lift && has_choice(t, n)) {
    result = t->lift(t->lift_context, n);
    if (result.id) {
      rewrite_memo_set_built(t, n, key, result);
      return result;
    }
  }
  result = simplify(t, n, key);
  rewrite_memo_set_built(t, n, key, result);
  return result;
}

expr expr_unary(expr_table *t, expr_op op, expr a) {
  assert(op == EXPR_NOT || op == EXPR_NEG);
  assert(a.id > 1);
  return build(t, &(expr_node) {.op = (uint8_t) op, .width = at(t, a)->width,
                                .arg = {a}});
}

/* Constants go right, other operands in their order. */
static bool in_order(const expr_table *t, expr a, expr b) {
  const bool a_const = is_const(t, a), b_const = is_const(t, b);
  return a_const != b_const ? b_const : expr_order(t, a, b) <= 0;
}

expr expr_binary(expr_table *t, expr_op op, expr a, expr b) {
  assert(a.id > 1 && b.id > 1);
  assert(EXPR_ADD <= op && op <= EXPR_SLE && table_ops[op].arity == 2);
  if (op == EXPR_CONCAT) return expr_concat(t, a, b);
  assert(width_of(t, a) == width_of(t, b));
  const bool swap = table_ops[op].commutes && !in_order(t, a, b);
  const uint16_t width = op >= EXPR_EQ ? 1 : at(t, a)->width;
  return build(t, &(expr_node) {.op = (uint8_t) op, .width = width,
                                .arg = {swap ? b : a, swap ? a : b}});
}

expr expr_not(expr_table *t, expr a) { return expr_unary(t, EXPR_NOT, a); }

expr expr_and(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_AND, a, b);
}

expr expr_or(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_OR, a, b);
}

expr expr_eq(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_EQ, a, b);
}

expr expr_ne(expr_table *t, expr a, expr b) {
  return expr_not(t, expr_eq(t, a, b));
}

expr expr_ite(expr_table *t, expr condition, expr then, expr other) {
  assert(condition.id > 1 && then.id > 1 && other.id > 1);
  assert(width_of(t, condition) == 1);
  assert(width_of(t, then) == width_of(t, other));
  if (expr_is_true(t, condition)) return then;
  if (expr_is_false(t, condition)) return other;
  return build(t, &(expr_node) {.op = EXPR_ITE, .width = at(t, then)->width,
                                .arg = {condition, then, other}});
}

expr expr_concat(expr_table *t, expr high, expr low) {
  assert(high.id > 1 && low.id > 1);
  const unsigned width = width_of(t, high) + width_of(t, low);
  assert(width <= EXPR_MAX_WIDTH);
  return build(t, &(expr_node) {.op = EXPR_CONCAT, .width = (uint16_t) width,
                                .arg = {high, low}});
}

expr expr_extract(expr_table *t, expr a, unsigned low, unsigned width) {
  assert(a.id > 1 && width && low + width <= width_of(t, a));
  if (width == width_of(t, a)) return a;
  return build(t, &(expr_node) {.op = EXPR_EXTRACT, .width = (uint16_t) width,
                                .arg = {a}, .imm = low});
}

expr expr_zext(expr_table *t, expr a, unsigned width) {
  assert(a.id > 1 && width_of(t, a) <= width && width <= EXPR_MAX_WIDTH);
  if (width == width_of(t, a)) return a;
  return build(t, &(expr_node) {.op = EXPR_ZEXT, .width = (uint16_t) width,
                                .arg = {a}});
}

expr expr_sext(expr_table *t, expr a, unsigned width) {
  assert(a.id > 1 && width_of(t, a) <= width && width <= EXPR_MAX_WIDTH);
  if (width == width_of(t, a)) return a;
  return build(t, &(expr_node) {.op = EXPR_SEXT, .width = (uint16_t) width,
                                .arg = {a}});
}

expr expr_resize(expr_table *t, expr a, unsigned width, bool is_signed) {
  if (width <= width_of(t, a)) return expr_extract(t, a, 0, width);
  return is_signed ? expr_sext(t, a, width) : expr_zext(t, a, width);
}

/* The result depends on the rounding mode; else it is kept out of the node. */
static bool rounds(expr_op op) {
  return op != EXPR_FREM && op != EXPR_FEQ && op != EXPR_FLT &&
         op != EXPR_FLE && op != EXPR_FTOS && op != EXPR_FTOU;
}

expr expr_float(expr_table *t, expr_op op, unsigned width,
                expr_rounding rounding, expr a, expr b, expr c) {
  assert(op_is_float(op) && a.id > 1);
  const unsigned arity = table_ops[op].arity;
  assert((b.id > 1) == (arity > 1) && (c.id > 1) == (arity > 2));
  const bool swap = table_ops[op].commutes && !in_order(t, a, b);
  return build(t, &(expr_node) {.op = (uint8_t) op, .width = (uint16_t) width,
                                .arg = {swap ? b : a, swap ? a : b, c},
                                .imm = rounds(op) ? rounding : 0});
}

expr rewrite_apply(expr_table *t, const expr_node *n, const expr x[3]) {
  const expr_op op = (expr_op) n->op;
  switch (op) {
  case EXPR_NOT: case EXPR_NEG:
    return expr_unary(t, op, x[0]);
  case EXPR_ADD: case EXPR_SUB: case EXPR_MUL: case EXPR_UDIV:
  case EXPR_SDIV: case EXPR_UREM: case EXPR_SREM: case EXPR_AND:
  case EXPR_OR: case EXPR_XOR: case EXPR_SHL: case EXPR_LSHR: case EXPR_ASHR:
  case EXPR_CONCAT: case EXPR_EQ: case EXPR_ULT: case EXPR_ULE:
  case EXPR_SLT: case EXPR_SLE:
    return expr_binary(t, op, x[0], x[1]);
  case EXPR_EXTRACT:
    return expr_extract(t, x[0], (unsigned) n->imm, n->width);
  case EXPR_ZEXT: return expr_zext(t, x[0], n->width);
  case EXPR_SEXT: return expr_sext(t, x[0], n->width);
  case EXPR_ITE: return expr_ite(t, x[0], x[1], x[2]);
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV:
  case EXPR_FREM: case EXPR_FFMA: case EXPR_FSQRT: case EXPR_FROUND:
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE: case EXPR_FTOF:
  case EXPR_FTOS: case EXPR_FTOU: case EXPR_STOF: case EXPR_UTOF:
    return expr_float(t, op, n->width, (expr_rounding) n->imm, x[0],
                      x[1], x[2]);
  case EXPR_CHOICE: return expr_ite(t, x[0], x[1], x[2]);
  case EXPR_FORALL: return expr_forall(t, (uint32_t) n->imm, x[0], x[1]);
  case EXPR_NONE: case EXPR_UNDEF: case EXPR_CONST: case EXPR_VAR:
    break;
  }
  fatal("%s has no operands", table_ops[op].text);
}

expr expr_apply(expr_table *t, const expr_node *n, const expr x[3]) {
  return rewrite_apply(t, n, x);
}

expr expr_rebuild(expr_table *t, expr e, const expr x[3]) {
  const expr_node n = expr_get(t, e);
  return table_ops[n.op].arity ? rewrite_apply(t, &n, x) : e;
}
