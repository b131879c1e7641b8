#include "ir/answers.h"

#include <assert.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

typedef VEC(LLVMValueRef) indirect_calls;

typedef struct signs {
  const ir_linker *l;
  const indirect_calls *indirect;       /* of all modules */
  bool is_equality;             /* of the sign, only whether it is zero may matter */
  ptrmap seen;                  /* values and functions: no use but of the sign so far */
} signs;

static bool is_sign_only(signs *, LLVMValueRef);

/* The functions of the library that call a comparison and look at its sign. */
static bool is_sorter(const char *name) {
  static const char *const names[] = {"qsort", "qsort_r", "bsearch", "lfind", "lsearch",
                                      "tsearch", "tfind", "tdelete", "scandir"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (!strcmp(name, names[k])) return true;
  return false;
}

static bool is_indirect(LLVMValueRef call) {
  const LLVMValueRef callee = LLVMGetCalledValue(call);
  return !LLVMIsAFunction(callee) && !LLVMIsAInlineAsm(callee);
}

static indirect_calls find_indirect_calls(const ir_linker *l) {
  indirect_calls found = {0};
  for (uint32_t m = 0; m < l->modules.count; m++)
    for (LLVMValueRef f = LLVMGetFirstFunction(l->modules.items[m].llvm); f;
         f = LLVMGetNextFunction(f))
      for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
           b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
          if (LLVMIsACallInst(i) && is_indirect(i)) vec_push(&found, i);
  return found;
}

/* Calls through pointers to functions of that type look at the sign only.  A call without a
 * prototype may be of any type. */
static bool are_indirect_calls_sign_only(signs *s, LLVMTypeRef type) {
  for (uint32_t k = 0; k < s->indirect->count; k++) {
    const LLVMValueRef i = s->indirect->items[k];
    const LLVMTypeRef called = LLVMGetCalledFunctionType(i);
    if ((called == type || LLVMIsFunctionVarArg(called)) && !is_sign_only(s, i)) return false;
  }
  return true;
}

/* The function is called there, or its address goes where only the sign matters. */
static bool is_use_sign_only(signs *s, LLVMValueRef function, LLVMValueRef user) {
  if (LLVMIsACallInst(user)) {
    const LLVMValueRef callee = LLVMGetCalledValue(user);
    bool is_argument = false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
      is_argument |= LLVMGetOperand(user, k) == function;
    if (callee == function && !is_sign_only(s, user)) return false;
    if (!is_argument) return true;
    if (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee)) {
      const link_entry *e = s->l->entries.items + link_find(s->l, link_name(callee));
      if (e->rank == LINK_UNDEFINED)
        return !s->is_equality && is_sorter(link_name(callee));
    }
  }
  return are_indirect_calls_sign_only(s, LLVMGlobalGetValueType(function));
}

static bool are_uses_sign_only(signs *s, LLVMValueRef function) {
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u))
    if (!is_use_sign_only(s, function, LLVMGetUser(u))) return false;
  return true;
}

/* Of what the function returns. */
static bool is_result_sign_only(signs *s, LLVMValueRef function) {
  const char *name = link_name(function);
  if (ptrmap_get(&s->seen, function)) return true;
  ptrmap_set(&s->seen, function, 1);
  if (!strcmp(name, "main")) return false;
  if (!are_uses_sign_only(s, function)) return false;
  for (uint32_t m = 0; !link_is_local(function) && m < s->l->modules.count; m++) {
    const LLVMValueRef other = LLVMGetNamedFunction(s->l->modules.items[m].llvm, name);
    if (other && other != function && !are_uses_sign_only(s, other)) return false;
  }
  return true;
}

static bool is_lifetime(LLVMValueRef i) {
  return LLVMIsACallInst(i) &&
         !strncmp(link_name(LLVMGetCalledValue(i)), "llvm.lifetime.", 14);
}

/* What a local variable holds, if it is only loaded and stored whole. */
static bool is_variable_sign_only(signs *s, LLVMValueRef variable, LLVMTypeRef type) {
  if (!LLVMIsAAllocaInst(variable) || LLVMGetAllocatedType(variable) != type) return false;
  if (ptrmap_get(&s->seen, variable)) return true;
  ptrmap_set(&s->seen, variable, 1);
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    const LLVMValueRef i = LLVMGetUser(u);
    if (LLVMIsALoadInst(i)) {
      if (LLVMTypeOf(i) != type || !is_sign_only(s, i)) return false;
    } else if (LLVMIsAStoreInst(i)) {
      if (LLVMGetOperand(i, 0) == variable) return false;
    } else if (!is_lifetime(i)) {
      return false;
    }
  }
  return true;
}

static bool is_compared_with_zero(const signs *s, LLVMValueRef comparison,
                                  LLVMValueRef v) {
  const unsigned at = LLVMGetOperand(comparison, 0) == v;
  if (!LLVMIsNull(LLVMGetOperand(comparison, at))) return false;
  switch (LLVMGetICmpPredicate(comparison)) {
  case LLVMIntEQ: case LLVMIntNE: return true;
  case LLVMIntSLT: case LLVMIntSLE: case LLVMIntSGT: case LLVMIntSGE: return !s->is_equality;
  default: return false;
  }
}

/* As an argument of a function of the program. */
static bool is_argument_sign_only(signs *s, LLVMValueRef call, LLVMValueRef v) {
  const LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee)) return false;
  if (!link_is_local(callee) &&
      s->l->entries.items[link_find(s->l, link_name(callee))].value != callee)
    return false;
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
    if (LLVMGetOperand(call, k) == v &&
        (k >= LLVMCountParams(callee) || LLVMTypeOf(LLVMGetParam(callee, k)) != LLVMTypeOf(v) ||
         !is_sign_only(s, LLVMGetParam(callee, k))))
      return false;
  return true;
}

/* Nothing but the sign of the value matters to the program. */
static bool is_sign_only(signs *s, LLVMValueRef v) {
  if (ptrmap_get(&s->seen, v)) return true;
  ptrmap_set(&s->seen, v, 1);
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    const LLVMValueRef i = LLVMGetUser(u);
    if (!LLVMIsAInstruction(i)) return false;
    bool is_harmless = false;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMICmp: is_harmless = is_compared_with_zero(s, i, v); break;
    case LLVMPHI: case LLVMSelect: case LLVMSExt: is_harmless = is_sign_only(s, i); break;
    case LLVMSub:
      is_harmless = LLVMIsNull(LLVMGetOperand(i, 0)) && is_sign_only(s, i);
      break;
    case LLVMStore:
      is_harmless = LLVMGetOperand(i, 0) == v &&
                    is_variable_sign_only(s, LLVMGetOperand(i, 1), LLVMTypeOf(v));
      break;
    case LLVMCall: is_harmless = is_argument_sign_only(s, i, v); break;
    case LLVMRet:
      is_harmless = is_result_sign_only(
          s, LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)));
      break;
    default: break;
    }
    if (!is_harmless) return false;
  }
  return true;
}

/* A look of its own: a value seen on the way to one that failed is not known to be good. */
static bool is_harmless_use(const ir_linker *l, const indirect_calls *indirect,
                            bool is_equality, LLVMValueRef function, LLVMValueRef user) {
  signs s = {.l = l, .indirect = indirect, .is_equality = is_equality};
  const bool is_harmless = is_use_sign_only(&s, function, user);
  ptrmap_release(&s.seen);
  return is_harmless;
}

static LLVMValueRef declare(LLVMModuleRef m, const char *kind, const char *name,
                            LLVMValueRef like) {
  char other[64];
  snprintf(other, sizeof other, "__braid_%s_%s", kind, name);
  const LLVMValueRef known = LLVMGetNamedFunction(m, other);
  return known ? known : LLVMAddFunction(m, other, LLVMGlobalGetValueType(like));
}

/* Calls of the function alone, or all of its uses if a pointer to it is used so. */
static LLVMValueRef choose(const ir_linker *l, const indirect_calls *indirect, LLVMModuleRef m,
                           bool is_order, const char *name, LLVMValueRef function) {
  LLVMValueRef any = NULL;
  VEC(LLVMValueRef) calls = {0};
  bool is_all = false;
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
    const LLVMValueRef user = LLVMGetUser(u);
    if (is_harmless_use(l, indirect, is_order, function, user)) continue;
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
      vec_push(&calls, user);
    else is_all = true;
  }
  if (is_all || calls.count) any = declare(m, is_order ? "order" : "any", name, function);
  for (uint32_t k = 0; k < calls.count; k++)
    LLVMSetOperand(calls.items[k], (unsigned) LLVMGetNumOperands(calls.items[k]) - 1, any);
  if (is_all) LLVMReplaceAllUsesWith(function, any);
  vec_release(&calls);
  return any;
}

/* Nobody looks at what the call returns: it goes at most to a local variable that is never
 * loaded. */
static bool is_ignored(LLVMValueRef call) {
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
    const LLVMValueRef store = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(store) || !LLVMIsAAllocaInst(LLVMGetOperand(store, 1))) return false;
    const LLVMValueRef variable = LLVMGetOperand(store, 1);
    for (LLVMUseRef v = LLVMGetFirstUse(variable); v; v = LLVMGetNextUse(v)) {
      const LLVMValueRef i = LLVMGetUser(v);
      if (!(LLVMIsAStoreInst(i) && LLVMGetOperand(i, 0) != variable) && !is_lifetime(i))
        return false;
    }
  }
  return true;
}

/* The comparison is with a constant, and asks for more than success.  Failure is -1, of signal()
 * too. */
static bool asks_for_more(LLVMValueRef comparison, LLVMValueRef v) {
  LLVMValueRef other = LLVMGetOperand(comparison, LLVMGetOperand(comparison, 0) == v);
  if (LLVMIsAConstantExpr(other) && LLVMGetConstOpcode(other) == LLVMIntToPtr)
    other = LLVMGetOperand(other, 0);
  if (LLVMIsNull(other))
    switch (LLVMGetICmpPredicate(comparison)) {
    case LLVMIntSLT: case LLVMIntSGE: return false;
    default: return true;
    }
  if (!LLVMIsAConstantInt(other)) return false;
  return LLVMConstIntGetSExtValue(other) != -1;
}

/* The program looks at what the call returns, itself or from a local variable: compares it with
 * a number, or takes it for an index. */
static bool is_looked_at(LLVMValueRef v, bool is_variable, unsigned depth) {
  if (!depth) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    const LLVMValueRef i = LLVMGetUser(u);
    if (!LLVMIsAInstruction(i)) continue;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMICmp:
      if (!is_variable && asks_for_more(i, v)) return true;
      break;
    case LLVMSwitch: return true;
    case LLVMGetElementPtr:
      if (LLVMGetOperand(i, 0) != v) return true;
      break;
    case LLVMLoad: case LLVMSExt: case LLVMZExt: case LLVMPHI: case LLVMSelect:
      if ((LLVMGetInstructionOpcode(i) == LLVMLoad) == is_variable &&
          is_looked_at(i, false, depth - 1))
        return true;
      break;
    case LLVMStore:
      if (!is_variable && LLVMIsAAllocaInst(LLVMGetOperand(i, 1)) &&
          is_looked_at(LLVMGetOperand(i, 1), true, depth - 1))
        return true;
      break;
    default: break;
    }
  }
  return false;
}

static bool is_success_only(LLVMValueRef call) {
  enum { DEPTH = 8 };           /* variables that are copied round do not end */
  return !is_looked_at(call, false, DEPTH);
}

/* Every use of the function but calls that need no guard. */
static LLVMValueRef guard(LLVMModuleRef m, const char *name, LLVMValueRef function,
                          bool (*is_harmless)(LLVMValueRef call)) {
  VEC(LLVMValueRef) ignored = {0};
  uint32_t uses = 0;
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u), uses++) {
    const LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function && is_harmless(user))
      vec_push(&ignored, user);
  }
  LLVMValueRef near = NULL;
  if (ignored.count < uses) {
    near = declare(m, "near", name, function);
    LLVMReplaceAllUsesWith(function, near);
    for (uint32_t k = 0; k < ignored.count; k++)
      LLVMSetOperand(ignored.items[k],
                     (unsigned) LLVMGetNumOperands(ignored.items[k]) - 1, function);
  }
  vec_release(&ignored);
  return near;
}

bool link_choose_answers(ir_linker *l, char **message) {
  enum { ANY, NEAR, ORDER, INHERITED };
  static const struct { const char *name; int kind; } open[] = {
#define CHOICE(NAME, WHAT) {#NAME, ANY},
#define NEAR(KIND, NAME) NEAR_##KIND(NAME)
#define NEAR_TYPES(NAME, END) {#NAME END, NEAR}, {#NAME "f" END, NEAR}, {#NAME "l" END, NEAR},
#define NEAR_UNARY(NAME) NEAR_TYPES(NAME, "")
#define NEAR_BESSEL(NAME) NEAR_TYPES(NAME, "")
#define NEAR_INTEGER_UNARY(NAME) NEAR_TYPES(NAME, "")
#define NEAR_BINARY(NAME) NEAR_TYPES(NAME, "")
#define NEAR_INTEGER_BINARY(NAME) NEAR_TYPES(NAME, "")
#define NEAR_ORDER(NAME) NEAR_TYPES(NAME, "")
#define NEAR_COMPLEX(NAME) NEAR_TYPES(NAME, "")
#define NEAR_COMPLEX_BINARY(NAME) NEAR_TYPES(NAME, "")
#define NEAR_MEASURE(NAME) NEAR_TYPES(NAME, "")
#define NEAR_BOTH(NAME) NEAR_TYPES(NAME, "")
#define NEAR_SIGNED(NAME) NEAR_TYPES(NAME, "_r")
#include "runtime/libc/differences.def"
    {"memcmp", ORDER},          /* behind ANY: of calls that look at the sign only */
#define INHERITED(TYPE, NAME, PARAMETERS, ARGUMENTS) {#NAME, INHERITED},
#include "runtime/posix/inherited.def"
    {"open", INHERITED}
  };
  indirect_calls indirect = find_indirect_calls(l);
  bool is_good = true;
  for (size_t k = 0; is_good && k < sizeof open / sizeof *open; k++) {
    const uint32_t known = link_find(l, open[k].name);
    if (!known || l->entries.items[known].rank != LINK_UNDEFINED) continue;
    for (uint32_t m = 0; is_good && m < l->modules.count; m++) {
      assert(!l->modules.items[m].is_library);
      const LLVMModuleRef llvm = l->modules.items[m].llvm;
      const LLVMValueRef function = LLVMGetNamedFunction(llvm, open[k].name);
      if (!function || !LLVMIsDeclaration(function)) continue;  /* a static one */
      const LLVMValueRef other =
          open[k].kind == NEAR ? guard(llvm, open[k].name, function, is_ignored)
          : open[k].kind == INHERITED
              ? guard(llvm, open[k].name, function, is_success_only)
              : choose(l, &indirect, llvm, open[k].kind == ORDER, open[k].name, function);
      is_good = !other || link_add(l, m, other, message);
    }
  }
  vec_release(&indirect);
  return is_good;
}
