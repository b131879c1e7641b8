#include "ir/optimised.h"

#include <llvm-c/Core.h>

static bool is_spared(LLVMValueRef function) {
  static const char name[] = "optnone";
  const unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  return LLVMGetEnumAttributeAtIndex(
      function, (LLVMAttributeIndex) LLVMAttributeFunctionIndex, kind);
}

/* A number, not a truth value: the front end widens those first. */
static bool is_number(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) > 1;
  case LLVMFloatTypeKind: case LLVMDoubleTypeKind: return true;
  default: return false;
  }
}

/* As it is, or converted: parameters of the oldest style are narrowed first. */
static bool is_stored(LLVMValueRef v) {
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v) return true;
    if (LLVMIsACastInst(user) && is_stored(user)) return true;
  }
  return false;
}

/* Of a function, not of an intrinsic: those of the debug information are tail calls
 * from the start. */
static bool is_tail_call(LLVMValueRef i) {
  if (!LLVMIsACallInst(i) || LLVMGetTailCallKind(i) != LLVMTailCallKindTail) return false;
  LLVMValueRef callee = LLVMGetCalledValue(i);
  return !LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee);
}

static bool has_tail_call(LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      if (is_tail_call(i)) return true;
  return false;
}

bool optimised_has_marks(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || is_spared(f)) continue;
    for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p))
      if (is_number(LLVMTypeOf(p)) && !is_stored(p)) return true;
    if (has_tail_call(f)) return true;
  }
  return false;
}
