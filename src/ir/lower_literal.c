#include "ir/lower.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

/*
 * The lives of compound literals.  C ends the life of one with the block that it
 * stands in; clang marks the lives of variables and leaves literals to the
 * frame.  The block is known from debug information: the scope of the
 * instructions that initialise the literal.  Where control enters the scope the
 * markers of a variable's life are inserted, and where control leaves it.
 *
 * Branches are not looked at: clang gives the one of an `if` or a loop the scope
 * around the statement.  A correct answer is obtained if all of this is omitted,
 * up to uses of dead literals.
 */
typedef enum side { UNSEEN, OUTSIDE, INSIDE, EITHER } side;

typedef struct literal {
  LLVMContextRef context;
  LLVMValueRef alloca;
  LLVMMetadataRef scope;
} literal;

static bool is_block(LLVMMetadataRef scope) {
  const LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
  return kind == LLVMDILexicalBlockMetadataKind ||
         kind == LLVMDILexicalBlockFileMetadataKind;
}

/* The scope around a block. */
static LLVMMetadataRef around(LLVMContextRef context, LLVMMetadataRef block) {
  enum { FILE_OPERAND, SCOPE_OPERAND, MOST = 8 };
  LLVMValueRef v = LLVMMetadataAsValue(context, block), list[MOST] = {NULL};
  const unsigned count = LLVMGetMDNodeNumOperands(v);
  if (count <= SCOPE_OPERAND || count > MOST) return NULL;
  LLVMGetMDNodeOperands(v, list);
  return list[SCOPE_OPERAND] ? LLVMValueAsMetadata(list[SCOPE_OPERAND]) : NULL;
}

/* A change of the file, by #include, opens no block. */
static LLVMMetadataRef block_of(LLVMContextRef context, LLVMMetadataRef scope) {
  while (scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind)
    scope = around(context, scope);
  return scope;
}

/* NULL: the instruction does not say where it stands. */
static LLVMMetadataRef scope_of(LLVMValueRef insn) {
  if (LLVMIsATerminatorInst(insn) || LLVMIsAPHINode(insn)) return NULL;
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(insn);
  return at && LLVMDILocationGetLine(at) ? LLVMDILocationGetScope(at) : NULL;
}

static side side_of(const literal *l, LLVMValueRef insn) {
  LLVMMetadataRef scope = scope_of(insn);
  if (!scope) return UNSEEN;
  for (; scope && scope != l->scope; scope = around(l->context, scope))
    if (!is_block(scope)) return OUTSIDE;
  return scope ? INSIDE : OUTSIDE;
}

/* The block that all uses of the literal itself stand in; NULL: there is none but
 * the function's, or they disagree. */
static LLVMMetadataRef find_scope(const literal *l) {
  LLVMMetadataRef found = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(l->alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user)) return NULL;
    LLVMMetadataRef scope = block_of(l->context, scope_of(user));
    if (!scope) continue;
    if (!is_block(scope) || (found && found != scope)) return NULL;
    found = scope;
  }
  return found;
}

static side leaving(const literal *l, LLVMBasicBlockRef block, side in) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
       i = LLVMGetNextInstruction(i)) {
    const side s = side_of(l, i);
    if (s != UNSEEN) in = s;
  }
  return in;
}

/* On which side of the scope's edge control enters each block. */
static void find_sides(const literal *l, LLVMValueRef function, ptrmap *in) {
  ptrmap_set(in, LLVMGetEntryBasicBlock(function), OUTSIDE);
  for (bool changed = true; changed;) {
    changed = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
      const side here = (side) ptrmap_get(in, b);
      const side out = here == UNSEEN ? UNSEEN : leaving(l, b, here);
      const unsigned count = end ? LLVMGetNumSuccessors(end) : 0;
      for (unsigned k = 0; k < count && out != UNSEEN; k++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
        const side had = (side) ptrmap_get(in, to);
        const side has = had == UNSEEN || had == out ? out : EITHER;
        if (has == had) continue;
        ptrmap_set(in, to, has);
        changed = true;
      }
    }
  }
}

static void mark(const literal *l, LLVMValueRef before, const char *name) {
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(before)));
  LLVMTypeRef pointer = LLVMTypeOf(l->alloca);
  const unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(module, id, &pointer, 1);
  LLVMTypeRef type = LLVMIntrinsicGetType(l->context, id, &pointer, 1);
  LLVMTypeRef size = LLVMInt64TypeInContext(l->context);
  LLVMValueRef args[] = {LLVMConstInt(size, UINT64_MAX, true), l->alloca};
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(l->context);
  LLVMPositionBuilderBefore(builder, before);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(before));
  /* LLVM 22 has no size before the address. */
  const unsigned all = LLVMCountParamTypes(type);
  LLVMBuildCall2(builder, type, f, args + (all == 1), all, "");
  LLVMDisposeBuilder(builder);
}

/* Walks over the crossings of the scope's edge.  False: control may enter it at a
 * place where it may as well be inside already. */
static bool cross(const literal *l, LLVMValueRef function, const ptrmap *in,
                  bool marks) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b)) {
    side at = (side) ptrmap_get(in, b);
    if (at == UNSEEN) continue;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      const side s = side_of(l, i);
      if (s == UNSEEN || s == at) continue;
      if (s == INSIDE && at == EITHER) return false;
      if (marks) mark(l, i, s == INSIDE ? "llvm.lifetime.start" : "llvm.lifetime.end");
      at = s;
    }
  }
  return true;
}

void lower_literals(LLVMValueRef function) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i;
       i = LLVMGetNextInstruction(i)) {
    size_t length;
    if (!LLVMIsAAllocaInst(i) ||
        strncmp(LLVMGetValueName2(i, &length), ".compoundliteral", 16))
      continue;
    literal l = {LLVMGetModuleContext(LLVMGetGlobalParent(function)), i, NULL};
    l.scope = lower_may_outlive(i) ? find_scope(&l) : NULL;
    if (!l.scope) continue;
    ptrmap in = {0};
    find_sides(&l, function, &in);
    if (cross(&l, function, &in, false)) cross(&l, function, &in, true);
    ptrmap_release(&in);
  }
}
