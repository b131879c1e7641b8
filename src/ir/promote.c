#include "ir/lower.h"

#include <string.h>

/*
 * An alloca becomes one register when no difference can be observed: it is
 * a single scalar, every use is a plain load or store of its whole width or
 * marks its lifetime, and its address goes nowhere.  Its lifetime still counts:
 * where it begins or ends, the register holds no definition.
 */
static bool marks_lifetime(LLVMValueRef user) {
  if (LLVMGetInstructionOpcode(user) != LLVMCall) return false;
  LLVMValueRef callee = LLVMGetCalledValue(user);
  size_t length;
  return LLVMIsAFunction(callee) &&
         !strncmp(LLVMGetValueName2(callee, &length), "llvm.lifetime.", 14);
}

static bool is_plain(types *t, LLVMValueRef user, LLVMValueRef alloca,
                     unsigned width) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad:
    return !LLVMGetVolatile(user) &&
           types_width(t, LLVMTypeOf(user)) == width;
  case LLVMStore: {
    LLVMValueRef value = LLVMGetOperand(user, 0);
    return value != alloca && !LLVMGetVolatile(user) &&
           types_width(t, LLVMTypeOf(value)) == width;
  }
  case LLVMCall: return marks_lifetime(user);
  default: return false;
  }
}

unsigned promote_width(types *t, LLVMValueRef alloca) {
  const unsigned width = types_width(t, LLVMGetAllocatedType(alloca));
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  if (!width || width > UINT16_MAX || !LLVMIsAConstantInt(count) ||
      LLVMConstIntGetZExtValue(count) != 1)
    return 0;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (!LLVMIsAInstruction(LLVMGetUser(u)) ||
        !is_plain(t, LLVMGetUser(u), alloca, width))
      return 0;
  return width;
}
