#include "solver/float_blast.h"

#include "base/fatal.h"
#include "solver/float_parts.h"

#include <assert.h>
#include <string.h>

/*
 * From float operators to circuits.  What IEEE or C leaves open is a fresh
 * literal, as in z3_float.c: a refutation then holds for every choice, and a
 * model counts only if evaluation confirms it.
 */
enum { MOST_INTEGER = 128 };

static bool is_from_integer(expr_op op) {
  return op == EXPR_STOF || op == EXPR_UTOF;
}

static bool is_to_integer(expr_op op) {
  return op == EXPR_FTOS || op == EXPR_FTOU;
}

bool float_has_circuit(const expr_table *t, const expr_node *n) {
  const expr_op op = (expr_op) n->op;
  const unsigned from = expr_width(t, n->arg[0]);
  float_format f;
  if (is_from_integer(op))
    return from <= MOST_INTEGER && float_format_of(n->width, &f);
  if (!float_format_of(from, &f)) return false;
  if (is_to_integer(op)) return n->width <= MOST_INTEGER;
  if (op == EXPR_FTOF) return float_format_of(n->width, &f);
  /* One step for each exponent. */
  return op != EXPR_FREM || f.exponent <= 11;
}

static int loose(blaster *b) {
  const int literal = gates_fresh(&b->gates);
  vec_push(&b->loose, literal);
  return literal;
}

/* A NaN has all bits of the exponent, and some of the fraction. */
static void with_nan(blaster *b, const float_format *f, const float_result *r,
                     int *out) {
  assert(r->bits.width == float_width(f));
  gates *g = &b->gates;
  const unsigned width = float_width(f);
  memcpy(out, r->bits.bit, width * sizeof *out);
  if (r->nan == GATE_FALSE) return;
  word payload = word_number(f->fraction, 0);
  for (unsigned i = 0; i < f->fraction; i++) payload.bit[i] = loose(b);
  const int some = word_any(g, &payload);
  payload.bit[f->fraction - 1] = gates_or(g, payload.bit[f->fraction - 1], -some);
  for (unsigned i = 0; i < f->fraction; i++)
    out[i] = gates_mux(g, r->nan, payload.bit[i], out[i]);
  for (unsigned i = f->fraction; i + 1 < width; i++)
    out[i] = gates_or(g, r->nan, out[i]);
  out[width - 1] = gates_mux(g, r->nan, loose(b), out[width - 1]);
}

static void to_integer(blaster *b, const expr_node *n, const float_format *f,
                       const int *x, int *out) {
  int fits;
  const word value = float_to_integer(&b->gates, f, x, n->width,
                                      n->op == EXPR_FTOS, &fits);
  assert(value.width == n->width);
  for (unsigned i = 0; i < n->width; i++)
    out[i] = fits == GATE_TRUE
                 ? value.bit[i]
                 : gates_mux(&b->gates, fits, value.bit[i], loose(b));
}

/* Sums and products of operands in either order are one. */
static void order(const int **x, const int **y, unsigned width) {
  for (unsigned i = 0; i < width; i++) {
    if ((*x)[i] == (*y)[i]) continue;
    if ((*x)[i] > (*y)[i]) {
      const int *t = *x;
      *x = *y;
      *y = t;
    }
    return;
  }
}

/* Division by a power of two is multiplication by its reciprocal, rounding and all;
 * false: y is none, or the reciprocal is not a normal number. */
static bool reciprocal(const float_format *f, const int *y, int *out) {
  const unsigned width = float_width(f);
  uint64_t exponent = 0;
  for (unsigned i = 0; i < f->fraction; i++)
    if (y[i] != GATE_FALSE) return false;
  for (unsigned i = 0; i < f->exponent; i++) {
    const int bit = y[f->fraction + f->has_one + i];
    if (bit != GATE_TRUE && bit != GATE_FALSE) return false;
    exponent |= (uint64_t) (bit == GATE_TRUE) << i;
  }
  if (f->has_one && y[f->fraction] != GATE_TRUE) return false;
  const uint64_t other = 2 * float_bias(f) - exponent;
  if (!exponent || exponent >= 2 * float_bias(f)) return false;
  memcpy(out, y, width * sizeof *out);
  for (unsigned i = 0; i < f->exponent; i++)
    out[f->fraction + f->has_one + i] = other >> i & 1 ? GATE_TRUE : GATE_FALSE;
  return true;
}

void float_blast(blaster *b, const expr_node *n, int *out) {
  gates *g = &b->gates;
  const expr_op op = (expr_op) n->op;
  const expr_rounding mode = (expr_rounding) n->imm;
  const unsigned arity = expr_arity(op);
  const unsigned from = expr_width(b->table, n->arg[0]);
  const int *x = blaster_bits(b, n->arg[0]);
  const int *y = arity > 1 ? blaster_bits(b, n->arg[1]) : NULL;
  const int *z = arity > 2 ? blaster_bits(b, n->arg[2]) : NULL;
  float_format f, to;
  if (!float_format_of(is_from_integer(op) ? n->width : from, &f))
    fatal("%u bits are no float", from);
  assert(x && (arity < 2 || y) && (arity < 3 || z));
  float_result r;
  switch ((int) op) {
  case EXPR_FEQ: out[0] = float_equal(g, &f, x, y); return;
  case EXPR_FLT: out[0] = float_less(g, &f, x, y, false); return;
  case EXPR_FLE: out[0] = float_less(g, &f, x, y, true); return;
  case EXPR_FTOS: case EXPR_FTOU: to_integer(b, n, &f, x, out); return;
  case EXPR_FADD:
    order(&x, &y, from);
    r = float_add(g, &f, mode, x, y, false);
    break;
  case EXPR_FSUB: r = float_add(g, &f, mode, x, y, true); break;
  case EXPR_FMUL:
    order(&x, &y, from);
    r = float_multiply(g, &f, mode, x, y);
    break;
  case EXPR_FDIV: {
    int other[WORD_MAX];
    r = reciprocal(&f, y, other) ? float_multiply(g, &f, mode, x, other)
                                 : float_divide(g, &f, mode, x, y);
    break;
  }
  case EXPR_FREM: r = float_remainder(g, &f, x, y); break;
  case EXPR_FFMA:
    order(&x, &y, from);
    r = float_fma(g, &f, mode, x, y, z);
    break;
  case EXPR_FSQRT: r = float_root(g, &f, mode, x); break;
  case EXPR_FROUND: r = float_integral(g, &f, mode, x); break;
  case EXPR_FTOF:
    if (!float_format_of(n->width, &to)) fatal("%u bits are no float", n->width);
    r = float_convert(g, &f, &to, mode, x);
    f = to;
    break;
  case EXPR_STOF: case EXPR_UTOF:
    r = float_of_integer(g, &f, mode, x, from, op == EXPR_STOF);
    break;
  default: fatal("%s is no float operator", expr_op_text(op));
  }
  with_nan(b, &f, &r, out);
}
