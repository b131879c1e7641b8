#include "ir/reads.h"

#include "ir/ptrmap.h"

#include <llvm-c/Core.h>
#include <string.h>

typedef struct reader {
  reads_find find;
  void *context;
  ptrmap seen;                  /* values and variables that were looked at: one read
                                 * of any ends the search */
} reader;

static bool is_read(reader *, LLVMValueRef);

/* What only says how long a variable lives, or what it is called. */
static bool is_silent_call(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length;
  const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
  return !strncmp(name, "llvm.dbg.", 9) || !strncmp(name, "llvm.lifetime.", 14);
}

static bool is_variable_read(reader *r, LLVMValueRef variable) {
  if (ptrmap_get(&r->seen, variable)) return false;
  ptrmap_set(&r->seen, variable, 1);
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable) continue;
    if (LLVMIsALoadInst(user) && !LLVMGetVolatile(user) &&
        !is_read(r, user))
      continue;
    if (LLVMIsACallInst(user) && is_silent_call(user)) continue;
    return true;
  }
  return false;
}

static bool is_passed_and_read(reader *r, LLVMValueRef call, LLVMValueRef v) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  LLVMValueRef function = LLVMIsAFunction(callee) ? r->find(r->context, callee) : NULL;
  if (!function || callee == v) return true;
  const unsigned parameters = LLVMCountParams(function);
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    if (LLVMGetOperand(call, k) != v) continue;
    if (k >= parameters || is_read(r, LLVMGetParam(function, k))) return true;
  }
  return false;
}

static bool is_read(reader *r, LLVMValueRef v) {
  if (ptrmap_get(&r->seen, v)) return false;
  ptrmap_set(&r->seen, v, 1);
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMIsAAllocaInst(LLVMGetOperand(user, 1)) &&
        !LLVMGetVolatile(user) &&
        !is_variable_read(r, LLVMGetOperand(user, 1)))
      continue;
    if (LLVMIsACallInst(user) &&
        (is_silent_call(user) || !is_passed_and_read(r, user, v)))
      continue;
    return true;
  }
  return false;
}

bool reads_value(LLVMValueRef v, reads_find find, void *context) {
  reader r = {.find = find, .context = context};
  const bool is = is_read(&r, v);
  ptrmap_release(&r.seen);
  return is;
}
