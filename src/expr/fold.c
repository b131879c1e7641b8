#include "expr/fold.h"

#include "base/fatal.h"
#include "expr/float.h"
#include "expr/wide.h"

static uint64_t sdiv(int64_t a, int64_t b) {
  if (b == 0) return a < 0 ? 1 : UINT64_MAX;
  if (b == -1) return 0 - (uint64_t) a;         /* also where it overflows */
  return (uint64_t) (a / b);
}

static uint64_t srem(int64_t a, int64_t b) {
  if (b == 0) return (uint64_t) a;
  if (b == -1) return 0;
  return (uint64_t) (a % b);
}

static uint64_t ashr(uint64_t a, uint64_t amount, unsigned width) {
  const int64_t x = bits_signed(a, width);
  return (uint64_t) (x >> (amount < width ? amount : width - 1));
}

uint64_t fold_word(expr_op op, unsigned width, unsigned operand_width,
                   uint64_t imm, uint64_t a, uint64_t b, uint64_t c) {
  const uint64_t mask = bits_mask(width);
  const unsigned from = operand_width;
  switch (op) {
  case EXPR_NOT: return ~a & mask;
  case EXPR_NEG: return (0 - a) & mask;
  case EXPR_ADD: return (a + b) & mask;
  case EXPR_SUB: return (a - b) & mask;
  case EXPR_MUL: return a * b & mask;
  case EXPR_UDIV: return b ? a / b : mask;
  case EXPR_UREM: return b ? a % b : a;
  case EXPR_SDIV:
    return sdiv(bits_signed(a, width), bits_signed(b, width)) & mask;
  case EXPR_SREM:
    return srem(bits_signed(a, width), bits_signed(b, width)) & mask;
  case EXPR_AND: return a & b;
  case EXPR_OR: return a | b;
  case EXPR_XOR: return a ^ b;
  case EXPR_SHL: return b < width ? a << b & mask : 0;
  case EXPR_LSHR: return b < width ? a >> b : 0;
  case EXPR_ASHR: return ashr(a, b, width) & mask;
  case EXPR_CONCAT: return a << (width - from) | b;
  case EXPR_EXTRACT: return a >> imm & mask;
  case EXPR_ZEXT: return a;
  case EXPR_SEXT: return (uint64_t) bits_signed(a, from) & mask;
  case EXPR_EQ: return a == b;
  case EXPR_ULT: return a < b;
  case EXPR_ULE: return a <= b;
  case EXPR_SLT: return bits_signed(a, from) < bits_signed(b, from);
  case EXPR_SLE: return bits_signed(a, from) <= bits_signed(b, from);
  case EXPR_ITE: case EXPR_CHOICE: return a ? b : c;
  case EXPR_NONE: case EXPR_UNDEF: case EXPR_CONST: case EXPR_VAR:
  case EXPR_FORALL:
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV:
  case EXPR_FREM: case EXPR_FFMA: case EXPR_FSQRT: case EXPR_FROUND:
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE: case EXPR_FTOF:
  case EXPR_FTOS: case EXPR_FTOU: case EXPR_STOF: case EXPR_UTOF:
    break;
  }
  fatal("%s is not an operator on words", expr_op_text(op));
}

static void bitwise(expr_op op, unsigned width, const uint64_t *a,
                    const uint64_t *b, uint64_t *r) {
  for (unsigned i = 0; i < wide_limbs(width); i++)
    r[i] = op == EXPR_AND  ? a[i] & b[i]
           : op == EXPR_OR ? a[i] | b[i]
                           : a[i] ^ b[i];
}

bool fold_limbs(expr_op op, unsigned width, unsigned operand_width,
                uint64_t imm, const uint64_t *a, const uint64_t *b,
                const uint64_t *c, uint64_t *r) {
  const unsigned from = operand_width;
  switch (op) {
  case EXPR_NOT: wide_not(r, a, width); return true;
  case EXPR_NEG: wide_neg(r, a, width); return true;
  case EXPR_ADD: wide_add(r, a, b, width); return true;
  case EXPR_SUB: wide_sub(r, a, b, width); return true;
  case EXPR_MUL: wide_mul(r, a, b, width); return true;
  case EXPR_UDIV: wide_udivrem(r, NULL, a, b, width); return true;
  case EXPR_UREM: wide_udivrem(NULL, r, a, b, width); return true;
  case EXPR_SDIV: wide_sdivrem(r, NULL, a, b, width); return true;
  case EXPR_SREM: wide_sdivrem(NULL, r, a, b, width); return true;
  case EXPR_AND: case EXPR_OR: case EXPR_XOR:
    bitwise(op, width, a, b, r);
    return true;
  case EXPR_SHL: wide_shl(r, a, wide_amount(b, width), width); return true;
  case EXPR_LSHR: wide_lshr(r, a, wide_amount(b, width), width); return true;
  case EXPR_ASHR: wide_ashr(r, a, wide_amount(b, width), width); return true;
  case EXPR_CONCAT: wide_concat(r, a, b, width - from, width); return true;
  case EXPR_EXTRACT:
    wide_extract(r, a, from, (unsigned) imm, width);
    return true;
  case EXPR_ZEXT: wide_zext(r, a, from, width); return true;
  case EXPR_SEXT: wide_sext(r, a, from, width); return true;
  case EXPR_EQ: r[0] = wide_equal(a, b, from); return true;
  case EXPR_ULT: r[0] = wide_ult(a, b, from); return true;
  case EXPR_ULE: r[0] = !wide_ult(b, a, from); return true;
  case EXPR_SLT: r[0] = wide_slt(a, b, from); return true;
  case EXPR_SLE: r[0] = !wide_slt(b, a, from); return true;
  case EXPR_ITE: case EXPR_CHOICE: wide_copy(r, a[0] ? b : c, width); return true;
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV:
  case EXPR_FREM: case EXPR_FFMA: case EXPR_FSQRT: case EXPR_FROUND:
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE: case EXPR_FTOF:
  case EXPR_FTOS: case EXPR_FTOU: case EXPR_STOF: case EXPR_UTOF:
    return float_evaluate(op, width, from, (expr_rounding) imm, a, b, c, r);
  case EXPR_NONE: case EXPR_UNDEF: case EXPR_CONST: case EXPR_VAR:
  case EXPR_FORALL:
    break;
  }
  fatal("%s is not an operator on numbers", expr_op_text(op));
}
