#include "ir/callers.h"

#include "base/mem.h"
#include "ir/bitcode.h"

#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

/* Variables become values, and conditions round a call become attributes of its
 * arguments. */
static const char passes[] =
    "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,"
    "correlated-propagation)";

static bool optimise(LLVMModuleRef module) {
  const LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
  const LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, o);
  LLVMDisposePassBuilderOptions(o);
  if (error) LLVMConsumeError(error);
  return !error;
}

/* The variable or the allocation that a pointer points into; NULL: not known. */
static LLVMValueRef object_of(LLVMValueRef v) {
  for (unsigned k = 0; k < 64; k++)
    if (LLVMIsAAllocaInst(v) || LLVMIsAGlobalVariable(v)) return v;
    else if (LLVMIsAGetElementPtrInst(v) ||
             (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr))
      v = LLVMGetOperand(v, 0);
    else return NULL;
  return NULL;
}

static bool is_weak(LLVMValueRef v) {
  return LLVMIsAGlobalVariable(v) &&
         (LLVMGetLinkage(v) == LLVMExternalWeakLinkage);
}

static bool is_not_null(LLVMValueRef call, unsigned k, LLVMValueRef v) {
  const unsigned kind = LLVMGetEnumAttributeKindForName("nonnull", 7);
  if (LLVMGetCallSiteEnumAttribute(call, k + 1, kind)) return true;
  const LLVMValueRef object = object_of(v);
  return (object && !is_weak(object)) || LLVMIsAFunction(v);
}

static bool is_pointer(LLVMValueRef v) {
  return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static void take_argument(ir_callers *c, LLVMValueRef call, unsigned k) {
  const LLVMValueRef v = LLVMGetOperand(call, k);
  ir_callers_param *p = c->params.items + k;
  if (is_pointer(v)) {
    p->is_number = false;
    p->is_never_null &= is_not_null(call, k, v);
    return;
  }
  p->is_never_null = false;
  if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) {
    p->is_number = false;
    return;
  }
  const int64_t n = LLVMConstIntGetSExtValue(v);
  if (n < p->least) p->least = n;
  if (n > p->most) p->most = n;
}

/* A variable of the caller's own is not where its arguments point to. */
static bool is_own(LLVMValueRef object, LLVMValueRef other) {
  return object && LLVMIsAAllocaInst(object) && LLVMIsAArgument(other);
}

static bool may_share(LLVMValueRef call, unsigned a, unsigned b) {
  const LLVMValueRef x = LLVMGetOperand(call, a), y = LLVMGetOperand(call, b);
  if (!is_pointer(x) || !is_pointer(y)) return true;
  const LLVMValueRef first = object_of(x), second = object_of(y);
  if (is_own(first, y) || is_own(second, x)) return false;
  return !first || !second || first == second;
}

/* False: the call has another number of arguments. */
static bool take_call(ir_callers *c, LLVMValueRef call, bool is_first) {
  const unsigned n = LLVMGetNumArgOperands(call);
  if (is_first) {
    for (unsigned k = 0; k < n; k++) {
      const ir_callers_param any = {.is_never_null = true, .is_number = true,
                                    .least = INT64_MAX, .most = INT64_MIN};
      vec_push(&c->params, any);
      for (unsigned i = 0; i < k; i++)
        vec_push(&c->apart, ((ir_callers_pair) {i, k}));
    }
  }
  if (n != c->params.count) return false;
  for (unsigned k = 0; k < n; k++) take_argument(c, call, k);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < c->apart.count; k++)
    if (!may_share(call, c->apart.items[k].a, c->apart.items[k].b))
      c->apart.items[kept++] = c->apart.items[k];
  c->apart.count = kept;
  return true;
}

static void forget(ir_callers *c) {
  c->is_unknown = true;
  c->params.count = c->apart.count = 0;
}

static void take_uses(ir_callers *c, LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    const LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f) {
      c->is_elsewhere = true;
      continue;
    }
    for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
      c->is_elsewhere |= LLVMGetOperand(user, k) == f;
    if (c->is_unknown || !take_call(c, user, !c->sites++)) {
      forget(c);
      return;
    }
  }
}

/* Variables -------------------------------------------------------------- */

typedef VEC(LLVMValueRef) value_list;

static bool is_in(const value_list *l, LLVMValueRef v) {
  for (uint32_t k = 0; k < l->count; k++)
    if (l->items[k] == v) return true;
  return false;
}

/* The functions of the module that the list's functions name, and so on. */
static void add_named(value_list *l) {
  for (uint32_t k = 0; k < l->count; k++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->items[k]); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        for (int n = 0; n < LLVMGetNumOperands(i); n++) {
          LLVMValueRef v = LLVMGetOperand(i, (unsigned) n);
          if (LLVMIsAFunction(v) && !is_in(l, v)) vec_push(l, v);
        }
}

/* Some function outside of the list does more than read the variable, or an expression
 * or another variable has its address. */
static bool is_written(LLVMValueRef variable, const value_list *own) {
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAConstantExpr(user)) {
      if (is_written(user, own)) return true;
      continue;
    }
    if (!LLVMIsAInstruction(user)) return true;
    if (!LLVMIsALoadInst(user) &&
        !is_in(own, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))))
      return true;
  }
  return false;
}

static void take_variables(ir_callers *c, LLVMModuleRef m, LLVMValueRef function) {
  value_list own = {0};
  if (function) vec_push(&own, function);
  add_named(&own);
  for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v)) {
    size_t length;
    const char *name = LLVMGetValueName2(v, &length);
    if (LLVMIsGlobalConstant(v) || !length || !is_written(v, &own)) continue;
    vec_push(&c->written, mem_string(name));
  }
  vec_release(&own);
}

void ir_callers_read(ir_callers *c, const char *path, const char *function) {
  bitcode_file file;
  char *text, *message = NULL;
  if (!bitcode_open(&file, path, &message)) {
    free(message);
    forget(c);
    return;
  }
  const LLVMContextRef context = bitcode_context_new(&text);
  const LLVMModuleRef module = bitcode_parse(context, &text, path, file.data, file.size,
                                             true, &message);
  bitcode_close(&file);
  if (module) take_variables(c, module, LLVMGetNamedFunction(module, function));
  if (module && optimise(module)) {
    const LLVMValueRef f = LLVMGetNamedFunction(module, function);
    if (f) take_uses(c, f);
  } else {
    forget(c);
  }
  if (module) LLVMDisposeModule(module);
  LLVMContextDispose(context);
  free(text);
  free(message);
}

bool ir_callers_write(const ir_callers *c, const char *variable) {
  for (uint32_t k = 0; k < c->written.count; k++)
    if (!strcmp(c->written.items[k], variable)) return true;
  return false;
}

void ir_callers_release(ir_callers *c) {
  vec_release(&c->params);
  vec_release(&c->apart);
  for (uint32_t k = 0; k < c->written.count; k++) free(c->written.items[k]);
  vec_release(&c->written);
}
