#include "native/emit.h"

#include <stddef.h>

#define B e->builder

/* Integer instructions: run.c's concrete cases, check for check. */

/* In opcodes.def each I form follows its register form. */
static LLVMValueRef second(emitter *e, const ir_insn *i) {
  if (i->op >= IR_ADD && (i->op - IR_ADD) % 2 == 1)
    return emit_const(e, i->width, i->imm);
  return emit_get(e, i, i->b, i->width);
}

/* llvm.sadd.with.overflow and the like. */
static LLVMValueRef checked(emitter *e, const ir_insn *i, const char *name,
                            LLVMValueRef a, LLVMValueRef b) {
  LLVMTypeRef type = emit_width(e, i->width);
  char full[40];
  const int length = snprintf(full, sizeof full, "llvm.%s.with.overflow",
                              name);
  const unsigned id = LLVMLookupIntrinsicID(full, (size_t) length);
  const LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, id, &type, 1);
  LLVMValueRef args[2] = {a, b};
  const LLVMValueRef both = LLVMBuildCall2(
      B, LLVMIntrinsicGetType(e->llvm, id, &type, 1), f, args, 2, "");
  emit_guard(e, i, LLVMBuildExtractValue(B, both, 1, ""));
  return LLVMBuildExtractValue(B, both, 0, "");
}

static void guard_divisor(emitter *e, const ir_insn *i, LLVMValueRef a,
                          LLVMValueRef b, bool is_signed) {
  const unsigned w = i->width;
  emit_guard(e, i, LLVMBuildICmp(B, LLVMIntEQ, b, emit_const(e, w, 0), ""));
  if (!is_signed) return;
  const LLVMValueRef ones = emit_const(e, w, bits_mask(w));
  const LLVMValueRef lowest = emit_const(e, w, bits_sign(w));
  emit_guard(e, i, LLVMBuildAnd(B, LLVMBuildICmp(B, LLVMIntEQ, b, ones, ""),
                                LLVMBuildICmp(B, LLVMIntEQ, a, lowest, ""),
                                ""));
}

/* A width need not have a number that is the width: i1 has not. */
static void guard_shift(emitter *e, const ir_insn *i, LLVMValueRef b) {
  const LLVMValueRef wide = LLVMBuildZExt(B, b, e->i64, "");
  emit_guard(e, i, LLVMBuildICmp(B, LLVMIntUGE, wide,
                                 emit_const(e, 64, i->width), ""));
}

/* The amount is right: it was guarded before. */
static void guard_base(emitter *e, const ir_insn *i, LLVMValueRef a,
                       LLVMValueRef b) {
  if (!(i->flags & IR_BASE) || !e->options->checks[OUTCOME_SHIFT_BASE]) return;
  const unsigned w = i->width;
  const LLVMValueRef moved = LLVMBuildLShr(
      B, a, LLVMBuildSub(B, emit_const(e, w, w - 1), b, ""), "");
  emit_guard(e, i, LLVMBuildICmp(B, LLVMIntNE, moved, emit_const(e, w, 0),
                                 ""));
}

/* Where the result depends on where objects lie, it is the interpreter's. */
static void guard_place(emitter *e, const ir_insn *i, LLVMValueRef a, LLVMValueRef b) {
  LLVMTypeRef types[4] = {e->pointer, e->pointer, e->i64, e->i64};
  LLVMValueRef args[4] = {e->context, emit_address_of(e, i), LLVMBuildZExt(B, a, e->i64, ""),
                          LLVMBuildZExt(B, b, e->i64, "")};
  const LLVMBasicBlockRef ask = emit_block(e, "ask"), done = emit_block(e, "done");
  const LLVMValueRef name = LLVMBuildLShr(
      B, LLVMBuildOr(B, args[2], args[3], ""),
      emit_const(e, 64, e->program->object_shift), "");
  LLVMBuildCondBr(B, LLVMBuildICmp(B, LLVMIntNE, name, emit_const(e, 64, 0), ""), ask, done);
  LLVMPositionBuilderAtEnd(B, ask);
  emit_guard(e, i, LLVMBuildNot(B, emit_call(e, offsetof(native_context, placeless), types,
                                             args, 4), ""));
  LLVMBuildBr(B, done);
  LLVMPositionBuilderAtEnd(B, done);
}

/* The pointers point into one object. */
static void guard_object(emitter *e, const ir_insn *i, LLVMValueRef a, LLVMValueRef b) {
  const LLVMValueRef apart = LLVMBuildLShr(
      B, LLVMBuildXor(B, a, b, ""), emit_const(e, i->width, e->program->object_shift), "");
  emit_guard(e, i, LLVMBuildICmp(B, LLVMIntNE, apart, emit_const(e, i->width, 0), ""));
}

void emit_integer(emitter *e, const ir_insn *i) {
  const LLVMValueRef a = emit_get(e, i, i->a, i->width);
  const LLVMValueRef b = second(e, i);
  if (i->flags & IR_NUMBERS) guard_place(e, i, a, b);
  if (i->flags & IR_POINTERS && e->program->object_shift == 32) guard_object(e, i, a, b);
  else if (i->flags & IR_POINTERS) guard_place(e, i, a, b);
  const bool nsw = i->flags & IR_NSW && e->options->check_overflow;
  LLVMValueRef v = NULL;
  switch ((int) i->op) {
  case IR_ADD: case IR_ADDI:
    emit_guard_null(e, i, a);
    v = nsw ? checked(e, i, "sadd", a, b) : LLVMBuildAdd(B, a, b, "");
    break;
  case IR_SUB: case IR_SUBI:
    v = nsw ? checked(e, i, "ssub", a, b) : LLVMBuildSub(B, a, b, "");
    break;
  case IR_MUL: case IR_MULI:
    v = nsw ? checked(e, i, "smul", a, b) : LLVMBuildMul(B, a, b, "");
    break;
#define DIVISION(NAME, BUILD, SIGNED) \
  case IR_##NAME: case IR_##NAME##I: \
    guard_divisor(e, i, a, b, SIGNED); \
    v = BUILD(B, a, b, ""); \
    break;
  DIVISION(UDIV, LLVMBuildUDiv, false)
  DIVISION(UREM, LLVMBuildURem, false)
  DIVISION(SDIV, LLVMBuildSDiv, true)
  DIVISION(SREM, LLVMBuildSRem, true)
#undef DIVISION
#define SHIFT(NAME, BUILD) \
  case IR_##NAME: case IR_##NAME##I: \
    guard_shift(e, i, b); \
    guard_base(e, i, a, b); \
    v = BUILD(B, a, b, ""); \
    break;
  SHIFT(SHL, LLVMBuildShl)
  SHIFT(LSHR, LLVMBuildLShr)
  SHIFT(ASHR, LLVMBuildAShr)
#undef SHIFT
  case IR_AND: case IR_ANDI: v = LLVMBuildAnd(B, a, b, ""); break;
  case IR_OR: case IR_ORI: v = LLVMBuildOr(B, a, b, ""); break;
  case IR_XOR: case IR_XORI: v = LLVMBuildXor(B, a, b, ""); break;
  }
  emit_set(e, i->d, v);
}

static LLVMIntPredicate predicate(ir_opcode op) {
  switch ((int) op) {
  case IR_EQ: case IR_EQI: return LLVMIntEQ;
  case IR_ULT: case IR_ULTI: return LLVMIntULT;
  case IR_ULE: case IR_ULEI: return LLVMIntULE;
  case IR_UGT: case IR_UGTI: return LLVMIntUGT;
  case IR_UGE: case IR_UGEI: return LLVMIntUGE;
  case IR_SLT: case IR_SLTI: return LLVMIntSLT;
  case IR_SLE: case IR_SLEI: return LLVMIntSLE;
  case IR_SGT: case IR_SGTI: return LLVMIntSGT;
  case IR_SGE: case IR_SGEI: return LLVMIntSGE;
  }
  return LLVMIntNE;
}

void emit_compare(emitter *e, const ir_insn *i) {
  const LLVMValueRef a = emit_get(e, i, i->a, i->width);
  const LLVMValueRef b = second(e, i);
  const ir_opcode op = (ir_opcode) i->op;
  /* Pointers have an order only within one object. */
  if (i->flags & IR_POINTERS && op >= IR_ULT && op <= IR_UGEI)
    guard_object(e, i, a, b);
  else if (i->flags & (IR_POINTERS | IR_NUMBERS)) guard_place(e, i, a, b);
  emit_set(e, i->d, LLVMBuildICmp(B, predicate(op), a, b, ""));
}

void emit_cast(emitter *e, const ir_insn *i) {
  const LLVMValueRef a = emit_get(e, i, i->a, (unsigned) i->imm);
  if (i->flags & IR_NUMBERS)
    emit_guard(e, i, LLVMBuildICmp(
        B, LLVMIntUGE, a,
        emit_const(e, (unsigned) i->imm, UINT64_C(1) << e->program->object_shift), ""));
  emit_set(e, i->d, LLVMBuildIntCast2(B, a, emit_width(e, i->width),
                                      i->op == IR_SEXT, ""));
}
