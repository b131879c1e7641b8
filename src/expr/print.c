#include "expr/table.h"

#include "expr/wide.h"

#include <inttypes.h>

/*
 * SMT-LIB text.  Terms are bit-vectors of their width, conditions those of
 * width 1; comparisons and floats have other sorts there and are wrapped (the
 * bits of a float come back by fp.to_ieee_bv, which Z3 and others offer).
 * Every inner operator gets a name, `?7` for the seventh, bound by one nested `let`
 * a name, operands outside: neither sharing nor depth is a problem.
 */

static void print_const(const expr_table *t, expr e, FILE *out) {
  const unsigned width = expr_width(t, e);
  uint64_t limbs[EXPR_MAX_LIMBS];
  expr_limbs(t, e, limbs);
  fputs(width % 4 ? "#b" : "#x", out);
  if (width % 4)
    for (unsigned bit = width; bit--;)
      fputc(wide_bit(limbs, bit) ? '1' : '0', out);
  else
    for (unsigned digit = width / 4; digit--;)
      fprintf(out, "%x", (unsigned) (limbs[digit / 16] >> digit % 16 * 4 & 15));
}

/* A symbol as SMT-LIB quotes it; its number makes equal names differ. */
static void print_symbol(const expr_table *t, uint32_t symbol, FILE *out) {
  fputc('|', out);
  for (const char *s = expr_symbol_name(t, symbol); *s; s++)
    fputc(*s == '|' || *s == '\\' || *s < ' ' ? '_' : *s, out);
  fprintf(out, "!%" PRIu32 "|", symbol);
}

/* Significand bits, the hidden one included.  The x87 format stores that bit;
 * it is read and written as SMT-LIB's (15, 64) without it. */
static void format_of(unsigned width, unsigned *exponent,
                      unsigned *significand) {
  switch (width) {
  case 16: *exponent = 5; break;
  case 32: *exponent = 8; break;
  case 64: *exponent = 11; break;
  case 80: *exponent = 15; *significand = 64; return;
  default: *exponent = 15; break;
  }
  *significand = width - *exponent;
}

static void print_mode(uint64_t rounding, FILE *out) {
  static const char *const names[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  fprintf(out, " %s", names[rounding]);
}

typedef struct printer {
  const expr_table *table;
  FILE *out;
  const uint32_t *names;        /* by index of an inner term */
} printer;

static void operand(const printer *p, expr e) {
  const expr_node n = expr_get(p->table, e);
  fputc(' ', p->out);
  if (n.op == EXPR_CONST) print_const(p->table, e, p->out);
  else if (n.op == EXPR_VAR) print_symbol(p->table, (uint32_t) n.imm, p->out);
  else fprintf(p->out, "?%" PRIu32, p->names[e.id]);
}

/* The bits of an operand read as a float. */
static void float_operand(const printer *p, expr e) {
  unsigned exponent, significand;
  const unsigned width = expr_width(p->table, e);
  format_of(width, &exponent, &significand);
  fprintf(p->out, " ((_ to_fp %u %u)", exponent, significand);
  if (width == 80) {            /* leave the stored integer bit out */
    fputs(" (concat ((_ extract 79 64)", p->out);
    operand(p, e);
    fputs(") ((_ extract 62 0)", p->out);
    operand(p, e);
    fputs("))", p->out);
  } else {
    operand(p, e);
  }
  fputc(')', p->out);
}

static void float_operands(const printer *p, const expr_node *n) {
  for (unsigned i = 0; i < table_ops[n->op].arity; i++)
    float_operand(p, n->arg[i]);
}

/* C's fmod by SMT-LIB's fp.rem, which rounds the quotient to nearest: on
 * magnitudes, one more divisor where that overshot, then the dividend's sign.
 * The sum is exact. */
static void float_mod(const printer *p, const expr_node *n) {
  unsigned exponent, significand;
  format_of(n->width, &exponent, &significand);
  fputs("let ((.x", p->out);
  float_operand(p, n->arg[0]);
  fputs(") (.y (fp.abs", p->out);
  float_operand(p, n->arg[1]);
  fprintf(p->out, "))) (let ((.r (fp.rem (fp.abs .x) .y)))"
                  " (let ((.m (fp.abs (ite (fp.lt .r (_ +zero %u %u))"
                  " (fp.add RNE .r .y) .r))))"
                  " (ite (fp.isNegative .x) (fp.neg .m) .m)))",
          exponent, significand);
}

/* A float result goes back to its bits; those of a NaN are the reader's
 * choice.  The x87 format stores an integer bit besides. */
static void open_bits(const printer *p, unsigned width) {
  fputs(width == 80 ? "(let ((.b (fp.to_ieee_bv (" : "(fp.to_ieee_bv (",
        p->out);
}

static void close_bits(const printer *p, unsigned width) {
  fputs(width == 80 ? ")))) (concat ((_ extract 78 63) .b)"
                      " (concat (ite (= ((_ extract 77 63) .b) (_ bv0 15))"
                      " #b0 #b1) ((_ extract 62 0) .b))))"
                    : "))",
        p->out);
}

static void float_value(const printer *p, const expr_node *n) {
  unsigned exponent, significand;
  format_of(n->width, &exponent, &significand);
  open_bits(p, n->width);
  if (n->op == EXPR_FREM) {
    float_mod(p, n);
  } else if (n->op == EXPR_STOF || n->op == EXPR_UTOF) {
    fprintf(p->out, "(_ to_fp%s %u %u)",
            n->op == EXPR_UTOF ? "_unsigned" : "", exponent, significand);
    print_mode(n->imm, p->out);
    operand(p, n->arg[0]);
  } else {
    if (n->op == EXPR_FTOF)
      fprintf(p->out, "(_ to_fp %u %u)", exponent, significand);
    else
      fputs(table_ops[n->op].text, p->out);
    print_mode(n->imm, p->out);
    float_operands(p, n);
  }
  close_bits(p, n->width);
}

static void plain(const printer *p, const expr_node *n) {
  fprintf(p->out, "(%s", table_ops[n->op].text);
  for (unsigned i = 0; i < table_ops[n->op].arity; i++) operand(p, n->arg[i]);
  fputc(')', p->out);
}

/* The condition has names of its own: they depend on the bound symbol. */
static void forall(const printer *p, const expr_node *n) {
  const uint32_t symbol = (uint32_t) n->imm;
  fputs("(ite (forall ((", p->out);
  print_symbol(p->table, symbol, p->out);
  fputs(" (_ BitVec 64))) (=> (bvult ", p->out);
  print_symbol(p->table, symbol, p->out);
  operand(p, n->arg[0]);
  fputs(") (= ", p->out);
  expr_print(p->table, n->arg[1], p->out);
  fputs(" #b1))) #b1 #b0)", p->out);
}

/* Operands that are named outside of the node. */
static unsigned named_operands(const expr_node *n) {
  return n->op == EXPR_FORALL ? 1 : table_ops[n->op].arity;
}

/* One operator over names, constants and symbols. */
static void print_node(const printer *p, expr e) {
  const expr_node n = expr_get(p->table, e);
  const unsigned from = table_ops[n.op].arity
                            ? expr_width(p->table, n.arg[0]) : 0;
  switch ((expr_op) n.op) {
  case EXPR_NONE: case EXPR_UNDEF:
    fputs(table_ops[n.op].text, p->out);
    return;
  case EXPR_CONST: print_const(p->table, e, p->out); return;
  case EXPR_VAR: print_symbol(p->table, (uint32_t) n.imm, p->out); return;
  case EXPR_NOT: case EXPR_NEG: case EXPR_ADD: case EXPR_SUB: case EXPR_MUL:
  case EXPR_UDIV: case EXPR_SDIV: case EXPR_UREM: case EXPR_SREM:
  case EXPR_AND: case EXPR_OR: case EXPR_XOR: case EXPR_SHL: case EXPR_LSHR:
  case EXPR_ASHR: case EXPR_CONCAT:
    plain(p, &n);
    return;
  case EXPR_EXTRACT:
    fprintf(p->out, "((_ extract %u %u)", (unsigned) n.imm + n.width - 1,
            (unsigned) n.imm);
    break;
  case EXPR_ZEXT: case EXPR_SEXT:
    fprintf(p->out, "((_ %s %u)", table_ops[n.op].text, n.width - from);
    break;
  case EXPR_EQ: case EXPR_ULT: case EXPR_ULE: case EXPR_SLT: case EXPR_SLE:
    fputs("(ite ", p->out);
    plain(p, &n);
    fputs(" #b1 #b0)", p->out);
    return;
  case EXPR_ITE: case EXPR_CHOICE:
    fputs("(ite (=", p->out);
    operand(p, n.arg[0]);
    fputs(" #b1)", p->out);
    operand(p, n.arg[1]);
    operand(p, n.arg[2]);
    fputc(')', p->out);
    return;
  case EXPR_FORALL: forall(p, &n); return;
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV:
  case EXPR_FREM: case EXPR_FFMA: case EXPR_FSQRT: case EXPR_FROUND:
  case EXPR_FTOF: case EXPR_STOF: case EXPR_UTOF:
    float_value(p, &n);
    return;
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE:
    fprintf(p->out, "(ite (%s", table_ops[n.op].text);
    float_operands(p, &n);
    fputs(") #b1 #b0)", p->out);
    return;
  case EXPR_FTOS: case EXPR_FTOU:
    fprintf(p->out, "((_ %s %u) RTZ", table_ops[n.op].text, n.width);
    float_operands(p, &n);
    fputc(')', p->out);
    return;
  }
  operand(p, n.arg[0]);
  fputc(')', p->out);
}

/* Names are bound operands first, and are numbered so. */
void expr_print(const expr_table *t, expr e, FILE *out) {
  uint32_t *names = mem_zeroed(t->count, sizeof *names), lets = 0;
  const printer p = {t, out, names};
  VEC(expr) stack = {0};
  vec_push(&stack, e);
  while (stack.count) {
    const expr top = vec_last(&stack);
    const expr_node *n = at(t, top);
    const uint32_t before = stack.count;
    for (unsigned i = named_operands(n); i-- > 0 && !names[top.id];)
      if (table_ops[at(t, n->arg[i])->op].arity && !names[n->arg[i].id])
        vec_push(&stack, n->arg[i]);
    if (stack.count != before) continue;
    stack.count--;
    if (names[top.id] || expr_same(top, e)) continue;
    names[top.id] = ++lets;
    fprintf(out, "(let ((?%" PRIu32 " ", lets);
    print_node(&p, top);
    fputs(")) ", out);
  }
  print_node(&p, e);
  while (lets--) fputc(')', out);
  vec_release(&stack);
  free(names);
}
