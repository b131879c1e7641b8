#include "ir/lower.h"

#include <string.h>

/*
 * Which variables are a new object each time that their life begins.
 *
 * C makes one at each entry into the block.  That can be observed only if the
 * life may begin twice in one call, so inside a cycle of the control flow, and
 * if a pointer to the variable can outlive it: its address is used for more
 * than loads, stores and copies in place.  Addresses computed for those do not
 * outlive the block either: clang gives no lifetime to a variable whose
 * declaration a jump may bypass, so the life begins on every way to a use.
 */
static bool is_in_place(LLVMValueRef user, LLVMValueRef address) {
  size_t length;
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad: return true;
  case LLVMStore: return LLVMGetOperand(user, 0) != address;
  case LLVMGetElementPtr:
    for (LLVMUseRef u = LLVMGetFirstUse(user); u; u = LLVMGetNextUse(u))
      if (!is_in_place(LLVMGetUser(u), user)) return false;
    return true;
  case LLVMCall: {
    LLVMValueRef callee = LLVMGetCalledValue(user);
    if (!LLVMIsAFunction(callee)) return false;
    const char *name = LLVMGetValueName2(callee, &length);
    return !strncmp(name, "llvm.lifetime.", 14) ||
           !strncmp(name, "llvm.memcpy.", 12) ||
           !strncmp(name, "llvm.memmove.", 13) ||
           !strncmp(name, "llvm.memset.", 12) ||
           !strncmp(name, "llvm.dbg.", 9);
  }
  default: return false;
  }
}

/* Whether control may come back to the block. */
static bool is_cyclic(lower *l, LLVMBasicBlockRef block) {
  const uint32_t known = ptrmap_get(&l->cyclic, block);
  if (known) return known == 2;
  VEC(LLVMBasicBlockRef) todo = {0};
  ptrmap seen = {0};
  bool found = false;
  vec_push(&todo, block);
  while (todo.count && !found) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(vec_pop(&todo));
    const unsigned count = LLVMGetNumSuccessors(end);
    for (unsigned k = 0; k < count; k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
      found |= to == block;
      if (ptrmap_get(&seen, to)) continue;
      ptrmap_set(&seen, to, 1);
      vec_push(&todo, to);
    }
  }
  ptrmap_release(&seen);
  vec_release(&todo);
  ptrmap_set(&l->cyclic, block, found ? 2 : 1);
  return found;
}

bool lower_may_outlive(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (LLVMIsAInstruction(LLVMGetUser(u)) &&
        !is_in_place(LLVMGetUser(u), alloca)) return true;
  return false;
}

bool lower_is_renewed(lower *l, LLVMValueRef alloca) {
  bool is_cycled = false;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    size_t length;
    if (LLVMIsAInstruction(user) && is_in_place(user, alloca) &&
        LLVMGetInstructionOpcode(user) == LLVMCall &&
        !strncmp(LLVMGetValueName2(LLVMGetCalledValue(user), &length),
                 "llvm.lifetime.start", 19))
      is_cycled |= is_cyclic(l, LLVMGetInstructionParent(user));
  }
  return is_cycled && lower_may_outlive(alloca);
}
