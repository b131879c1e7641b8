#include "solver/float_blast.h"

#include "base/fatal.h"
#include "expr/soft.h"

#include <assert.h>
#include <string.h>

/*
 * From float operators to circuits, by way of terms.  What IEEE or C leaves open is a fresh
 * literal, as in z3_float.c: a refutation then holds for every choice, and a
 * model counts only if evaluation confirms it.
 */
enum { MOST_INTEGER = 128, X87 = 80 };

/* Of a term of this width; false: there is no such format. */
static bool format_of(unsigned width, soft_format *f) {
  switch (width) {
  case 16: *f = (soft_format) {5, 10}; return true;
  case 32: *f = (soft_format) {8, 23}; return true;
  case 64: *f = (soft_format) {11, 52}; return true;
  case X87: *f = (soft_format) {15, 63}; return true;
  case 128: *f = (soft_format) {15, 112}; return true;
  }
  return false;
}

static bool is_from_integer(expr_op op) {
  return op == EXPR_STOF || op == EXPR_UTOF;
}

static bool is_to_integer(expr_op op) {
  return op == EXPR_FTOS || op == EXPR_FTOU;
}

static bool is_comparison(expr_op op) {
  return op == EXPR_FEQ || op == EXPR_FLT || op == EXPR_FLE;
}

bool float_has_circuit(const expr_table *t, const expr_node *n) {
  const expr_op op = (expr_op) n->op;
  const unsigned from = expr_width(t, n->arg[0]);
  soft_format f;
  if (is_from_integer(op)) return from <= MOST_INTEGER && format_of(n->width, &f);
  if (!format_of(from, &f)) return false;
  if (is_to_integer(op)) return n->width <= MOST_INTEGER;
  if (op == EXPR_FTOF) return format_of(n->width, &f);
  return op != EXPR_FREM || f.exponent <= SOFT_MOST_REM;
}

/* x87 writes the leading one down.  A number that lacks it is invalid, but for the smallest;
 * one of those that has it counts as of exponent 1, as the others do. */
static expr without_one(expr_table *t, expr e) {
  if (expr_width(t, e) != X87) return e;
  const expr one = expr_extract(t, e, 63, 1), stored = expr_extract(t, e, 64, 15);
  const expr is_low = expr_eq(t, stored, expr_const(t, 15, 0));
  const expr is_second = expr_and(t, is_low, one);
  const expr exponent = expr_binary(t, EXPR_OR, stored, expr_zext(t, is_second, 15));
  const expr plain = expr_concat(t, expr_extract(t, e, 79, 1),
                                 expr_concat(t, exponent, expr_extract(t, e, 0, 63)));
  const expr is_invalid = expr_not(t, expr_or(t, is_low, one));
  return expr_ite(t, is_invalid, soft_nan(t, (soft_format) {15, 63}), plain);
}

static expr with_one(expr_table *t, expr e) {
  if (expr_width(t, e) != X87 - 1) return e;
  const expr exponent = expr_extract(t, e, 63, 15);
  const expr one = expr_ne(t, exponent, expr_const(t, 15, 0));
  return expr_concat(t, expr_extract(t, e, 63, 16),
                     expr_concat(t, one, expr_extract(t, e, 0, 63)));
}

expr float_term(expr_table *t, const expr_node *n) {
  const expr_op op = (expr_op) n->op;
  const unsigned arity = expr_arity(op);
  const expr mode = expr_const(t, 3, n->imm), zero = expr_const(t, 3, ROUND_ZERO);
  const bool is_integer = is_from_integer(op);
  expr x = is_integer ? n->arg[0] : without_one(t, n->arg[0]);
  expr y = arity > 1 ? without_one(t, n->arg[1]) : (expr) {0};
  const expr z = arity > 2 ? without_one(t, n->arg[2]) : (expr) {0};
  soft_format f, to;
  if (!format_of(is_integer ? n->width : expr_width(t, n->arg[0]), &f))
    fatal("%u bits are no float", n->width);
  /* Sums and products of operands in either order are one. */
  if ((op == EXPR_FADD || op == EXPR_FMUL || op == EXPR_FFMA) && expr_order(t, x, y) > 0) {
    const expr swap = x;
    x = y;
    y = swap;
  }
  soft_result r;
  switch ((int) op) {
  case EXPR_FEQ: return soft_equal(t, f, x, y);
  case EXPR_FLT: return soft_less(t, f, x, y, false);
  case EXPR_FLE: return soft_less(t, f, x, y, true);
  case EXPR_FTOS: case EXPR_FTOU: {
    expr fits;
    r.bits = soft_to_integer(t, f, zero, x, n->width, op == EXPR_FTOS, &fits);
    r.nan = expr_not(t, fits);
    break;
  }
  case EXPR_FADD: r = soft_add(t, f, mode, x, y, false); break;
  case EXPR_FSUB: r = soft_add(t, f, mode, x, y, true); break;
  case EXPR_FMUL: r = soft_multiply(t, f, mode, x, y); break;
  case EXPR_FDIV: r = soft_divide(t, f, mode, x, y); break;
  case EXPR_FREM: r = soft_remainder(t, f, x, y); break;
  case EXPR_FFMA: r = soft_fma(t, f, mode, x, y, z); break;
  case EXPR_FSQRT: r = soft_root(t, f, mode, x); break;
  case EXPR_FROUND: r = soft_integral(t, f, mode, x); break;
  case EXPR_FTOF:
    if (!format_of(n->width, &to)) fatal("%u bits are no float", n->width);
    r = soft_convert(t, f, to, mode, x);
    break;
  case EXPR_STOF: case EXPR_UTOF:
    r = soft_of_integer(t, f, mode, x, op == EXPR_STOF);
    break;
  default: fatal("%s is no float operator", expr_op_text(op));
  }
  if (!is_to_integer(op)) r.bits = with_one(t, r.bits);
  assert(expr_width(t, r.bits) == n->width);
  return expr_concat(t, r.nan, r.bits);
}

static int loose(blaster *b) {
  const int literal = gates_fresh(&b->gates);
  vec_push(&b->loose, literal);
  return literal;
}

/* A NaN has all bits of the exponent, and some of the fraction. */
static void with_nan(blaster *b, unsigned width, int nan, int *out) {
  gates *g = &b->gates;
  soft_format f;
  if (!format_of(width, &f)) fatal("%u bits are no float", width);
  int payload[SOFT_MOST_WIDTH], none[SOFT_MOST_WIDTH];
  for (unsigned i = 0; i < f.fraction; i++) none[i] = -(payload[i] = loose(b));
  const int some = -gates_and_all(g, none, f.fraction);
  payload[f.fraction - 1] = gates_or(g, payload[f.fraction - 1], -some);
  for (unsigned i = 0; i < f.fraction; i++)
    out[i] = gates_mux(g, nan, payload[i], out[i]);
  for (unsigned i = f.fraction; i + 1 < width; i++) out[i] = gates_or(g, nan, out[i]);
  out[width - 1] = gates_mux(g, nan, loose(b), out[width - 1]);
}

void float_blast(blaster *b, const expr_node *n, expr term, int *out) {
  const expr_op op = (expr_op) n->op;
  const int *bits = blaster_bits(b, term);
  const int open = is_comparison(op) ? GATE_FALSE : bits[n->width];
  assert(expr_width(b->table, term) == (is_comparison(op) ? 1 : n->width + 1u));
  memcpy(out, bits, n->width * sizeof *out);
  if (open == GATE_FALSE) return;
  if (!is_to_integer(op)) with_nan(b, n->width, open, out);
  else for (unsigned i = 0; i < n->width; i++)
    out[i] = gates_mux(&b->gates, open, loose(b), out[i]);
}
