#include "ir/lower.h"

#include "base/outcomes.h"

#include <llvm-c/Target.h>
#include <string.h>

/*
 * What clang's sanitizers put into the code, in their trap form: a branch to a
 * block that calls llvm.ubsantrap(kind), every instruction of it marked
 * "nosanitize".  Such a branch becomes one CHECK, or nothing where an
 * instruction of braid's own checks the same: it is no branch of the program.
 *
 * - Signed arithmetic: the intrinsic becomes an instruction with IR_NSW, so
 *   that literals, which clang would fold, are checked like all others.
 * - Shifts: the shift itself checks its amount, and its base by IR_BASE.
 * - Null pointers and indices of whole objects: the access that follows checks
 *   them; only an address that is not just accessed has a CHECK.
 */

/* The number of each handler, as clang passes it to llvm.ubsantrap. */
enum {
  TRAP_ADD = 0, TRAP_UNREACHABLE = 1, TRAP_DIVISION = 3, TRAP_FLOAT_CAST = 5,
  TRAP_FUNCTION = 6, TRAP_IMPLICIT = 7, TRAP_BUILTIN = 8, TRAP_LOAD = 10,
  TRAP_MISSING_RETURN = 11, TRAP_MUL = 12, TRAP_NEGATE = 13,
  TRAP_NULLABILITY_ARGUMENT = 14, TRAP_NULLABILITY_RETURN = 15,
  TRAP_NONNULL_ARGUMENT = 16, TRAP_NONNULL_RETURN = 17, TRAP_BOUNDS = 18,
  TRAP_POINTER = 19, TRAP_SHIFT = 20, TRAP_SUB = 21, TRAP_TYPE = 22,
  TRAP_VLA = 24
};

bool lower_is_instrumentation(LLVMValueRef v) {
  static unsigned kind;
  if (!kind)
    kind = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(v)), "nosanitize", 10);
  return LLVMHasMetadata(v) && LLVMGetMetadata(v, kind);
}

/* The handler that the block calls; -1: it is no such block. */
static int trap_of(LLVMBasicBlockRef block) {
  LLVMValueRef v = LLVMGetFirstInstruction(block);
  size_t length;
  if (!v || LLVMGetInstructionOpcode(v) != LLVMCall ||
      !lower_is_instrumentation(v))
    return -1;
  LLVMValueRef callee = LLVMGetCalledValue(v);
  if (!LLVMIsAFunction(callee) ||
      strcmp(LLVMGetValueName2(callee, &length), "llvm.ubsantrap"))
    return -1;
  return (int) LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0));
}

bool lower_is_own_block(LLVMBasicBlockRef block) {
  for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAInstruction(user) && LLVMIsATerminatorInst(user) &&
        lower_is_instrumentation(user))
      return true;
  }
  return false;
}

static bool is_number(LLVMValueRef v, uint64_t bits) {
  return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == bits;
}

static bool is_opcode(LLVMValueRef v, LLVMOpcode op) {
  return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

static bool is_called(LLVMValueRef v, const char *prefix) {
  size_t length;
  return is_opcode(v, LLVMCall) && LLVMIsAFunction(LLVMGetCalledValue(v)) &&
         !strncmp(LLVMGetValueName2(LLVMGetCalledValue(v), &length), prefix,
                  strlen(prefix));
}

/* Pointers ----------------------------------------------------------------- */

/* All that the program does with the address is to access what is there. */
bool lower_is_only_accessed(LLVMValueRef v) {
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user)) return false;
    if (lower_is_instrumentation(user)) continue;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad: break;
    case LLVMStore:
      if (LLVMGetOperand(user, 0) == v) return false;
      break;
    case LLVMGetElementPtr:
      if (!lower_is_only_accessed(user)) return false;
      break;
    case LLVMCall:
      if (is_called(user, "llvm.memcpy") || is_called(user, "llvm.memmove") ||
          is_called(user, "llvm.memset"))
        break;
      return false;
    default: return false;
    }
  }
  return true;
}

/* The address of an object as a whole. */
static bool is_object(LLVMValueRef v) {
  return LLVMIsAAllocaInst(v) || LLVMIsAGlobalVariable(v);
}

bool lower_is_inside_object(LLVMValueRef v) {
  while ((is_opcode(v, LLVMGetElementPtr) || LLVMIsAConstantExpr(v)) &&
         LLVMGetNumOperands(v))
    v = LLVMGetOperand(v, 0);
  return is_object(v);
}

/* Of an array that is initialised in part clang makes a struct of the same size. */
static bool is_as_large(LLVMValueRef global, LLVMTypeRef type) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(global));
  return LLVMABISizeOfType(layout, LLVMGlobalGetValueType(global)) ==
         LLVMABISizeOfType(layout, type);
}

/* The element that a whole object, which is an array, is asked for: the access
 * finds out that there is none. */
static bool is_of_whole_object(LLVMValueRef gep) {
  LLVMValueRef base = LLVMGetOperand(gep, 0);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  const int indices = LLVMGetNumOperands(gep) - 1;
  if (LLVMIsAAllocaInst(base))
    return indices == 2 ? LLVMGetAllocatedType(base) == type
                        : !LLVMIsAConstantInt(LLVMGetOperand(base, 0));
  return LLVMIsAGlobalVariable(base) && indices == 2 &&
         LLVMGetTypeKind(type) == LLVMArrayTypeKind && is_as_large(base, type);
}

static bool is_gep(LLVMValueRef v) {
  return is_opcode(v, LLVMGetElementPtr) ||
         (LLVMIsAConstantExpr(v) &&
          LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* Whether the access behind the check of an index checks the same. */
static bool is_bounded_by_access(LLVMBasicBlockRef next) {
  for (LLVMValueRef v = LLVMGetFirstInstruction(next); v;
       v = LLVMGetNextInstruction(v)) {
    if (lower_is_instrumentation(v)) continue;
    if (is_opcode(v, LLVMGetElementPtr))
      return is_of_whole_object(v) && lower_is_only_accessed(v);
    if (is_opcode(v, LLVMLoad) || is_opcode(v, LLVMStore)) {
      LLVMValueRef p = LLVMGetOperand(v, is_opcode(v, LLVMLoad) ? 0 : 1);
      return is_gep(p) && is_of_whole_object(p);
    }
    if (LLVMIsATerminatorInst(v) || is_opcode(v, LLVMCall)) return false;
  }
  return false;
}

/* What a check of null pointers looks at. */
static LLVMValueRef checked_pointer(LLVMValueRef condition) {
  if (!is_opcode(condition, LLVMICmp)) return NULL;
  LLVMValueRef p = LLVMGetOperand(condition, 0);
  return LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind ? p : NULL;
}

/* Shifts ------------------------------------------------------------------- */

/* The condition is that of the amount and that of the base: the second is a
 * phi, true where the amount is wrong. */
static LLVMValueRef base_of(LLVMValueRef condition) {
  if (!is_opcode(condition, LLVMAnd)) return NULL;
  LLVMValueRef phi = LLVMGetOperand(condition, 1);
  return is_opcode(phi, LLVMPHI) ? phi : NULL;
}

bool lower_checks_base(LLVMValueRef shift) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(shift);
  if (LLVMGetFirstInstruction(block) != shift) return false;
  LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  if (!u || LLVMGetNextUse(u)) return false;
  LLVMValueRef end = LLVMGetUser(u);
  return is_opcode(end, LLVMBr) && lower_is_instrumentation(end) &&
         LLVMIsConditional(end) &&
         trap_of(LLVMGetSuccessor(end, 1)) == TRAP_SHIFT &&
         base_of(LLVMGetCondition(end));
}

/* Of literals there is no shift left that could be checked. */
static outcome shift_outcome(LLVMValueRef condition) {
  LLVMValueRef phi = base_of(condition);
  if (is_number(phi ? LLVMGetOperand(condition, 0) : condition, 0))
    return OUTCOME_SHIFT;
  for (unsigned k = 0; phi && k < LLVMCountIncoming(phi); k++)
    if (is_number(LLVMGetIncomingValue(phi, k), 0)) return OUTCOME_SHIFT_BASE;
  return OUTCOME_COUNT;
}

/* Checks ------------------------------------------------------------------- */

static void check(lower *l, operand a, outcome kind) {
  if (a.kind == OPERAND_NUMBER && a.bits & 1) return;
  const uint32_t reg = build_use(&l->draft, a);
  ir_insn *i = build_insn(&l->draft, IR_CHECK, 1);
  i->a = reg;
  i->imm = kind;
}

static void check_value(lower *l, LLVMValueRef condition, outcome kind) {
  check(l, lower_scalar(l, condition), kind);
}

static void check_false(lower *l, outcome kind) {
  if (kind != OUTCOME_COUNT) check(l, build_number(1, 0), kind);
}

/* Copies ------------------------------------------------------------------- */

static bool is_byte(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

/* Bytes behind a member may be padding that clang spells out. */
static bool is_followed(LLVMTypeRef whole, unsigned member) {
  for (unsigned k = member + 1; k < LLVMCountStructElementTypes(whole); k++) {
    LLVMTypeRef type = LLVMStructGetTypeAtIndex(whole, k);
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind ? !is_byte(LLVMGetElementType(type)) &&
                                                         LLVMGetArrayLength2(type)
                                                   : !is_byte(type))
      return true;
  }
  return false;
}

/* The bytes from the address to the end of an array that is a member of a struct;
 * UINT64_MAX: the address is no such one.  The last member may be as long as its object
 * (checks.md), an array of length 0 is a mark, and what a union holds has no length of its
 * own. */
static uint64_t room_in_member(lower *l, LLVMValueRef address) {
  if (!is_gep(address) || LLVMGetNumOperands(address) != 3) return UINT64_MAX;
  LLVMTypeRef array = LLVMGetGEPSourceElementType(address);
  LLVMValueRef first = LLVMGetOperand(address, 2), member = LLVMGetOperand(address, 0);
  if (LLVMGetTypeKind(array) != LLVMArrayTypeKind || !LLVMIsAConstantInt(first) ||
      !is_gep(member) || LLVMGetNumOperands(member) != 3)
    return UINT64_MAX;
  LLVMTypeRef whole = LLVMGetGEPSourceElementType(member);
  if (LLVMGetTypeKind(whole) != LLVMStructTypeKind) return UINT64_MAX;
  const unsigned k = (unsigned) LLVMConstIntGetZExtValue(LLVMGetOperand(member, 2));
  const uint64_t length = LLVMGetArrayLength2(array), at = LLVMConstIntGetZExtValue(first);
  if (!length || at > length || LLVMStructGetTypeAtIndex(whole, k) != array ||
      !is_followed(whole, k))
    return UINT64_MAX;
  return (length - at) * types_size(l->constants.types, LLVMGetElementType(array));
}

void lower_check_copy(lower *l, LLVMValueRef address, operand size) {
  const uint64_t room = room_in_member(l, address);
  if (room == UINT64_MAX) return;
  check(l, build_compare(&l->draft, IR_ULE, size, build_number(size.width, room)),
        OUTCOME_MEMBER_BOUNDS);
}

/* Branches ----------------------------------------------------------------- */

/* xor(extractvalue(call, 1), true): the call is of a signed intrinsic, which
 * became an instruction that checks itself. */
static bool checks_itself(LLVMValueRef condition) {
  if (!is_opcode(condition, LLVMXor)) return false;
  LLVMValueRef bit = LLVMGetOperand(condition, 0);
  return is_opcode(bit, LLVMExtractValue) &&
         is_called(LLVMGetOperand(bit, 0), "llvm.s");
}

static bool loads_promoted(lower *l, LLVMValueRef condition) {
  if (!is_opcode(condition, LLVMICmp)) return false;
  LLVMValueRef load = LLVMGetOperand(condition, 0);
  return is_opcode(load, LLVMLoad) &&
         ptrmap_get(&l->promoted, LLVMGetOperand(load, 0));
}

static void check_trap(lower *l, LLVMValueRef condition, int trap,
                       LLVMBasicBlockRef next) {
  switch (trap) {
  case TRAP_ADD: case TRAP_SUB: case TRAP_MUL: case TRAP_NEGATE:
    if (!checks_itself(condition))
      check_value(l, condition, OUTCOME_UNSIGNED_OVERFLOW);
    return;
  case TRAP_DIVISION:           /* division checks itself, unless folded */
    if (is_number(condition, 0) ||
        (is_opcode(condition, LLVMAnd) &&
         is_number(LLVMGetOperand(condition, 0), 0)))
      check_false(l, OUTCOME_DIV_BY_ZERO);
    return;
  case TRAP_SHIFT: check_false(l, shift_outcome(condition)); return;
  case TRAP_TYPE: {
    LLVMValueRef p = checked_pointer(condition);
    if (!p || !lower_is_only_accessed(p)) check_value(l, condition, OUTCOME_NULL_MEMBER);
    return;
  }
  case TRAP_BOUNDS:
    if (!is_bounded_by_access(next)) check_value(l, condition, OUTCOME_ARRAY_BOUNDS);
    return;
  case TRAP_LOAD:
    if (!loads_promoted(l, condition)) check_value(l, condition, OUTCOME_BOOL);
    return;
  case TRAP_UNREACHABLE: case TRAP_MISSING_RETURN:
    check_value(l, condition, OUTCOME_UNREACHABLE);
    return;
  case TRAP_FUNCTION: check_value(l, condition, OUTCOME_BAD_CALL); return;
  case TRAP_FLOAT_CAST: return; /* conversions check themselves */
  case TRAP_IMPLICIT: check_value(l, condition, OUTCOME_IMPLICIT_CONVERSION); return;
  case TRAP_BUILTIN: check_value(l, condition, OUTCOME_BUILTIN); return;
  case TRAP_NULLABILITY_ARGUMENT: case TRAP_NONNULL_ARGUMENT:
    check_value(l, condition, OUTCOME_NONNULL);
    return;
  case TRAP_NULLABILITY_RETURN: case TRAP_NONNULL_RETURN:
    check_value(l, condition, OUTCOME_RETURNS_NONNULL);
    return;
  case TRAP_POINTER: check_value(l, condition, OUTCOME_POINTER_OVERFLOW); return;
  case TRAP_VLA: check_value(l, condition, OUTCOME_VLA_BOUND); return;
  }
  check_value(l, condition, OUTCOME_UNREACHABLE);
}

LLVMBasicBlockRef lower_check(lower *l, LLVMValueRef end) {
  if (!lower_is_instrumentation(end)) return NULL;
  LLVMBasicBlockRef yes = LLVMGetSuccessor(end, 0);
  LLVMBasicBlockRef no = LLVMGetSuccessor(end, 1);
  const int trap = trap_of(no);
  if (trap >= 0) {
    check_trap(l, LLVMGetCondition(end), trap, yes);
    return yes;
  }
  /* Whether to check at all: the base of a shift, where the amount is right,
   * which the shift does itself; or what is returned by a return statement. */
  LLVMValueRef last = LLVMGetBasicBlockTerminator(yes);
  return is_opcode(last, LLVMBr) && !LLVMIsConditional(last) ? no : yes;
}
