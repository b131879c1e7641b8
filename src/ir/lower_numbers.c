#include "ir/lower.h"

#include "ir/program.h"

#include <assert.h>
#include <string.h>

/*
 * Integers that are made of addresses: where they are computed with, it may depend on
 * where the machine puts objects.  Such instructions are marked IR_NUMBERS, and the
 * executor looks at their operands.
 *
 * Every instruction of the user's on whole words is marked, if the program makes integers of
 * addresses at all (program->has_numbers; else the marks go again): braid's addresses
 * are numbers that others rarely are.
 *
 * Loads of less than a word are marked IR_LOOKS, if they may read bytes of a pointer and the
 * program does more with them than to copy them.
 */
enum { DEPTH = 8 };             /* of what is looked through: longer ways are rare */

static bool is_expression(LLVMValueRef v, LLVMOpcode op) {
  return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == op;
}

static bool is_cast(LLVMValueRef v) {
  return is_expression(v, LLVMPtrToInt) || LLVMIsAPtrToIntInst(v);
}

static bool is_derived(LLVMValueRef v, unsigned depth);

/* Of the variable that is loaded. */
static bool is_stored(LLVMValueRef variable, unsigned depth) {
  if (!LLVMIsAAllocaInst(variable)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
        is_derived(LLVMGetOperand(user, 0), depth))
      return true;
  }
  return false;
}

/* The number of an address is part of the value, as far as the function shows. */
static bool is_derived(LLVMValueRef v, unsigned depth) {
  if (is_cast(v)) return true;
  if (!depth || (!LLVMIsAInstruction(v) && !LLVMIsAConstantExpr(v))) return false;
  if (LLVMIsALoadInst(v)) return is_stored(LLVMGetOperand(v, 0), depth - 1);
  if (LLVMIsAPHINode(v)) {
    for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
      if (is_derived(LLVMGetIncomingValue(v, k), depth - 1)) return true;
    return false;
  }
  switch (LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v)
                                 : LLVMGetInstructionOpcode(v)) {
  case LLVMAdd: case LLVMSub: case LLVMAnd: case LLVMOr: case LLVMXor:
    return is_derived(LLVMGetOperand(v, 0), depth - 1) ||
           is_derived(LLVMGetOperand(v, 1), depth - 1);
  case LLVMSelect:
    return is_derived(LLVMGetOperand(v, 1), depth - 1) ||
           is_derived(LLVMGetOperand(v, 2), depth - 1);
  case LLVMFreeze: return is_derived(LLVMGetOperand(v, 0), depth - 1);
  default: return false;
  }
}

/* C's difference of two pointers, as clang names it. */
static bool is_named(LLVMValueRef v, const char *prefix) {
  size_t length;
  const char *name = LLVMGetValueName2(v, &length);
  return length >= strlen(prefix) && !memcmp(name, prefix, strlen(prefix));
}

static bool lower_is_difference(LLVMValueRef v) {
  return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMSub &&
         is_named(v, "sub.ptr.sub") && is_cast(LLVMGetOperand(v, 0)) &&
         is_cast(LLVMGetOperand(v, 1));
}

/* The same of constants: the division by the elements' size tells. */
static bool is_divided_difference(LLVMValueRef v) {
  return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMSDiv &&
         is_named(v, "sub.ptr.div") &&
         is_expression(LLVMGetOperand(v, 0), LLVMSub);
}

static bool is_of_pointer_width(const lower *l, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) == l->constants.types->pointer_bits;
}

/* Some use of the cast is other than a difference of pointers. */
static bool is_number(LLVMValueRef cast) {
  for (LLVMUseRef u = LLVMGetFirstUse(cast); u; u = LLVMGetNextUse(u))
    if (!lower_is_difference(LLVMGetUser(u))) return true;
  return false;
}

/* The same bytes are read as an integer and, elsewhere, as a pointer: at this address, or
 * at the one that the variable held another time. */
static bool is_punned(LLVMValueRef address, unsigned depth) {
  LLVMValueRef variable =
      depth && LLVMIsALoadInst(address) ? LLVMGetOperand(address, 0) : NULL;
  for (LLVMUseRef u = variable && LLVMIsAAllocaInst(variable) ? LLVMGetFirstUse(variable)
                                                              : NULL; u;
       u = LLVMGetNextUse(u))
    if (LLVMIsALoadInst(LLVMGetUser(u)) && is_punned(LLVMGetUser(u), depth - 1)) return true;
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    LLVMTypeRef type = LLVMIsALoadInst(user) ? LLVMTypeOf(user)
                       : LLVMIsAStoreInst(user) &&
                               LLVMGetOperand(user, 1) == address
                           ? LLVMTypeOf(LLVMGetOperand(user, 0)) : NULL;
    if (type && LLVMGetTypeKind(type) == LLVMPointerTypeKind) return true;
  }
  return false;
}

static LLVMTypeKind variable_kind(LLVMValueRef v) {
  return LLVMIsAAllocaInst(v) ? LLVMGetTypeKind(LLVMGetAllocatedType(v))
                              : LLVMVoidTypeKind;
}

static bool has_pointer(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind: return true;
  case LLVMArrayTypeKind: return has_pointer(LLVMGetElementType(type));
  case LLVMStructTypeKind:
    for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++)
      if (has_pointer(LLVMStructGetTypeAtIndex(type, k))) return true;
    return false;
  default: return false;
  }
}

/* Where types say that a pointer has bytes of another type (a union of a word: clang names its
 * type so), or lies at any offset. */
typedef struct layout { bool has_union, is_packed; } layout;

static layout layout_of(const lower *l, LLVMTypeRef type) {
  layout all = {0};
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    return layout_of(l, LLVMGetElementType(type));
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return all;
  const char *name = LLVMGetStructName(type);
  const bool is_union = name && !strncmp(name, "union.", 6);
  for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++) {
    LLVMTypeRef part = LLVMStructGetTypeAtIndex(type, k);
    const layout inner = layout_of(l, part);
    all.has_union |= inner.has_union || (is_union && (has_pointer(part) ||
                                                      is_of_pointer_width(l, part)));
    all.is_packed |= inner.is_packed || (LLVMIsPackedStruct(type) && has_pointer(part));
  }
  return all;
}

static void note_layout(lower *l, LLVMTypeRef type) {
  const layout all = layout_of(l, type);
  l->draft.program->has_numbers |= all.has_union;
  l->draft.program->is_packed |= all.is_packed;
}

static void note_layouts(lower *l, LLVMValueRef v) {
  if (LLVMIsAAllocaInst(v)) note_layout(l, LLVMGetAllocatedType(v));
  if (LLVMIsAGetElementPtrInst(v)) note_layout(l, LLVMGetGEPSourceElementType(v));
  for (unsigned k = 0; k < (unsigned) LLVMGetNumOperands(v); k++) {
    LLVMValueRef of = LLVMGetOperand(v, k);
    if (LLVMIsAGlobalVariable(of)) note_layout(l, LLVMGlobalGetValueType(of));
    if (is_expression(of, LLVMGetElementPtr)) note_layout(l, LLVMGetGEPSourceElementType(of));
  }
}

void lower_note_numbers(lower *l, LLVMValueRef v) {
  ir_program *p = l->draft.program;
  if (l->draft.function->is_library) return;
  if (!p->has_numbers || !p->is_packed) note_layouts(l, v);
  if (p->has_numbers) return;
  const LLVMOpcode op = LLVMGetInstructionOpcode(v);
  if (op == LLVMPtrToInt) {
    p->has_numbers = is_number(v);
  } else if (op == LLVMLoad) {
    p->has_numbers = is_of_pointer_width(l, LLVMTypeOf(v)) &&
                     is_punned(LLVMGetOperand(v, 0), 1);
  } else if (op == LLVMCall && LLVMGetNumArgOperands(v) >= 2) {
    /* memcpy of a pointer to an integer */
    p->has_numbers =
        variable_kind(LLVMGetOperand(v, 0)) == LLVMIntegerTypeKind &&
        variable_kind(LLVMGetOperand(v, 1)) == LLVMPointerTypeKind;
  }
  const unsigned count = (unsigned) LLVMGetNumOperands(v);
  for (unsigned k = 0; k < count && !p->has_numbers && !is_divided_difference(v); k++)
    p->has_numbers = LLVMIsAConstantExpr(LLVMGetOperand(v, k)) &&
                     is_derived(LLVMGetOperand(v, k), DEPTH);
}

uint32_t lower_number_flags(lower *l, LLVMValueRef v) {
  if (l->draft.function->is_library) return 0;
  if (!is_of_pointer_width(l, LLVMTypeOf(LLVMGetOperand(v, 0)))) return 0;
  return lower_is_difference(v) ? IR_POINTERS : IR_NUMBERS;
}

static bool is_lifetime(LLVMValueRef v) { return lower_is_intrinsic(v, "llvm.lifetime."); }

static bool is_only_copied(LLVMValueRef v, unsigned depth);

/* Of the variable, which gets such a value. */
static bool is_only_for_copies(LLVMValueRef variable, unsigned depth) {
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user) ? !is_only_copied(user, depth)
                              : !LLVMIsAStoreInst(user) && !is_lifetime(user))
      return false;
  }
  return true;
}

/* The value is stored, and no more. */
static bool is_only_copied(LLVMValueRef v, unsigned depth) {
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!depth || !LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != v) return false;
    LLVMValueRef to = LLVMGetOperand(user, 1);
    if (LLVMIsAAllocaInst(to) && !is_only_for_copies(to, depth - 1)) return false;
  }
  return true;
}

/* Only loads and stores of the variable's parts use the address. */
static bool is_only_accessed(LLVMValueRef address, unsigned depth) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    const bool is_part = LLVMIsAGetElementPtrInst(user) && depth;
    if (is_part ? !is_only_accessed(user, depth - 1)
                : !LLVMIsALoadInst(user) && !is_lifetime(user) &&
                      !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address))
      return false;
  }
  return true;
}

/* C lets characters alias a pointer, and other members of a union.  A variable whose type has
 * no pointers may get the bytes of one where its address is known. */
static bool may_alias(LLVMValueRef address, unsigned width) {
  while (LLVMIsAGetElementPtrInst(address) || is_expression(address, LLVMGetElementPtr))
    address = LLVMGetOperand(address, 0);
  if (LLVMIsAAllocaInst(address))
    return has_pointer(LLVMGetAllocatedType(address)) ||
           (width == 8 && !is_only_accessed(address, DEPTH));
  return width == 8 || (LLVMIsAGlobalVariable(address) &&
                        has_pointer(LLVMGlobalGetValueType(address)));
}

uint32_t lower_look_flags(lower *l, LLVMValueRef load) {
  const unsigned pointer_bits = l->constants.types->pointer_bits;
  LLVMTypeRef type = LLVMTypeOf(load);
  if (l->draft.function->is_library || LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(type) >= pointer_bits || LLVMGetIntTypeWidth(type) % 8)
    return 0;
  assert(vec_last(&l->draft.blocks.items[l->draft.at].code).op == IR_LOAD);
  return may_alias(LLVMGetOperand(load, 0), LLVMGetIntTypeWidth(type)) &&
                 !is_only_copied(load, DEPTH) ? IR_LOOKS : 0;
}

uint32_t lower_copy_flags(lower *l, LLVMValueRef size) {
  return !l->draft.function->is_library && LLVMIsAConstantInt(size) &&
                 LLVMConstIntGetZExtValue(size) < l->constants.types->pointer_bits / 8
             ? IR_LOOKS : 0;
}

/* Differences, mixtures and parts of constant addresses are computed when they are needed. */
bool lower_constant_number(lower *l, LLVMValueRef v, operand *result) {
  draft *d = &l->draft;
  if (d->function->is_library || !LLVMIsAConstantExpr(v)) return false;
  const unsigned pointer_bits = l->constants.types->pointer_bits;
  const bool is_difference = is_expression(v, LLVMSub);
  const unsigned addresses =
      (is_difference || is_expression(v, LLVMXor)) && is_of_pointer_width(l, LLVMTypeOf(v))
          ? (unsigned) is_derived(LLVMGetOperand(v, 0), DEPTH) +
                (unsigned) is_derived(LLVMGetOperand(v, 1), DEPTH)
          : 0;
  if (addresses > (unsigned) is_difference) {
    *result = build_binary(d, is_difference ? IR_SUB : IR_XOR, pointer_bits,
                           build_register(build_use(d, lower_scalar(l, LLVMGetOperand(v, 0))),
                                          pointer_bits),
                           build_register(build_use(d, lower_scalar(l, LLVMGetOperand(v, 1))),
                                          pointer_bits),
                           IR_NUMBERS);
    return true;
  }
  LLVMValueRef a = LLVMGetOperand(v, 0);
  const bool is_narrow = is_expression(v, LLVMPtrToInt) &&
                         LLVMGetIntTypeWidth(LLVMTypeOf(v)) < pointer_bits;
  if (!is_narrow && !(is_expression(v, LLVMTrunc) && is_derived(a, DEPTH))) return false;
  *result = build_cast(d, IR_TRUNC, LLVMGetIntTypeWidth(LLVMTypeOf(v)),
                       build_register(build_use(d, lower_scalar(l, a)), pointer_bits));
  vec_last(&d->blocks.items[d->at].code).flags |= IR_NUMBERS;
  return true;
}

bool lower_divided_difference(lower *l, LLVMValueRef v, operand *dividend) {
  if (!is_divided_difference(v) ||
      !lower_constant_number(l, LLVMGetOperand(v, 0), dividend))
    return false;
  vec_last(&l->draft.blocks.items[l->draft.at].code).flags = IR_POINTERS;
  return true;
}

void program_drop_numbers(ir_program *p) {
  for (uint32_t k = 0; k < p->functions.count && !p->has_numbers; k++) {
    ir_function *f = p->functions.items[k];
    for (uint32_t n = 0; n < f->insn_count; n++) f->insns[n].flags &= ~(uint32_t) IR_NUMBERS;
  }
}
