#include "ir/lower.h"

/* Instructions that work part by part: vectors are scalarised here. */

static uint32_t flags_of(LLVMValueRef v, LLVMOpcode op) {
  switch (op) {
  case LLVMShl: return lower_checks_base(v) ? IR_BASE : 0;
  case LLVMAdd: case LLVMSub: case LLVMMul:
    return (LLVMGetNSW(v) ? (uint32_t) IR_NSW : 0) |
           (LLVMGetNUW(v) ? (uint32_t) IR_NUW : 0);
  case LLVMUDiv: case LLVMSDiv: case LLVMLShr: case LLVMAShr:
    return LLVMGetExact(v) ? IR_EXACT : 0;
  case LLVMZExt: return LLVMGetNNeg(v) ? IR_NONNEG : 0;
  default: return 0;
  }
}

static ir_opcode binary_opcode(LLVMOpcode op) {
  switch (op) {
  case LLVMAdd: return IR_ADD;
  case LLVMSub: return IR_SUB;
  case LLVMMul: return IR_MUL;
  case LLVMUDiv: return IR_UDIV;
  case LLVMSDiv: return IR_SDIV;
  case LLVMURem: return IR_UREM;
  case LLVMSRem: return IR_SREM;
  case LLVMShl: return IR_SHL;
  case LLVMLShr: return IR_LSHR;
  case LLVMAShr: return IR_ASHR;
  case LLVMAnd: return IR_AND;
  case LLVMOr: return IR_OR;
  case LLVMXor: return IR_XOR;
  default: return IR_OPCODES;
  }
}

static ir_opcode float_opcode(LLVMOpcode op) {
  switch (op) {
  case LLVMFAdd: return IR_FADD;
  case LLVMFSub: return IR_FSUB;
  case LLVMFMul: return IR_FMUL;
  case LLVMFDiv: return IR_FDIV;
  case LLVMFRem: return IR_FREM;
  default: return IR_OPCODES;
  }
}

static ir_opcode compare_opcode(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntEQ: return IR_EQ;
  case LLVMIntNE: return IR_NE;
  case LLVMIntUGT: return IR_UGT;
  case LLVMIntUGE: return IR_UGE;
  case LLVMIntULT: return IR_ULT;
  case LLVMIntULE: return IR_ULE;
  case LLVMIntSGT: return IR_SGT;
  case LLVMIntSGE: return IR_SGE;
  case LLVMIntSLT: return IR_SLT;
  case LLVMIntSLE: return IR_SLE;
  }
  return IR_OPCODES;
}

static ir_opcode cast_opcode(LLVMOpcode op) {
  switch (op) {
  case LLVMFPToUI: return IR_FTOU;
  case LLVMFPToSI: return IR_FTOS;
  case LLVMUIToFP: return IR_UTOF;
  case LLVMSIToFP: return IR_STOF;
  case LLVMFPTrunc: case LLVMFPExt: return IR_FTOF;
  default: return IR_OPCODES;
  }
}

/* Formats without a width of their own. */
static bool is_odd_float(LLVMTypeRef type) {
  if (types_is_vector(type)) type = LLVMGetElementType(type);
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMBFloatTypeKind || kind == LLVMPPC_FP128TypeKind;
}

static bool is_pointer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

static operand arithmetic(draft *d, operand a, ir_opcode op,
                                unsigned width, operand b, uint32_t flags) {
  if (op == IR_FADD || op == IR_FSUB || op == IR_FMUL || op == IR_FDIV ||
      op == IR_FREM)
    return lower_float(d, op, a, b);
  return build_binary(d, op, width, a, b, flags);
}

static operand cast(draft *d, LLVMOpcode op, unsigned width, operand a,
                    uint32_t flags) {
  switch (op) {
  case LLVMTrunc: return build_trunc(d, width, a);
  case LLVMZExt: {
    const operand r = build_zext(d, width, a);
    if (flags && r.kind == OPERAND_REGISTER)
      vec_last(&d->blocks.items[d->at].code).flags |= flags;
    return r;
  }
  case LLVMSExt: return build_sext(d, width, a);
  case LLVMPtrToInt: case LLVMIntToPtr: return build_zext(d, width, a);
  case LLVMAddrSpaceCast: return a;
  default: return build_cast(d, cast_opcode(op), width, a);
  }
}

/* Every object lies behind the null pointer. */
static bool is_null_test(LLVMValueRef compare) {
  return LLVMIsNull(LLVMGetOperand(compare, 0)) || LLVMIsNull(LLVMGetOperand(compare, 1));
}

/* One part of the result. */
static operand one(lower *l, LLVMValueRef v, LLVMOpcode op, unsigned width,
                   uint32_t n) {
  draft *d = &l->draft;
  operand a;
  if (!lower_divided_difference(l, v, &a)) a = lower_part(l, LLVMGetOperand(v, 0), n);
  switch (op) {
  case LLVMFNeg: return build_unary(d, IR_FNEG, width, a);
  case LLVMFreeze: return a;
  case LLVMICmp: {
    const operand r = build_compare(
        d, compare_opcode(LLVMGetICmpPredicate(v)), a,
        lower_part(l, LLVMGetOperand(v, 1), n));
    const bool are_pointers = is_pointer(LLVMTypeOf(LLVMGetOperand(v, 0)));
    const uint32_t flags = d->function->is_library || is_null_test(v) ? 0
                           : are_pointers ? IR_POINTERS
                                          : lower_number_flags(l, v);
    if (r.kind == OPERAND_REGISTER)
      vec_last(&d->blocks.items[d->at].code).flags |= flags;
    return r;
  }
  case LLVMFCmp:
    return build_fcmp(d, (unsigned) LLVMGetFCmpPredicate(v), a,
                      lower_part(l, LLVMGetOperand(v, 1), n));
  case LLVMSelect: {
    LLVMValueRef condition = LLVMGetOperand(v, 0);
    const bool each = types_is_vector(LLVMTypeOf(condition));
    return build_select(d, lower_part(l, condition, each ? n : 0),
                        lower_part(l, LLVMGetOperand(v, 1), n),
                        lower_part(l, LLVMGetOperand(v, 2), n));
  }
  default: break;
  }
  ir_opcode code = binary_opcode(op);
  const bool is_integer = code != IR_OPCODES;
  if (code == IR_OPCODES) code = float_opcode(op);
  if (code != IR_OPCODES)
    return arithmetic(d, a, code, width, lower_part(l, LLVMGetOperand(v, 1), n),
                      flags_of(v, op) | (is_integer ? lower_number_flags(l, v) : 0));
  const operand r = cast(d, op, width, a, flags_of(v, op));
  const bool is_cut = op == LLVMPtrToInt && width < a.width;
  if (r.kind != OPERAND_REGISTER) return r;
  if (op == LLVMTrunc || op == LLVMUIToFP || op == LLVMSIToFP || is_cut)
    vec_last(&d->blocks.items[d->at].code).flags |=
        is_cut && !d->function->is_library ? IR_NUMBERS : lower_number_flags(l, v);
  return r;
}

static void part_by_part(lower *l, LLVMValueRef v, LLVMOpcode op) {
  if (is_odd_float(LLVMTypeOf(v)) ||
      is_odd_float(LLVMTypeOf(LLVMGetOperand(v, 0)))) {
    if (op != LLVMSelect && op != LLVMFreeze) {
      lower_unsupported(l, v, "the format of a floating point number");
      return;
    }
  }
  operand_list result = {0};
  const uint32_t count = lower_layout(l, v)->count;
  for (uint32_t n = 0; n < count; n++) {
    const unsigned width = lower_layout(l, v)->parts[n].width;
    const operand r = one(l, v, op, width, n);
    vec_push(&result, r);
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
}

/* The phi's registers; its moves come later. */
static void begin_phi(lower *l, LLVMValueRef v) {
  const type_layout *layout = lower_layout(l, v);
  const uint32_t first = build_fresh(&l->draft, layout->count);
  ptrmap_set(&l->values, v, l->operands.count + 1);
  for (uint32_t i = 0; i < layout->count; i++)
    vec_push(&l->operands, build_register(first + i, layout->parts[i].width));
}

void lower_note_x87(lower *l, LLVMValueRef v) {
  ir_program *p = l->draft.program;
  if (p->target != IR_I386 || p->is_x87 || l->draft.function->is_library) return;
  const unsigned width = lower_layout(l, v)->parts[0].width;
  p->is_x87 = (width == 32 && !lower_has_feature(v, "+sse")) ||
              (width == 64 && !lower_has_feature(v, "+sse2"));
}

void lower_instruction(lower *l, LLVMValueRef v) {
  const LLVMOpcode op = LLVMGetInstructionOpcode(v);
  if (op != LLVMCall && !lower_layout(l, v)->is_supported) {
    lower_unsupported(l, v, "a value of a type that is not supported");
    return;
  }
  lower_note_numbers(l, v);
  switch (op) {
  case LLVMFAdd: case LLVMFSub: case LLVMFMul: case LLVMFDiv: case LLVMUIToFP: case LLVMSIToFP:
    lower_note_x87(l, v);
    part_by_part(l, v, op);
    return;
  case LLVMFNeg: case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMUDiv: case LLVMSDiv:
  case LLVMURem: case LLVMSRem: case LLVMFRem: case LLVMShl: case LLVMLShr:
  case LLVMAShr: case LLVMAnd: case LLVMOr: case LLVMXor: case LLVMTrunc:
  case LLVMZExt: case LLVMSExt: case LLVMFPToUI: case LLVMFPToSI:
  case LLVMFPTrunc: case LLVMFPExt:
  case LLVMPtrToInt: case LLVMIntToPtr: case LLVMAddrSpaceCast:
  case LLVMICmp: case LLVMFCmp: case LLVMSelect: case LLVMFreeze:
    part_by_part(l, v, op);
    return;
  case LLVMBitCast: lower_bitcast(l, v); return;
  case LLVMPHI: begin_phi(l, v); return;
  case LLVMAlloca: lower_alloca(l, v); return;
  case LLVMLoad: lower_load(l, v); return;
  case LLVMStore: lower_store(l, v); return;
  case LLVMGetElementPtr: lower_gep(l, v); return;
  case LLVMCall: lower_call(l, v); return;
  case LLVMVAArg: lower_va_arg(l, v); return;
  case LLVMFence: return;
  case LLVMAtomicCmpXchg: lower_cmpxchg(l, v); return;
  case LLVMAtomicRMW: lower_atomicrmw(l, v); return;
  case LLVMExtractElement: case LLVMInsertElement: case LLVMShuffleVector:
  case LLVMExtractValue: case LLVMInsertValue:
    lower_element(l, v);
    return;
  default: lower_unsupported(l, v, "exception handling"); return;
  }
}
