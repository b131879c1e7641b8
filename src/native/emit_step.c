#include "native/emit.h"

#include "ir/draft.h"

#include <stddef.h>

#define B e->builder

/*
 * An instruction that C code does in the middle of native code: calls, what is
 * wide or rare.  The registers go back to
 * the frame for it, as at an exit; afterwards what it wrote comes from there,
 * and no site knows its object any more, since objects may have come and gone.
 */
static LLVMValueRef field(emitter *e, LLVMTypeRef type, size_t offset) {
  return emit_load(e, type, emit_field(e, offset), EMIT_SITE);
}

/* The count is that of the block's start; C code counts to the instruction. */
static void set_instructions(emitter *e, uint32_t executed) {
  const LLVMValueRef count = LLVMBuildLoad2(B, e->i64, e->count, "");
  emit_store(e, LLVMBuildAdd(B, count, emit_const(e, 64, executed), ""),
             emit_field(e, offsetof(native_context, instructions)),
             EMIT_SITE);
}

static void reload_results(emitter *e, const ir_insn *i) {
  operands o = {0};
  draft_operands((ir_function *) e->at->function, (ir_insn *) i, &o);
  for (uint32_t k = 0; k < o.written; k++) emit_reload(e, *o.writes + k);
  vec_release(&o.reads);
}

/* All steps that do not go on leave here. */
static LLVMBasicBlockRef left_block(emitter *e) {
  if (e->left) return e->left;
  const LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
  e->left = emit_block(e, "left");
  LLVMPositionBuilderAtEnd(B, e->left);
  LLVMBuildRet(B, emit_const(e, 64, NATIVE_LEFT));
  LLVMPositionBuilderAtEnd(B, here);
  return e->left;
}

void emit_step(emitter *e, const ir_insn *i) {
  const uint32_t insn = (uint32_t) (i - e->at->function->insns);
  const uint32_t executed = insn - e->at->function->blocks[i->block].first;
  emit_write_back(e, insn);
  set_instructions(e, executed);
  emit_store(e, LLVMBuildLoad2(B, e->i64, e->calls, ""),
             emit_field(e, offsetof(native_context, calls)), EMIT_SITE);
  LLVMTypeRef types[2] = {e->pointer, e->i32};
  LLVMValueRef args[2] = {e->context, emit_const(e, 32, insn)};
  const LLVMValueRef goes_on = emit_call(e, offsetof(native_context, step),
                                         types, args, 2);
  emit_unless(e, LLVMBuildNot(B, goes_on, ""), left_block(e));
  LLVMBuildStore(B, field(e, e->pointer, offsetof(native_context, regs)),
                 e->at->regs);
  LLVMBuildStore(B, field(e, e->i64, offsetof(native_context, calls)),
                 e->calls);
  const LLVMValueRef now = field(e, e->i64,
                                 offsetof(native_context, instructions));
  LLVMBuildStore(B, LLVMBuildSub(B, now, emit_const(e, 64, executed + 1), ""),
                 e->count);
  emit_forget_sites(e);
  reload_results(e, i);
  /* However long it took: the budget may be near. */
  emit_guard(e, i + 1, LLVMBuildICmp(B, LLVMIntUGE, now, e->stop, ""));
}
