#include "native/emit.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#define B e->builder

/* Jumps: counts, budgets and marks as the interpreter has them. */

/* Counts the iterations of loops as the interpreter does: exec_jumped. */
static void count_loop(emitter *e, const ir_insn *i, uint32_t to) {
  const LLVMValueRef loops = emit_load(
      e, e->pointer, emit_field(e, offsetof(native_context, loops)),
      EMIT_SITE);
  const LLVMValueRef place = emit_at(e, loops, to * sizeof(uint32_t));
  if (i->block < to) {
    emit_store(e, emit_const(e, 32, 0), place, EMIT_FRAME);
    return;
  }
  const LLVMValueRef count = emit_load(e, e->i32, place, EMIT_FRAME);
  emit_guard(e, i, LLVMBuildICmp(B, LLVMIntUGE, count,
                                 emit_const(e, 32, e->options->max_loop),
                                 ""));
  emit_store(e, LLVMBuildAdd(B, count, emit_const(e, 32, 1), ""), place,
             EMIT_FRAME);
}

/* Control goes from the instruction's end to its target. */
static void go(emitter *e, const ir_insn *i, uint32_t target) {
  const ir_function *f = e->at->function;
  const uint32_t to = f->insns[target].block;
  const ir_block *from = f->blocks + i->block;
  const char *label = e->options->error_label;
  if (label && !strcmp(f->blocks[to].label, label)) {
    emit_guard(e, i, emit_const(e, 1, 1));
    LLVMBuildUnreachable(B);
    return;
  }
  if (e->options->max_loop && f->blocks[to].is_loop_head)
    count_loop(e, i, to);
  assert(f->blocks[to].first == target && e->at->region->blocks[i->block]);
  const LLVMValueRef count = LLVMBuildAdd(
      B, LLVMBuildLoad2(B, e->i64, e->count, ""),
      emit_const(e, 64, from->count), "");
  LLVMBuildStore(B, count, e->count);
  if (!e->at->region->blocks[to]) {
    emit_exit(e, target, 0);
    return;
  }
  if (to <= i->block) {
    const LLVMBasicBlockRef late = emit_block(e, "late");
    emit_unless(e, LLVMBuildICmp(B, LLVMIntUGE, count, e->stop, ""), late);
    LLVMBuildBr(B, e->at->blocks[to]);
    LLVMPositionBuilderAtEnd(B, late);
    emit_exit(e, target, NATIVE_SIDE);
    return;
  }
  LLVMBuildBr(B, e->at->blocks[to]);
}

/* The block in which a branch edge is taken: one that nobody had taken is left
 * to the interpreter, which marks it. */
static LLVMBasicBlockRef way(emitter *e, const ir_insn *i, uint32_t target,
                             uint64_t edge) {
  if (!e->options->edges[edge]) return emit_side_exit(e, i);
  assert(edge < e->program->edge_count);
  const LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
  const LLVMBasicBlockRef first = emit_block(e, "way");
  LLVMPositionBuilderAtEnd(B, first);
  go(e, i, target);
  LLVMPositionBuilderAtEnd(B, here);
  return first;
}

void emit_jump(emitter *e, const ir_insn *i) {
  go(e, i, (uint32_t) i->imm);
  e->is_open = false;
}

void emit_branch(emitter *e, const ir_insn *i) {
  const LLVMValueRef condition = emit_get(e, i, i->a, 1);
  const LLVMBasicBlockRef yes = way(e, i, i->b, i->imm);
  const LLVMBasicBlockRef no = way(e, i, i->c, i->imm + 1);
  LLVMBuildCondBr(B, condition, yes, no);
  e->is_open = false;
}

void emit_switch(emitter *e, const ir_insn *i) {
  const ir_switch *w = e->at->function->switches.items + i->imm;
  const LLVMValueRef v = emit_get(e, i, i->a, i->width);
  const LLVMValueRef s = LLVMBuildSwitch(
      B, v, way(e, i, w->otherwise, w->otherwise_edge), w->count);
  const LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
  for (uint32_t k = 0; k < w->count; k++) {
    LLVMPositionBuilderAtEnd(B, here);
    LLVMAddCase(s, emit_const(e, i->width, w->values[k]),
                way(e, i, w->targets[k], w->edges[k]));
  }
  e->is_open = false;
}
