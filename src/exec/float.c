#include "exec/internal.h"

#include "expr/float.h"
#include "expr/varset.h"
#include "runtime/libc/differences.h"

#include <math.h>
#include <string.h>

/*
 * Floating point.  Numbers are computed by the host; terms go through to the
 * SMT tier.  Nothing is ever made concrete here: a function that neither can
 * do ends the path.
 */
#define NEAREST ROUND_NEAREST_EVEN

static value compute(exec *x, expr_op op, unsigned width, unsigned from,
                     expr_rounding mode, const value *v) {
  if (!v[0].sym.id && !v[1].sym.id && !v[2].sym.id && width <= 64 &&
      from <= 64) {
    uint64_t result[2] = {0};
    if (float_evaluate(op, width, from, mode, &v[0].raw, &v[1].raw,
                       &v[2].raw, result))
      return value_of(result[0]);
  }
  expr e[3] = {{0}, {0}, {0}};
  for (unsigned k = 0; k < expr_arity(op); k++)
    e[k] = exec_term(x, v[k], from);
  return value_from(x->t, expr_float(x->t, op, width, mode, e[0], e[1], e[2]));
}

static value binary(exec *x, expr_op op, unsigned width, value a, value b) {
  const bool compares = op == EXPR_FEQ || op == EXPR_FLT || op == EXPR_FLE;
  const value v[3] = {a, b, {0}};
  return compute(x, op, compares ? 1 : width, width, NEAREST, v);
}

static value unary(exec *x, expr_op op, unsigned width, unsigned from,
                   expr_rounding mode, value a) {
  const value v[3] = {a, {0}, {0}};
  return compute(x, op, width, from, mode, v);
}

static value logic(exec *x, expr_op op, value a, value b) {
  return value_from(x->t, expr_binary(x->t, op, exec_term(x, a, 1),
                                      exec_term(x, b, 1)));
}

static value negated(exec *x, value a) {
  return value_from(x->t, expr_not(x->t, exec_term(x, a, 1)));
}

/* Either operand is no number. */
static value unordered(exec *x, unsigned width, value a, value b) {
  return negated(x, logic(x, EXPR_AND, binary(x, EXPR_FEQ, width, a, a),
                          binary(x, EXPR_FEQ, width, b, b)));
}

/* LLVM's predicates: bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered;
 * true if any of those named holds. */
static value compare(exec *x, unsigned predicate, unsigned width, value a,
                     value b) {
  value result = value_of(0);
  if ((predicate & 3) == 3)
    result = binary(x, EXPR_FLE, width, b, a);
  else if (predicate & 1 && !(predicate & 4))
    result = binary(x, EXPR_FEQ, width, a, b);
  else if (predicate & 2)
    result = binary(x, EXPR_FLT, width, b, a);
  if (predicate & 4)
    result = logic(x, EXPR_OR, result,
                   binary(x, predicate & 1 ? EXPR_FLE : EXPR_FLT, width, a, b));
  if (predicate & 8)
    result = logic(x, EXPR_OR, result, unordered(x, width, a, b));
  return result;
}

static expr sign_mask(exec *x, unsigned width) {
  return expr_binary(x->t, EXPR_SHL, expr_const(x->t, width, 1),
                     expr_const(x->t, width, width - 1));
}

/* How many bits the significand of a format has. */
static unsigned digits(unsigned width) {
  return width == 16 ? 11 : width == 32 ? 24 : width == 64 ? 53
       : width == 80 ? 64 : 113;
}

/* A power of two, less one unit if asked for, as a number of the format. */
static expr power(exec *x, unsigned format, unsigned bits, bool negative,
                  bool and_one) {
  expr_table *t = x->t;
  const expr none = {0};
  const unsigned width = bits + 3;
  expr e = expr_binary(t, EXPR_SHL, expr_const(t, width, 1),
                       expr_const(t, width, bits));
  if (and_one) e = expr_binary(t, EXPR_ADD, e, expr_const(t, width, 1));
  if (negative) e = expr_unary(t, EXPR_NEG, e);
  return expr_float(t, EXPR_STOF, format, NEAREST, e, none, none);
}

/* The same of a number that the host has; no term is made. */
static bool number_fits(const ir_insn *i, uint64_t word, unsigned bits) {
  const bool is_signed = i->op == IR_FTOS;
  double d;
  if (i->imm == 64) {
    memcpy(&d, &word, sizeof d);
  } else {
    const uint32_t half = (uint32_t) word;
    float f;
    memcpy(&f, &half, sizeof f);
    d = f;
  }
  const double end = ldexp(1, (int) bits);
  if (!(d < end)) return false;
  if (!is_signed) return d > -1;
  return bits < 53 ? d > -end - 1 : d >= -end;
}

/* The number without its fraction must fit the integer.  Where the greatest magnitude plus
 * one is no number of the format, nothing lies between. */
static bool fits_integer(exec *x, state *s, const ir_insn *i, value v) {
  if (!x->o.checks[OUTCOME_FLOAT_CAST] || s->top->function->is_library)
    return true;
  expr_table *t = x->t;
  const expr none = {0};
  const unsigned format = (unsigned) i->imm;
  const bool is_signed = i->op == IR_FTOS;
  const unsigned bits = is_signed ? i->width - 1u : i->width;
  if (!v.sym.id && (format == 32 || format == 64))
    return number_fits(i, value_bits(v), bits) ||
           exec_finish(x, s, OUTCOME_FLOAT_CAST, NULL);
  const expr a = exec_term(x, v, format);
  /* 2 to the power of bits may be infinite in the format. */
  const bool is_small = format == 16 ? bits > 15 : format == 32 && bits > 127;
  expr low, high;
  if (!is_signed) {
    low = expr_float(t, EXPR_FLT, 1, NEAREST, power(x, format, 0, true, false),
                     a, none);
  } else if (bits < digits(format) && !is_small) {
    low = expr_float(t, EXPR_FLT, 1, NEAREST,
                     power(x, format, bits, true, true), a, none);
  } else {
    low = expr_float(t, is_small ? EXPR_FLT : EXPR_FLE, 1, NEAREST,
                     power(x, format, bits, true, false), a, none);
  }
  high = expr_float(t, EXPR_FLT, 1, NEAREST, a,
                    power(x, format, bits, false, false), none);
  return exec_require_defined(x, s, expr_and(t, low, high),
                              OUTCOME_FLOAT_CAST);
}

bool exec_float(exec *x, state *s, const ir_insn *i) {
  const unsigned width = i->width, from = (unsigned) i->imm;
  value result = {0};
#define A exec_get(x, s, i->a, width)
#define B exec_get(x, s, i->b, width)
  switch ((int) i->op) {
  case IR_FADD: result = binary(x, EXPR_FADD, width, A, B); break;
  case IR_FSUB: result = binary(x, EXPR_FSUB, width, A, B); break;
  case IR_FMUL: result = binary(x, EXPR_FMUL, width, A, B); break;
  case IR_FDIV: result = binary(x, EXPR_FDIV, width, A, B); break;
  case IR_FREM: result = binary(x, EXPR_FREM, width, A, B); break;
  case IR_FNEG:
    result = value_from(x->t, expr_binary(x->t, EXPR_XOR,
                                          exec_term(x, A, width),
                                          sign_mask(x, width)));
    break;
  case IR_FCMP: result = compare(x, (unsigned) i->imm, width, A, B); break;
#undef A
#undef B
  case IR_FTOS: case IR_FTOU: {
    const value v = exec_get(x, s, i->a, from);
    if (!fits_integer(x, s, i, v)) return false;
    result = unary(x, i->op == IR_FTOS ? EXPR_FTOS : EXPR_FTOU, width, from,
                   ROUND_ZERO, v);
    break;
  }
#define CAST(OP) \
  result = unary(x, OP, width, from, NEAREST, exec_get(x, s, i->a, from)); \
  break
  case IR_FTOF: CAST(EXPR_FTOF);
  case IR_STOF: CAST(EXPR_STOF);
  case IR_UTOF: CAST(EXPR_UTOF);
#undef CAST
  }
  expr none;
  if (i->flags & IR_NUMBERS)
    exec_cut_address(x, s, exec_term(x, exec_get(x, s, i->a, from), from), from, &none);
  exec_set(x, s, i->d, result);
  s->pc++;
  return true;
}

/* Builtins --------------------------------------------------------------- */

static value round_to(exec *x, unsigned width, expr_rounding mode, value a) {
  return unary(x, EXPR_FROUND, width, width, mode, a);
}

/* The bits of the exponent and of the fraction, for the formats in memory. */
static unsigned fraction_bits(unsigned width) {
  return width == 16 ? 10 : width == 32 ? 23 : width == 64 ? 52
       : width == 80 ? 64 : 112;
}

/* llvm.is.fpclass: bits 0 signalling NaN, 1 quiet NaN, 2 -inf, 3 -normal,
 * 4 -subnormal, 5 -0, 6 +0, 7 +subnormal, 8 +normal, 9 +inf. */
static value in_class(exec *x, unsigned width, value v, unsigned mask) {
  expr_table *t = x->t;
  const unsigned fraction = fraction_bits(width);
  const unsigned exponent = width - 1 - fraction;
  const expr e = exec_term(x, v, width);
  const expr sign = expr_extract(t, e, width - 1, 1);
  const expr power = expr_extract(t, e, fraction, exponent);
  expr rest = expr_extract(t, e, 0, fraction);
  if (width == 80) rest = expr_extract(t, e, 0, 63);   /* explicit leading 1 */
  const expr zero = expr_const(t, exponent, 0);
  const expr ones = expr_unary(t, EXPR_NOT, zero);
  const expr is_top = expr_eq(t, power, ones), is_low = expr_eq(t, power, zero);
  const unsigned rest_bits = expr_width(t, rest);
  const expr is_whole = expr_eq(t, rest, expr_const(t, rest_bits, 0));
  const expr quiet = expr_extract(t, rest, rest_bits - 1, 1);
  const expr nan = expr_and(t, is_top, expr_not(t, is_whole));
  const expr inf = expr_and(t, is_top, is_whole);
  const expr nothing = expr_and(t, is_low, is_whole);
  const expr small = expr_and(t, is_low, expr_not(t, is_whole));
  const expr normal = expr_not(t, expr_or(t, is_top, is_low));
  const expr plus = expr_not(t, sign);
  const expr classes[10] = {
    expr_and(t, nan, expr_not(t, quiet)), expr_and(t, nan, quiet),
    expr_and(t, sign, inf), expr_and(t, sign, normal),
    expr_and(t, sign, small), expr_and(t, sign, nothing),
    expr_and(t, plus, nothing), expr_and(t, plus, small),
    expr_and(t, plus, normal), expr_and(t, plus, inf)};
  expr result = expr_false(t);
  for (unsigned k = 0; k < 10; k++)
    if (mask >> k & 1) result = expr_or(t, result, classes[k]);
  return value_from(t, result);
}

/* Of zeros that differ in their signs either may be the result. */
static void note_zeros(exec *x, const state *s, unsigned width, expr a, expr b) {
  expr_table *t = x->t;
  const expr sign = sign_mask(x, width);
  const expr differ = expr_eq(t, expr_binary(t, EXPR_XOR, a, b), sign);
  const expr rest = expr_binary(t, EXPR_OR, a, sign);
  const expr open = expr_and(t, differ, expr_eq(t, rest, sign));
  if (!expr_is_false(t, open) && path_may(x->solver, &s->path, open) != ANSWER_UNSAT)
    exec_note_here(x, s, differs_ZEROS);
}

/* The other if one is no number, else the smaller or larger. */
static value extreme(exec *x, const state *s, unsigned width, value a, value b, bool largest) {
  expr_table *t = x->t;
  const expr ea = exec_term(x, a, width), eb = exec_term(x, b, width);
  note_zeros(x, s, width, ea, eb);
  const expr less = exec_term(x, binary(x, EXPR_FLT, width, a, b), 1);
  const expr a_is_number = exec_term(x, binary(x, EXPR_FEQ, width, a, a), 1);
  const expr b_is_number = exec_term(x, binary(x, EXPR_FEQ, width, b, b), 1);
  const expr chosen = largest ? expr_ite(t, less, eb, ea)
                              : expr_ite(t, less, ea, eb);
  return value_from(t, expr_ite(t, b_is_number,
                                expr_ite(t, a_is_number, chosen, eb), ea));
}

/* What only libm knows; false: an operand is a term or the format too wide. */
static bool by_host(ir_builtin which, unsigned width, const value *v,
                    value *result) {
  if (v[0].sym.id || v[1].sym.id || (width != 32 && width != 64)) return false;
  double a, b, r = 0;
  float f;
  if (width == 64) {
    memcpy(&a, &v[0].raw, 8);
    memcpy(&b, &v[1].raw, 8);
  } else {
    memcpy(&f, &v[0].raw, 4);
    a = f;
    memcpy(&f, &v[1].raw, 4);
    b = f;
  }
  const bool narrow = width == 32;
#define HOST(NAME) narrow ? NAME##f((float) a) : NAME(a)
  switch ((int) which) {
  case IR_BUILTIN_POW: r = narrow ? powf((float) a, (float) b) : pow(a, b);
    break;
  case IR_BUILTIN_POWI:
    r = narrow ? powf((float) a, (float) (int) value_bits(v[1]))
               : pow(a, (double) (int) value_bits(v[1]));
    break;
  case IR_BUILTIN_EXP: r = HOST(exp); break;
  case IR_BUILTIN_EXP2: r = HOST(exp2); break;
  case IR_BUILTIN_LOG: r = HOST(log); break;
  case IR_BUILTIN_LOG2: r = HOST(log2); break;
  case IR_BUILTIN_LOG10: r = HOST(log10); break;
  case IR_BUILTIN_SIN: r = HOST(sin); break;
  case IR_BUILTIN_COS: r = HOST(cos); break;
  default: return false;
  }
#undef HOST
  *result = value_of(0);
  if (narrow) {
    f = (float) r;
    memcpy(&result->raw, &f, 4);
  } else memcpy(&result->raw, &r, 8);
  return true;
}

/* Values of a float function's operand that get a path each: 20 ms at PRICE_FORK. */
enum { MOST_VALUES = 1 << 12 };

static bool has_few_values(exec *x, state *s, expr e) {
  const varset vars = varset_of(x->t, e);
  uint64_t count = 1;
  for (uint32_t k = 0; k < varset_count(x->t, vars); k++) {
    const uint32_t symbol = varset_symbols(x->t, vars)[k];
    if (expr_symbol_width(x->t, symbol) > 64) return false;
    uint64_t low, high;
    path_range(x->solver, &s->path, expr_symbol(x->t, symbol), true, &low,
               &high);
    if (high - low >= MOST_VALUES) return false;
    count *= high - low + 1;
    if (count > MOST_VALUES) return false;
  }
  return true;
}

static bool by_values(exec *x, state *s, const ir_call *c, unsigned width,
                      value *v, value *result) {
  static const char message[] = "a mathematical function of a symbolic value";
  for (uint32_t k = 0; k < c->arg_count && k < 2; k++) {
    if (!v[k].sym.id) continue;
    const expr e = exec_term(x, v[k], c->args[k].width);
    uint64_t bits;
    if (c->args[k].width > 64 || !has_few_values(x, s, e))
      return exec_finish(x, s, OUTCOME_UNSUPPORTED, message);
    if (!exec_enumerate(x, s, e, &bits)) return false;
    v[k] = value_of(bits);
  }
  return by_host(c->builtin, width, v, result) ||
         exec_finish(x, s, OUTCOME_UNSUPPORTED, message);
}

bool exec_float_builtin(exec *x, state *s, const ir_call *c) {
  value v[3] = {{0}, {0}, {0}};
  const unsigned width = c->args[0].width;
  const unsigned out = c->result_count ? c->result_widths[0] : width;
  for (uint32_t k = 0; k < c->arg_count && k < 3; k++)
    v[k] = exec_get(x, s, c->args[k].reg, c->args[k].width);
  value result = {0};
  switch ((int) c->builtin) {
  case IR_BUILTIN_FABS:
    result = value_from(x->t, expr_binary(
        x->t, EXPR_AND, exec_term(x, v[0], width),
        expr_unary(x->t, EXPR_NOT, sign_mask(x, width))));
    break;
  case IR_BUILTIN_COPYSIGN: {
    const expr sign = sign_mask(x, width);
    result = value_from(x->t, expr_binary(
        x->t, EXPR_OR,
        expr_binary(x->t, EXPR_AND, exec_term(x, v[0], width),
                    expr_unary(x->t, EXPR_NOT, sign)),
        expr_binary(x->t, EXPR_AND, exec_term(x, v[1], width), sign)));
    break;
  }
  case IR_BUILTIN_SQRT:
    result = unary(x, EXPR_FSQRT, width, width, NEAREST, v[0]);
    break;
  case IR_BUILTIN_FMA:
    result = compute(x, EXPR_FFMA, width, width, NEAREST, v);
    break;
  case IR_BUILTIN_FLOOR: result = round_to(x, width, ROUND_DOWN, v[0]); break;
  case IR_BUILTIN_CEIL: result = round_to(x, width, ROUND_UP, v[0]); break;
  case IR_BUILTIN_FTRUNC: result = round_to(x, width, ROUND_ZERO, v[0]); break;
  case IR_BUILTIN_RINT: case IR_BUILTIN_NEARBYINT: case IR_BUILTIN_ROUNDEVEN:
    result = round_to(x, width, NEAREST, v[0]);
    break;
  case IR_BUILTIN_ROUND:
    result = round_to(x, width, ROUND_NEAREST_AWAY, v[0]);
    break;
  case IR_BUILTIN_LRINT: case IR_BUILTIN_LLRINT:
    result = unary(x, EXPR_FTOS, out, width, ROUND_ZERO,
                   round_to(x, width, NEAREST, v[0]));
    break;
  case IR_BUILTIN_LROUND: case IR_BUILTIN_LLROUND:
    result = unary(x, EXPR_FTOS, out, width, ROUND_ZERO,
                   round_to(x, width, ROUND_NEAREST_AWAY, v[0]));
    break;
  case IR_BUILTIN_MINNUM: result = extreme(x, s, width, v[0], v[1], false); break;
  case IR_BUILTIN_MAXNUM: result = extreme(x, s, width, v[0], v[1], true); break;
  case IR_BUILTIN_FPCLASS:
    result = in_class(x, width, v[0], (unsigned) value_bits(v[1]));
    break;
  default:
    if (!by_values(x, s, c, width, v, &result)) return false;
    if (!s->top->function->is_library)  /* the runtime's own says more (near.c) */
      exec_note_here(x, s, "the last bits of a mathematical function are the model's; C "
                           "libraries differ there");
  }
  exec_set_result(x, s, c, result);
  s->pc++;
  return true;
}
