#ifndef EXPR_REWRITE_H
#define EXPR_REWRITE_H

#include "expr/table.h"

/*
 * The rewriter, called by the constructors on a node that is not in the table yet and has
 * an operand that is not constant.
 *
 * Normal form: constants are the second operand, of sums the outermost; `x - c` is `x +
 * -c`; NEG only without a sum around; comparisons are EQ, ULT and SLT, below NOT where
 * needed, with constants on the right; shifts by constants, masks and powers of two are
 * CONCAT, EXTRACT and extensions; CONCAT leans to the right; NOT stays outside; at width 1
 * arithmetic is AND, OR, XOR, NOT.
 *
 * Rules call constructors, which rewrite again.  `depth` bounds the nesting, so no chain of
 * terms overflows the stack; `fuel` bounds the rewrites of an outermost call; past either
 * bound a node stays as built.  A correct term is obtained if any rule is omitted.
 */
/* The simplified term, or {0} if no rule applies. */
expr rewrite(expr_table *, const expr_node *);
/* The operator of a node, with the node's width and imm, on other operands. */
expr rewrite_apply(expr_table *, const expr_node *, const expr x[3]);

expr rewrite_not(expr_table *, expr);
expr rewrite_neg(expr_table *, expr);
expr rewrite_add(expr_table *, expr, expr);
expr rewrite_sub(expr_table *, expr, expr);
expr rewrite_mul(expr_table *, expr, expr);
expr rewrite_udiv(expr_table *, expr, expr);
expr rewrite_urem(expr_table *, expr, expr);
expr rewrite_sdiv(expr_table *, expr, expr);
expr rewrite_srem(expr_table *, expr, expr);
expr rewrite_and(expr_table *, expr, expr);
expr rewrite_or(expr_table *, expr, expr);
expr rewrite_xor(expr_table *, expr, expr);
expr rewrite_shift(expr_table *, expr_op, expr, expr);
expr rewrite_concat(expr_table *, expr, expr);
expr rewrite_extract(expr_table *, expr, unsigned low, unsigned width);
expr rewrite_zext(expr_table *, expr, unsigned width);
expr rewrite_sext(expr_table *, expr, unsigned width);
expr rewrite_eq(expr_table *, expr, expr);
expr rewrite_ult(expr_table *, expr, expr);
expr rewrite_slt(expr_table *, expr, expr);
expr rewrite_ite(expr_table *, expr, expr, expr);
expr rewrite_float(expr_table *, const expr_node *);
expr rewrite_eq_float(expr_table *, expr, expr);
/* Where an operand is a quotient, a remainder or a multiple of a quotient. */
expr rewrite_add_quotient(expr_table *, expr, expr);
expr rewrite_sub_quotient(expr_table *, expr, expr);
expr rewrite_eq_quotient(expr_table *, expr, expr);
expr rewrite_ult_quotient(expr_table *, expr, expr);
expr rewrite_sdiv_narrow(expr_table *, expr, expr);
expr rewrite_srem_narrow(expr_table *, expr, expr);
/* By the laws of rings. */
expr rewrite_eq_ring(expr_table *, expr, expr);

/*
 * Results of earlier builds: a program takes the same steps on every path, so most calls
 * end here.  A correct term is obtained if the memo is omitted.  Lossy, like the next.
 */
void rewrite_memo_clear(expr_table *);          /* of built nodes */
void rewrite_memo_mark(expr_table *);           /* of all: see expr/sweep.h */
expr rewrite_memo_built(const expr_table *, const expr_node *, uint64_t key);
void rewrite_memo_set_built(expr_table *, const expr_node *, uint64_t key,
                            expr result);

/*
 * Known results of EXTRACT, in both directions: the result of an extract, and the larger
 * term of a slice.  The first direction keeps an extract that is pushed down a DAG from
 * visiting shared parts twice; the second reassembles the bytes of a word.
 */
struct rewrite_memo *rewrite_memo_new(void);
expr rewrite_memo_get(const expr_table *, expr, unsigned low, unsigned width);
void rewrite_memo_put(expr_table *, expr, unsigned low, unsigned width,
                      expr result);
/* The term of which e is the slice from *low; {0}: unknown. */
expr rewrite_memo_origin(const expr_table *, expr, unsigned *low);

/* For the rules ----------------------------------------------------------- */

static inline expr fired(expr_table *t, expr_rule rule, expr result) {
  t->fired[rule]++;
  return result;
}

static inline bool is_op(const expr_table *t, expr e, expr_op op) {
  return at(t, e)->op == op;
}

static inline bool is_const(const expr_table *t, expr e) {
  return at(t, e)->op == EXPR_CONST;
}

static inline expr arg(const expr_table *t, expr e, unsigned i) {
  return at(t, e)->arg[i];
}

static inline unsigned width_of(const expr_table *t, expr e) {
  return at(t, e)->width;
}

/* Is e an op with a constant second operand? */
static inline bool is_op_const(const expr_table *t, expr e, expr_op op) {
  const expr_node *n = at(t, e);
  return n->op == op && is_const(t, n->arg[1]);
}

/* Is a the complement of b? */
static inline bool is_complement(const expr_table *t, expr a, expr b) {
  const expr_node *x = at(t, a), *y = at(t, b);
  return (x->op == EXPR_NOT && expr_same(x->arg[0], b)) ||
         (y->op == EXPR_NOT && expr_same(y->arg[0], a));
}

static inline expr zero(expr_table *t, unsigned width) {
  return expr_const(t, width, 0);
}

expr ones(expr_table *, unsigned width);
expr min_signed(expr_table *, unsigned width);

/* Of constants; false for any other term. */
bool is_zero(const expr_table *, expr);
bool is_one(const expr_table *, expr);
bool is_ones(const expr_table *, expr);
bool is_min_signed(const expr_table *, expr);
bool is_max_signed(const expr_table *, expr);
bool is_negative(const expr_table *, expr);
/* Of 2^k, and k. */
bool is_power_of_two(const expr_table *, expr, unsigned *k);
/* Of a single run of 1 bits: low <= bit < end. */
bool is_run_of_ones(const expr_table *, expr, unsigned *low, unsigned *end);

static inline expr sign_bit(expr_table *t, expr e) {
  return expr_extract(t, e, width_of(t, e) - 1, 1);
}

#endif
