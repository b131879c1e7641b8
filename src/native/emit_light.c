#include "native/emit.h"

#include <stddef.h>

#define B e->builder

/*
 * Light steps: what C code does for native code on operands alone, with no
 * frame.  Blocks of memory, lives of stack slots, the heap.  If C code cannot,
 * it has changed nothing, and the step is a side exit.
 */
bool region_is_light(const ir_program *p, const ir_function *f,
                     const ir_insn *i, const native_options *o) {
  switch ((int) i->op) {
  case IR_COPY: case IR_MOVEMEM: case IR_FILL: return !(i->flags & IR_LOOKS);
  case IR_BEGIN: case IR_RENEW: case IR_END: return p->object_shift == 32;
  case IR_CALL: {
    const ir_call *c = f->calls.items + i->imm;
    return c->callee != IR_INDIRECT && p->object_shift == 32 &&
           o->heap_of(o->context, c->callee) != NATIVE_HEAP_NONE;
  }
  }
  return false;
}

void emit_user_site(emitter *e, const ir_insn *i, bool is_library) {
  const ir_function *f = e->at->function;
  if (!is_library || f->is_library) return;
  emit_store(e, emit_const(e, 64, e->options->user_site(
      e->options->context, f, (uint32_t) (i - f->insns))),
             emit_field(e, offsetof(native_context, user_site)), EMIT_SITE);
}

static LLVMValueRef wide(emitter *e, const ir_insn *i, uint32_t reg,
                         unsigned bits) {
  return LLVMBuildZExt(B, emit_get(e, i, reg, bits), e->i64, "");
}

static void emit_block_step(emitter *e, const ir_insn *i) {
  const unsigned width = e->program->pointer_bits;
  LLVMTypeRef types[5] = {e->pointer, e->i32, e->i64, e->i64, e->i64};
  LLVMValueRef args[5] = {
    e->context, emit_const(e, 32, i->op),
    wide(e, i, i->a, width), wide(e, i, i->b, i->op == IR_FILL ? 8 : width),
    wide(e, i, i->c, i->width)};
  const LLVMValueRef is_good = emit_call(e, offsetof(native_context, block),
                                         types, args, 5);
  emit_guard(e, i, LLVMBuildNot(B, is_good, ""));
}

static void emit_life(emitter *e, const ir_insn *i) {
  LLVMTypeRef types[5] = {e->pointer, e->pointer, e->i64, e->i32, e->i1};
  LLVMValueRef args[5] = {e->context, emit_address_of(e, e->result),
                          LLVMBuildLoad2(B, e->i64, e->first_slot, ""),
                          emit_const(e, 32, i->imm),
                          emit_const(e, 1, i->op == IR_BEGIN)};
  const LLVMValueRef call = LLVMBuildCall2(
      B, LLVMFunctionType(LLVMVoidTypeInContext(e->llvm), types, 5, false),
      emit_load(e, e->pointer, emit_field(e, offsetof(native_context, live)),
                EMIT_SITE), args, 5, "");
  /* As clang passes C's bool. */
  LLVMAddCallSiteAttribute(
      call, 5, LLVMCreateEnumAttribute(
          e->llvm, LLVMGetEnumAttributeKindForName("zeroext", 7), 0));
}

static void emit_renew(emitter *e, const ir_insn *i) {
  LLVMTypeRef types[4] = {e->pointer, e->pointer, e->i64, e->i32};
  LLVMValueRef args[4] = {e->context, emit_address_of(e, e->result),
                          LLVMBuildLoad2(B, e->i64, e->first_slot, ""),
                          emit_const(e, 32, i->imm)};
  const LLVMValueRef is_good = emit_call(e, offsetof(native_context, renew),
                                         types, args, 4);
  emit_guard(e, i, LLVMBuildNot(B, is_good, ""));
  const LLVMValueRef address = emit_load(
      e, e->i64, emit_field(e, offsetof(native_context, loaded)), EMIT_SITE);
  emit_set(e, i->d, LLVMBuildTrunc(
      B, address, emit_width(e, e->program->pointer_bits), ""));
}

static void emit_heap(emitter *e, const ir_insn *i) {
  const ir_call *c = e->at->function->calls.items + i->imm;
  const native_heap kind = e->options->heap_of(e->options->context, c->callee);
  LLVMTypeRef types[4] = {e->pointer, e->i32, e->i64, e->i64};
  LLVMValueRef args[4] = {e->context, emit_const(e, 32, kind),
                          wide(e, i, c->args[0].reg, c->args[0].width),
                          emit_const(e, 64, 0)};
  if (kind == NATIVE_HEAP_ALLOC)
    args[3] = LLVMBuildOr(
        B, wide(e, i, c->args[2].reg, c->args[2].width),
        LLVMBuildShl(B, wide(e, i, c->args[1].reg, c->args[1].width),
                     emit_const(e, 64, NATIVE_ALIGN_SHIFT), ""), "");
  if (kind == NATIVE_HEAP_LENGTH)
    args[3] = wide(e, i, c->args[1].reg, c->args[1].width);
  emit_user_site(e, i, true);
  LLVMValueRef result = args[3];
  if (kind != NATIVE_HEAP_IS_SYMBOLIC) {
    const LLVMValueRef is_good = emit_call(e, offsetof(native_context, heap),
                                           types, args, 4);
    emit_guard(e, i, LLVMBuildNot(B, is_good, ""));
    result = emit_load(e, e->i64,
                       emit_field(e, offsetof(native_context, loaded)),
                       EMIT_SITE);
  }
  if (c->result_count)
    emit_set(e, c->result, LLVMBuildTrunc(
        B, result, emit_width(e, c->result_widths[0]), ""));
}

void emit_light_step(emitter *e, const ir_insn *i) {
  if (i->op == IR_CALL) emit_heap(e, i);
  else if (i->op == IR_BEGIN || i->op == IR_END) emit_life(e, i);
  else if (i->op == IR_RENEW) emit_renew(e, i);
  else emit_block_step(e, i);
  emit_recall_sites(e);
}
