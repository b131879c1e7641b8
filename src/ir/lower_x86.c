#include "ir/lower.h"

#include <llvm-c/Core.h>
#include <string.h>

/*
 * Vector instructions of x86 that LLVM has no plain form for, element by element.  Those
 * of 256 bits do what those of 128 do, in each half on its own.  Of floats only what needs
 * no rounding.
 */
typedef operand_list vector;

static vector parts_of(lower *l, LLVMValueRef v) {
  vector all = {0};
  uint32_t count;
  const uint32_t first = lower_parts(l, v, &count);
  for (uint32_t i = 0; i < count; i++) vec_push(&all, l->operands.items[first + i]);
  return all;
}

static uint32_t lane_of(const vector *a) { return 128 / a->items[0].width; }

static operand clamp(draft *d, operand a, uint64_t least, uint64_t greatest) {
  const operand raised = lower_extreme(d, IR_SGT, a, build_number(a.width, least));
  return lower_extreme(d, IR_SLT, raised, build_number(a.width, greatest));
}

static operand high_half(draft *d, operand product) {
  return lower_extract(d, product, product.width / 2, product.width / 2);
}

static operand product(draft *d, operand a, operand b, unsigned width, bool is_signed) {
  return build_binary(d, IR_MUL, width,
                      is_signed ? build_sext(d, width, a) : build_zext(d, width, a),
                      is_signed ? build_sext(d, width, b) : build_zext(d, width, b), 0);
}

/* Element by element -------------------------------------------------------- */

typedef operand (*of_two)(draft *, operand, operand);

static operand mulh(draft *d, operand a, operand b) {
  return high_half(d, product(d, a, b, 2 * a.width, true));
}

static operand mulhu(draft *d, operand a, operand b) {
  return high_half(d, product(d, a, b, 2 * a.width, false));
}

/* ((a * b >> 14) + 1) >> 1, of 16 bits each. */
static operand mulhrs(draft *d, operand a, operand b) {
  const operand once = build_binary(d, IR_LSHR, 32, product(d, a, b, 32, true),
                                    build_number(32, 14), 0);
  return lower_extract(d, build_binary(d, IR_ADD, 32, once, build_number(32, 1), 0), 1, 16);
}

static operand average(draft *d, operand a, operand b) {
  const unsigned w = a.width + 1;
  const operand sum = build_binary(d, IR_ADD, w, build_zext(d, w, a), build_zext(d, w, b), 0);
  return lower_extract(d, build_binary(d, IR_ADD, w, sum, build_number(w, 1), 0), 1, a.width);
}

/* a with the sign of b; 0 if b is. */
static operand sign(draft *d, operand a, operand b) {
  const operand none = build_number(a.width, 0);
  const operand negated = build_binary(d, IR_SUB, a.width, none, a, 0);
  const operand kept = build_select(d, build_compare(d, IR_SLT, b, none), negated, a);
  return build_select(d, build_compare(d, IR_EQ, b, none), none, kept);
}

/* The second operand if either is no number, or if they are equal. */
static operand float_min(draft *d, operand a, operand b) {
  return build_select(d, build_fcmp(d, LLVMRealOLT, a, b), a, b);
}

static operand float_max(draft *d, operand a, operand b) {
  return build_select(d, build_fcmp(d, LLVMRealOGT, a, b), a, b);
}

/* Shifting by the width or more leaves nothing but signs. */
static operand shift(draft *d, ir_opcode op, operand a, operand by) {
  const unsigned w = a.width;
  const operand fits = build_compare(d, IR_ULT, by, build_number(by.width, w));
  const operand least = build_select(d, fits, by, build_number(by.width, 0));
  const operand moved = build_binary(d, op, w, a, build_zext(d, w, least), 0);
  const operand none = op == IR_ASHR
      ? build_binary(d, IR_ASHR, w, a, build_number(w, w - 1), 0) : build_number(w, 0);
  return build_select(d, fits, moved, none);
}

static operand shl(draft *d, operand a, operand by) { return shift(d, IR_SHL, a, by); }
static operand lshr(draft *d, operand a, operand by) { return shift(d, IR_LSHR, a, by); }
static operand ashr(draft *d, operand a, operand by) { return shift(d, IR_ASHR, a, by); }

/* Whole vectors ------------------------------------------------------------- */

typedef void (*whole)(draft *, const vector *a, const vector *b, vector *result);

static void pack(draft *d, const vector *a, const vector *b, uint64_t least,
                 uint64_t greatest, vector *result) {
  const uint32_t lane = lane_of(a);
  for (uint32_t at = 0; at < a->count; at += lane)
    for (uint32_t n = 0; n < 2 * lane; n++) {
      const operand from = n < lane ? a->items[at + n] : b->items[at + n - lane];
      const operand to =
          build_trunc(d, from.width / 2, clamp(d, from, least, greatest));
      vec_push(result, to);
    }
}

static void pack_signed(draft *d, const vector *a, const vector *b, vector *result) {
  const unsigned w = a->items[0].width;
  const uint64_t greatest = (UINT64_C(1) << (w / 2 - 1)) - 1;
  pack(d, a, b, (UINT64_C(1) << w) - 1 - greatest, greatest, result);
}

static void pack_unsigned(draft *d, const vector *a, const vector *b, vector *result) {
  pack(d, a, b, 0, (UINT64_C(1) << a->items[0].width / 2) - 1, result);
}

static void multiply_add(draft *d, const vector *a, const vector *b, vector *result) {
  for (uint32_t n = 0; n < a->count; n += 2) {
    const operand low = product(d, a->items[n], b->items[n], 32, true);
    const operand high = product(d, a->items[n + 1], b->items[n + 1], 32, true);
    const operand sum = build_binary(d, IR_ADD, 32, low, high, 0);
    vec_push(result, sum);
  }
}

/* Bytes without by bytes with a sign, saturated. */
static void multiply_add_bytes(draft *d, const vector *a, const vector *b, vector *result) {
  for (uint32_t n = 0; n < a->count; n += 2) {
    operand part[2];
    for (uint32_t k = 0; k < 2; k++)
      part[k] = build_binary(d, IR_MUL, 32, build_zext(d, 32, a->items[n + k]),
                             build_sext(d, 32, b->items[n + k]), 0);
    const operand sum = build_binary(d, IR_ADD, 32, part[0], part[1], 0);
    const operand cut = build_trunc(d, 16, clamp(d, sum, 0xffff8000, 0x7fff));
    vec_push(result, cut);
  }
}

static void neighbours(draft *d, ir_opcode op, const vector *a, const vector *b,
                       vector *result) {
  const uint32_t lane = lane_of(a);
  for (uint32_t at = 0; at < a->count; at += lane)
    for (uint32_t n = 0; n < 2 * lane; n += 2) {
      const operand *from = n < lane ? a->items + at + n : b->items + at + n - lane;
      const operand r = build_binary(d, op, from[0].width, from[0], from[1], 0);
      vec_push(result, r);
    }
}

static void add_neighbours(draft *d, const vector *a, const vector *b, vector *result) {
  neighbours(d, IR_ADD, a, b, result);
}

static void subtract_neighbours(draft *d, const vector *a, const vector *b,
                                vector *result) {
  neighbours(d, IR_SUB, a, b, result);
}

/* Of each eight bytes the sum of how far they are apart. */
static void distances(draft *d, const vector *a, const vector *b, vector *result) {
  for (uint32_t at = 0; at < a->count; at += 8) {
    operand sum = build_number(64, 0);
    for (uint32_t n = at; n < at + 8; n++) {
      const operand x = a->items[n], y = b->items[n];
      const operand apart = build_binary(d, IR_SUB, 8, lower_extreme(d, IR_UGT, x, y),
                                         lower_extreme(d, IR_ULT, x, y), 0);
      sum = build_binary(d, IR_ADD, 64, sum, build_zext(d, 64, apart), 0);
    }
    vec_push(result, sum);
  }
}

/* One of 2^bits, by the low bits of the index. */
static operand choose(draft *d, const operand *from, unsigned bits, operand index) {
  if (!bits) return *from;
  const operand high = choose(d, from + (1u << (bits - 1)), bits - 1, index);
  return build_select(d, lower_extract(d, index, bits - 1, 1), high,
                      choose(d, from, bits - 1, index));
}

static void shuffle(draft *d, const vector *a, const vector *b, vector *result) {
  for (uint32_t n = 0; n < a->count; n++) {
    const operand to = b->items[n], *lane = a->items + n / 16 * 16;
    const operand r = build_select(d, lower_extract(d, to, 7, 1), build_number(8, 0),
                                   choose(d, lane, 4, to));
    vec_push(result, r);
  }
}

/* The sign of each element, the first one lowest. */
static void signs(draft *d, const vector *a, const vector *b, vector *result) {
  (void) b;
  vector bits = {0};
  for (uint32_t n = 0; n < a->count; n++) {
    const operand top = lower_extract(d, a->items[n], a->items[n].width - 1, 1);
    vec_push(&bits, top);
  }
  const operand all = build_zext(d, 32, lower_concat(d, bits.items, bits.count));
  vec_push(result, all);
  vec_release(&bits);
}

/* Whether a & b, and ~a & b, have no bit. */
static void test_bits(draft *d, const vector *a, const vector *b, operand none[2]) {
  operand both = build_number(64, 0), only = both;
  for (uint32_t n = 0; n < a->count; n++) {
    const operand x = a->items[n], y = b->items[n];
    const operand other = build_binary(d, IR_XOR, 64, x, build_number(64, UINT64_MAX), 0);
    both = build_binary(d, IR_OR, 64, both, build_binary(d, IR_AND, 64, x, y, 0), 0);
    only = build_binary(d, IR_OR, 64, only, build_binary(d, IR_AND, 64, other, y, 0), 0);
  }
  none[0] = build_compare(d, IR_EQ, both, build_number(64, 0));
  none[1] = build_compare(d, IR_EQ, only, build_number(64, 0));
}

static void test_zero(draft *d, const vector *a, const vector *b, vector *result) {
  operand none[2];
  test_bits(d, a, b, none);
  const operand r = build_zext(d, 32, none[0]);
  vec_push(result, r);
}

static void test_carry(draft *d, const vector *a, const vector *b, vector *result) {
  operand none[2];
  test_bits(d, a, b, none);
  const operand r = build_zext(d, 32, none[1]);
  vec_push(result, r);
}

static void test_neither(draft *d, const vector *a, const vector *b, vector *result) {
  operand none[2];
  test_bits(d, a, b, none);
  const operand either = build_binary(d, IR_OR, 1, none[0], none[1], 0);
  const operand r = build_zext(d, 32, build_binary(d, IR_XOR, 1, either,
                                                   build_number(1, 1), 0));
  vec_push(result, r);
}

/* CRC-32C, bit by bit from the lowest. */
static void crc32(draft *d, const vector *a, const vector *b, vector *result) {
  const operand data = b->items[0];
  operand crc = build_trunc(d, 32, a->items[0]);
  for (unsigned at = 0; at < data.width; at++) {
    const operand bit = build_binary(d, IR_XOR, 1, lower_extract(d, data, at, 1),
                                     build_trunc(d, 1, crc), 0);
    const operand mask = build_sext(d, 32, bit);
    crc = build_binary(d, IR_XOR, 32,
                       build_binary(d, IR_LSHR, 32, crc, build_number(32, 1), 0),
                       build_binary(d, IR_AND, 32, mask, build_number(32, 0x82f63b78), 0), 0);
  }
  const operand r = build_zext(d, a->items[0].width, crc);
  vec_push(result, r);
}

/* Which ---------------------------------------------------------------------- */

/* All names after "llvm.x86.". */
static const struct { const char *name; of_two f; } elementwise[] = {
  {"sse2.pmulh.w", mulh}, {"avx2.pmulh.w", mulh},
  {"sse2.pmulhu.w", mulhu}, {"avx2.pmulhu.w", mulhu},
  {"ssse3.pmul.hr.sw.128", mulhrs}, {"avx2.pmul.hr.sw", mulhrs},
  {"sse2.pavg.b", average}, {"sse2.pavg.w", average},
  {"avx2.pavg.b", average}, {"avx2.pavg.w", average},
  {"ssse3.psign.b.128", sign}, {"ssse3.psign.w.128", sign}, {"ssse3.psign.d.128", sign},
  {"avx2.psign.b", sign}, {"avx2.psign.w", sign}, {"avx2.psign.d", sign},
  {"sse.min.ps", float_min}, {"sse2.min.pd", float_min},
  {"avx.min.ps.256", float_min}, {"avx.min.pd.256", float_min},
  {"sse.max.ps", float_max}, {"sse2.max.pd", float_max},
  {"avx.max.ps.256", float_max}, {"avx.max.pd.256", float_max},
  {"avx2.psllv.d", shl}, {"avx2.psllv.d.256", shl},
  {"avx2.psllv.q", shl}, {"avx2.psllv.q.256", shl},
  {"avx2.psrlv.d", lshr}, {"avx2.psrlv.d.256", lshr},
  {"avx2.psrlv.q", lshr}, {"avx2.psrlv.q.256", lshr},
  {"avx2.psrav.d", ashr}, {"avx2.psrav.d.256", ashr},
};

/* Only the first element; the others are the first operand's. */
static const struct { const char *name; of_two f; } scalar[] = {
  {"sse.min.ss", float_min}, {"sse2.min.sd", float_min},
  {"sse.max.ss", float_max}, {"sse2.max.sd", float_max},
};

/* All elements by one count: a number, or the low 64 bits of a vector. */
static const struct { const char *name; of_two f; } shifts[] = {
  {"psll.", shl}, {"pslli.", shl}, {"psrl.", lshr}, {"psrli.", lshr},
  {"psra.", ashr}, {"psrai.", ashr},
};

static const struct { const char *name; whole f; } wholes[] = {
  {"sse2.packsswb.128", pack_signed}, {"avx2.packsswb", pack_signed},
  {"sse2.packssdw.128", pack_signed}, {"avx2.packssdw", pack_signed},
  {"sse2.packuswb.128", pack_unsigned}, {"avx2.packuswb", pack_unsigned},
  {"sse41.packusdw", pack_unsigned}, {"avx2.packusdw", pack_unsigned},
  {"sse2.pmadd.wd", multiply_add}, {"avx2.pmadd.wd", multiply_add},
  {"ssse3.pmadd.ub.sw.128", multiply_add_bytes}, {"avx2.pmadd.ub.sw", multiply_add_bytes},
  {"ssse3.phadd.w.128", add_neighbours}, {"ssse3.phadd.d.128", add_neighbours},
  {"avx2.phadd.w", add_neighbours}, {"avx2.phadd.d", add_neighbours},
  {"ssse3.phsub.w.128", subtract_neighbours}, {"ssse3.phsub.d.128", subtract_neighbours},
  {"avx2.phsub.w", subtract_neighbours}, {"avx2.phsub.d", subtract_neighbours},
  {"sse2.psad.bw", distances}, {"avx2.psad.bw", distances},
  {"ssse3.pshuf.b.128", shuffle}, {"avx2.pshuf.b", shuffle},
  {"sse2.pmovmskb.128", signs}, {"avx2.pmovmskb", signs},
  {"sse.movmsk.ps", signs}, {"sse2.movmsk.pd", signs},
  {"avx.movmsk.ps.256", signs}, {"avx.movmsk.pd.256", signs},
  {"sse41.ptestz", test_zero}, {"avx.ptestz.256", test_zero},
  {"sse41.ptestc", test_carry}, {"avx.ptestc.256", test_carry},
  {"sse41.ptestnzc", test_neither}, {"avx.ptestnzc.256", test_neither},
  {"sse42.crc32.32.8", crc32}, {"sse42.crc32.32.16", crc32},
  {"sse42.crc32.32.32", crc32}, {"sse42.crc32.64.64", crc32},
};

#define FOUND(TABLE, I, NAME) \
  for (unsigned I = 0; I < sizeof TABLE / sizeof *TABLE; I++) \
    if (!strcmp(TABLE[I].name, NAME))

static void for_all(draft *d, of_two f, const vector *a, const vector *b, uint32_t count,
                    vector *result) {
  for (uint32_t n = 0; n < a->count; n++) {
    const operand r = n < count ? f(d, a->items[n], b->items[n]) : a->items[n];
    vec_push(result, r);
  }
}

/* The count of a vector is its low 64 bits, whatever its elements are. */
static operand count_of(draft *d, const vector *b) {
  const unsigned w = b->items[0].width;
  return b->count == 1 || w == 64 ? b->items[0]
                                  : lower_concat(d, b->items, 64 / w);
}

static bool lower_shift(draft *d, const char *name, const vector *a, const vector *b,
                        vector *result) {
  const char *op = strchr(name, '.');
  const bool is_known = op && (!strncmp(name, "sse2.", 5) || !strncmp(name, "avx2.", 5));
  for (unsigned i = 0; is_known && i < sizeof shifts / sizeof *shifts; i++) {
    const size_t length = strlen(shifts[i].name);
    if (strncmp(op + 1, shifts[i].name, length) || op[length + 2]) continue;
    const operand by = count_of(d, b);
    for (uint32_t n = 0; n < a->count; n++) {
      const operand r = shifts[i].f(d, a->items[n], by);
      vec_push(result, r);
    }
  }
  return result->count;
}

bool lower_x86(lower *l, LLVMValueRef v, const char *name) {
  draft *d = &l->draft;
  const unsigned args = LLVMGetNumArgOperands(v);
  if (!strcmp(name, "rdtsc")) {
    lower_define_scalar(l, v, build_havoc(d, 64, "the processor's clock (rdtsc)"));
    return true;
  }
  if (!args || args > 2) return false;
  vector a = parts_of(l, LLVMGetOperand(v, 0)), b = {0}, result = {0};
  if (args > 1) b = parts_of(l, LLVMGetOperand(v, 1));
  if (a.count && (args == 1 || b.count)) {
    FOUND(elementwise, i, name) for_all(d, elementwise[i].f, &a, &b, a.count, &result);
    FOUND(scalar, i, name) for_all(d, scalar[i].f, &a, &b, 1, &result);
    FOUND(wholes, i, name) wholes[i].f(d, &a, &b, &result);
    if (!result.count && args == 2) lower_shift(d, name, &a, &b, &result);
  }
  const bool is_done = result.count;
  if (is_done) lower_define(l, v, result.items, result.count);
  vec_release(&a);
  vec_release(&b);
  vec_release(&result);
  return is_done;
}
