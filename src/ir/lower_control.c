#include "ir/lower.h"

#include <stdlib.h>

#include <llvm/Config/llvm-config.h>

static uint32_t block_of(lower *l, LLVMBasicBlockRef block) {
  return ptrmap_get(&l->blocks, block) - 1;
}

static void lower_return(lower *l, LLVMValueRef end) {
  draft *d = &l->draft;
  uint32_t count = 0, first = 0, reg = 0;
  if (LLVMGetNumOperands(end))
    first = lower_parts(l, LLVMGetOperand(end, 0), &count);
  if (count == 1) {
    reg = build_use(d, l->operands.items[first]);
  } else if (count) {
    reg = build_fresh(d, count);
    for (uint32_t i = 0; i < count; i++)
      build_move(d, reg + i, l->operands.items[first + i]);
  }
  ir_insn *i = build_insn(d, IR_RETURN, 0);
  i->a = reg;
  i->b = count;
}

typedef struct arm { uint64_t value; uint32_t target; } arm;

static int by_value(const void *a, const void *b) {
  const uint64_t x = ((const arm *) a)->value, y = ((const arm *) b)->value;
  return (x > y) - (x < y);
}

/* Before LLVM 22 the operands are the condition, the default, then a value and a
 * block for each case. */
static LLVMValueRef case_value(LLVMValueRef end, uint32_t i) {
#if LLVM_VERSION_MAJOR >= 22
  return LLVMGetSwitchCaseValue(end, i + 1);
#else
  return LLVMGetOperand(end, 2 + 2 * i);
#endif
}

static void lower_switch(lower *l, LLVMValueRef end) {
  draft *d = &l->draft;
  const operand on = lower_scalar(l, LLVMGetOperand(end, 0));
  const uint32_t count = LLVMGetNumSuccessors(end) - 1;
  if (on.width > 64) {
    build_unsupported(d, "switch on more than 64 bits");
    build_insn(d, IR_UNREACHABLE, 0);
    return;
  }
  arm *arms = mem_zeroed(count, sizeof *arms);
  /* The first successor is the default. */
  for (uint32_t i = 0; i < count; i++)
    arms[i] = (arm) {LLVMConstIntGetZExtValue(case_value(end, i)),
                     block_of(l, LLVMGetSuccessor(end, i + 1))};
  qsort(arms, count, sizeof *arms, by_value);
  ir_switch s = {.values = mem_zeroed(count, sizeof *s.values),
                 .targets = mem_zeroed(count, sizeof *s.targets),
                 .edges = mem_zeroed(count, sizeof *s.edges),
                 .count = count,
                 .otherwise = block_of(l, LLVMGetSwitchDefaultDest(end))};
  for (uint32_t i = 0; i < count; i++) {
    s.values[i] = arms[i].value;
    s.targets[i] = arms[i].target;
  }
  free(arms);
  vec_push(&d->function->switches, s);
  const uint32_t a = build_use(d, on);
  ir_insn *i = build_insn(d, IR_SWITCH, on.width);
  i->a = a;
  i->imm = d->function->switches.count - 1;
}

static void lower_indirect(lower *l, LLVMValueRef end) {
  draft *d = &l->draft;
  draft_targets to = {0};
  const unsigned count = LLVMGetNumSuccessors(end);
  for (unsigned i = 0; i < count; i++) {
    const uint32_t block = block_of(l, LLVMGetSuccessor(end, i));
    bool is_new = true;
    for (uint32_t k = 0; k < to.blocks.count; k++)
      is_new &= to.blocks.items[k] != block;
    if (is_new) vec_push(&to.blocks, block);
  }
  const operand address = lower_scalar(l, LLVMGetOperand(end, 0));
  const uint32_t a = build_use(d, address);
  ir_insn *i = build_insn(d, IR_GOTO, address.width);
  i->a = a;
  i->imm = d->gotos.count;
  vec_push(&d->gotos, to);
}

void lower_terminator(lower *l, LLVMValueRef end) {
  draft *d = &l->draft;
  switch (LLVMGetInstructionOpcode(end)) {
  case LLVMRet: lower_return(l, end); return;
  case LLVMBr: {
    LLVMBasicBlockRef next = LLVMIsConditional(end)
                                 ? lower_check(l, end)
                                 : LLVMGetSuccessor(end, 0);
    if (next)
      build_jump(d, block_of(l, next));
    else
      build_branch(d, lower_scalar(l, LLVMGetCondition(end)),
                   block_of(l, LLVMGetSuccessor(end, 0)),
                   block_of(l, LLVMGetSuccessor(end, 1)));
    return;
  }
  case LLVMSwitch: lower_switch(l, end); return;
  case LLVMIndirectBr: lower_indirect(l, end); return;
  case LLVMUnreachable: break;
  case LLVMCallBr: lower_unsupported(l, end, "asm goto"); break;
  default: lower_unsupported(l, end, "exception handling"); break;
  }
  build_insn(d, IR_UNREACHABLE, 0);
}
