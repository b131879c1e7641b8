#include "native/emit.h"

#define B e->builder

/*
 * Floating point in the two formats that every host has, as the host computes
 * it.  No flag allows LLVM to compute anything else.  Out of range a conversion
 * to an integer gives what the host gives; LLVM leaves that open, so it is the
 * interpreter's to do.
 */
static LLVMTypeRef format(emitter *e, uint64_t bits) {
  return bits == 64 ? LLVMDoubleTypeInContext(e->llvm)
                    : LLVMFloatTypeInContext(e->llvm);
}

static LLVMValueRef number(emitter *e, const ir_insn *i, uint32_t reg,
                           unsigned bits) {
  return LLVMBuildBitCast(B, emit_get(e, i, reg, bits), format(e, bits), "");
}

static double power_of_two(unsigned n) {
  double v = 1;
  while (n--) v *= 2;
  return v;
}

static LLVMValueRef to_integer(emitter *e, const ir_insn *i) {
  const bool is_signed = i->op == IR_FTOS;
  const LLVMTypeRef from = format(e, i->imm), to = emit_width(e, i->width);
  const LLVMValueRef v = number(e, i, i->a, (unsigned) i->imm);
  const double end = power_of_two(is_signed ? i->width - 1u : i->width);
  const LLVMValueRef low = LLVMConstReal(from, is_signed ? -end : 0);
  const LLVMValueRef high = LLVMConstReal(from, end);
  emit_guard(e, i, LLVMBuildFCmp(B, LLVMRealULT, v, low, ""));
  emit_guard(e, i, LLVMBuildFCmp(B, LLVMRealUGE, v, high, ""));
  return is_signed ? LLVMBuildFPToSI(B, v, to, "")
                   : LLVMBuildFPToUI(B, v, to, "");
}

/* The bits of the result, whatever it is. */
static LLVMValueRef compute(emitter *e, const ir_insn *i) {
  const unsigned from = (unsigned) i->imm;
  const LLVMTypeRef type = format(e, i->width);
#define A number(e, i, i->a, i->width)
#define BOTH(BUILD) { \
    const LLVMValueRef a = A, b = number(e, i, i->b, i->width); \
    return BUILD(B, a, b, ""); \
  }
  switch ((int) i->op) {
  case IR_FADD: BOTH(LLVMBuildFAdd)
  case IR_FSUB: BOTH(LLVMBuildFSub)
  case IR_FMUL: BOTH(LLVMBuildFMul)
  case IR_FDIV: BOTH(LLVMBuildFDiv)
  case IR_FNEG: return LLVMBuildFNeg(B, A, "");
  case IR_FCMP: {
    const LLVMValueRef a = A, b = number(e, i, i->b, i->width);
    return LLVMBuildFCmp(B, (LLVMRealPredicate) from, a, b, "");
  }
  case IR_FTOF: return LLVMBuildFPCast(B, number(e, i, i->a, from), type, "");
  case IR_STOF:
    return LLVMBuildSIToFP(B, emit_get(e, i, i->a, from), type, "");
  case IR_UTOF:
    return LLVMBuildUIToFP(B, emit_get(e, i, i->a, from), type, "");
  }
#undef BOTH
#undef A
  return to_integer(e, i);
}

void emit_float(emitter *e, const ir_insn *i) {
  LLVMValueRef v = compute(e, i);
  if (i->op != IR_FCMP && i->op != IR_FTOS && i->op != IR_FTOU)
    v = LLVMBuildBitCast(B, v, emit_width(e, i->width), "");
  emit_set(e, i->d, v);
}

static LLVMValueRef intrinsic(emitter *e, const char *name, size_t length,
                              LLVMTypeRef type, LLVMValueRef *v,
                              unsigned count) {
  const unsigned id = LLVMLookupIntrinsicID(name, length);
  return LLVMBuildCall2(B, LLVMIntrinsicGetType(e->llvm, id, &type, 1),
                        LLVMGetIntrinsicDeclaration(e->module, id, &type, 1),
                        v, count, "");
}

/* Those that are no steps. */
void emit_float_builtin(emitter *e, const ir_insn *i) {
  const ir_call *c = e->at->function->calls.items + i->imm;
  const unsigned width = c->args[0].width;
  LLVMValueRef v[3] = {NULL, NULL, NULL};
  for (uint32_t k = 0; k < c->arg_count && k < 3; k++)
    v[k] = emit_get(e, i, c->args[k].reg, width);
  LLVMValueRef result = v[0];
  if (c->builtin == IR_BUILTIN_FABS) {
    result = LLVMBuildAnd(B, v[0], emit_const(e, width, bits_mask(width - 1)),
                          "");
  } else {
    const LLVMTypeRef type = format(e, width);
    for (unsigned k = 0; k < 3 && v[k]; k++)
      v[k] = LLVMBuildBitCast(B, v[k], type, "");
    result = c->builtin == IR_BUILTIN_SQRT
        ? intrinsic(e, "llvm.sqrt", 9, type, v, 1)
        : intrinsic(e, "llvm.fma", 8, type, v, 3);
    result = LLVMBuildBitCast(B, result, emit_width(e, width), "");
  }
  if (c->result_count) emit_set(e, c->result, result);
}
