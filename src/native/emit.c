#include "native/emit.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* The frame of the code: registers, exits, control flow. */

#define B e->builder

LLVMTypeRef emit_width(emitter *e, unsigned bits) {
  return LLVMIntTypeInContext(e->llvm, bits);
}

LLVMValueRef emit_const(emitter *e, unsigned bits, uint64_t number) {
  return LLVMConstInt(emit_width(e, bits), number, false);
}

LLVMBasicBlockRef emit_block(emitter *e, const char *name) {
  return LLVMAppendBasicBlockInContext(e->llvm, e->code, name);
}

/* Memory ----------------------------------------------------------------- */

static LLVMValueRef text(emitter *e, const char *s) {
  return LLVMMDStringInContext(e->llvm, s, (unsigned) strlen(s));
}

static LLVMValueRef node(emitter *e, LLVMValueRef *items, unsigned count) {
  return LLVMMDNodeInContext(e->llvm, items, count);
}

static void make_metadata(emitter *e) {
  static const char *const texts[EMIT_MEMORIES] = {"data", "frame", "site"};
  e->kinds[0] = LLVMGetMDKindIDInContext(e->llvm, "prof", 4);
  e->kinds[1] = LLVMGetMDKindIDInContext(e->llvm, "tbaa", 4);
  LLVMValueRef weights[3] = {text(e, "branch_weights"), emit_const(e, 32, 1),
                             emit_const(e, 32, 100000)};
  e->unlikely = node(e, weights, 3);
  LLVMValueRef name = text(e, "braid");
  const LLVMValueRef root = node(e, &name, 1);
  for (unsigned k = 0; k < EMIT_MEMORIES; k++) {
    LLVMValueRef type[3] = {text(e, texts[k]), root, emit_const(e, 64, 0)};
    const LLVMValueRef scalar = node(e, type, 3);
    LLVMValueRef tag[3] = {scalar, scalar, emit_const(e, 64, 0)};
    e->memories[k] = node(e, tag, 3);
  }
}

LLVMValueRef emit_load(emitter *e, LLVMTypeRef type, LLVMValueRef from,
                       emit_memory kind) {
  const LLVMValueRef v = LLVMBuildLoad2(B, type, from, "");
  LLVMSetAlignment(v, kind == EMIT_DATA ? 1 : 4);
  if (type == e->i8) LLVMSetAlignment(v, 1);
  LLVMSetMetadata(v, e->kinds[1], e->memories[kind]);
  return v;
}

void emit_store(emitter *e, LLVMValueRef what, LLVMValueRef to,
                emit_memory kind) {
  const LLVMValueRef v = LLVMBuildStore(B, what, to);
  LLVMSetAlignment(v, kind == EMIT_DATA ? 1 : 4);
  LLVMSetMetadata(v, e->kinds[1], e->memories[kind]);
}

LLVMValueRef emit_at(emitter *e, LLVMValueRef base, uint64_t offset) {
  LLVMValueRef index = emit_const(e, 64, offset);
  return LLVMBuildGEP2(B, e->i8, base, &index, 1, "");
}

LLVMValueRef emit_field(emitter *e, size_t offset) {
  return emit_at(e, e->context, offset);
}

/* Local variables are made in the entry, for LLVM to find. */
LLVMValueRef emit_variable(emitter *e, LLVMTypeRef type, const char *name) {
  const LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
  const LLVMValueRef first = LLVMGetFirstInstruction(e->entry);
  if (first) LLVMPositionBuilderBefore(B, first);
  else LLVMPositionBuilderAtEnd(B, e->entry);
  const LLVMValueRef v = LLVMBuildAlloca(B, type, name);
  LLVMPositionBuilderAtEnd(B, here);
  return v;
}

/* Registers -------------------------------------------------------------- */

static LLVMValueRef frame_at(emitter *e, uint64_t offset) {
  return emit_at(e, LLVMBuildLoad2(B, e->pointer, e->at->regs, ""), offset);
}

static LLVMValueRef bits_of(emitter *e, uint32_t reg) {
  return frame_at(e, reg * sizeof(value) + offsetof(value, raw));
}

static LLVMValueRef sym_of(emitter *e, uint32_t reg) {
  return frame_at(e, reg * sizeof(value) + offsetof(value, sym));
}

void emit_reload(emitter *e, uint32_t reg) {
  assert(reg < e->at->function->reg_count && e->at->registers[reg].variable);
  emit_register *v = e->at->registers + reg;
  v->is_known = false;
  const LLVMValueRef bits = emit_load(e, e->i64, bits_of(e, reg), EMIT_FRAME);
  LLVMBuildStore(B, LLVMBuildTrunc(B, bits, v->type, ""), v->variable);
  if (!v->is_kept) return;
  const LLVMValueRef sym = emit_load(e, e->i32, sym_of(e, reg), EMIT_FRAME);
  LLVMBuildStore(B, LLVMBuildICmp(B, LLVMIntNE, sym, emit_const(e, 32, 0), ""),
                 v->is_kept);
}

static void make_register(emitter *e, uint32_t reg) {
  assert(reg < e->at->function->reg_count && !e->at->registers[reg].variable);
  const region_register *r = e->at->region->registers + reg;
  emit_register *v = e->at->registers + reg;
  if (!r->is_mentioned) return;
  v->type = emit_width(e, r->width && r->width <= 64 ? r->width : 64);
  v->variable = emit_variable(e, v->type, "");
  if (r->is_kept) v->is_kept = emit_variable(e, e->i1, "");
  if (e->is_quick)
    LLVMBuildStore(B, LLVMConstNull(v->type), v->variable);
  if (e->is_function && !e->at->caller) {
    if (r->is_kept) emit_undefine(e, reg);
  } else if (r->is_kept || r->is_needed) {
    emit_reload(e, reg);
  }
}

LLVMValueRef emit_get(emitter *e, const ir_insn *i, uint32_t reg,
                      unsigned bits) {
  assert(bits && bits <= 64 && e->at->registers[reg].variable);
  emit_register *v = e->at->registers + reg;
  if (v->is_kept && !v->is_known)
    emit_guard(e, i, LLVMBuildLoad2(B, e->i1, v->is_kept, ""));
  v->is_known = true;
  const LLVMValueRef now = LLVMBuildLoad2(B, v->type, v->variable, "");
  return LLVMBuildIntCast2(B, now, emit_width(e, bits), false, "");
}

void emit_set(emitter *e, uint32_t reg, LLVMValueRef what) {
  assert(reg < e->at->function->reg_count && e->at->registers[reg].variable);
  emit_register *v = e->at->registers + reg;
  LLVMBuildStore(B, LLVMBuildIntCast2(B, what, v->type, false, ""),
                 v->variable);
  if (v->is_kept && !v->is_known)
    LLVMBuildStore(B, emit_const(e, 1, 0), v->is_kept);
  v->is_known = true;
}

void emit_undefine(emitter *e, uint32_t reg) {
  assert(e->at->registers[reg].is_kept);
  /* A callee's frame says nothing else: native_inlined. */
  if (!e->at->caller && !e->is_function)
    emit_store(e, emit_const(e, 32, EXPR_UNDEFINED.id), sym_of(e, reg),
               EMIT_FRAME);
  LLVMBuildStore(B, emit_const(e, 1, 1), e->at->registers[reg].is_kept);
  e->at->registers[reg].is_known = false;
}

/* Where the frame's value is never the true one, it is a number already: see
 * native_region. */
static void write_back(emitter *e, uint32_t reg) {
  assert(e->at->registers[reg].variable);
  const emit_register *v = e->at->registers + reg;
  LLVMValueRef bits = LLVMBuildLoad2(B, v->type, v->variable, "");
  bits = LLVMBuildZExt(B, LLVMBuildFreeze(B, bits, ""), e->i64, "");
  if (v->is_kept) {
    const LLVMValueRef kept = LLVMBuildLoad2(B, e->i1, v->is_kept, "");
    bits = LLVMBuildSelect(
        B, kept, emit_load(e, e->i64, bits_of(e, reg), EMIT_FRAME), bits, "");
    const LLVMValueRef sym = LLVMBuildSelect(
        B, kept, emit_load(e, e->i32, sym_of(e, reg), EMIT_FRAME),
        emit_const(e, 32, 0), "");
    emit_store(e, sym, sym_of(e, reg), EMIT_FRAME);
  }
  emit_store(e, bits, bits_of(e, reg), EMIT_FRAME);
}

void emit_write_back(emitter *e, uint32_t insn) {
  const emit_frame *f = e->at;
  uint64_t *live = mem_zeroed(f->region->words, sizeof *live);
  ir_live_at(f->function, insn, live);
  for (uint32_t k = 0; k < f->function->reg_count; k++)
    if (region_returns(f->region, live, k)) write_back(e, k);
  free(live);
}

/* Exits ------------------------------------------------------------------ */

/* All exits of a frame are one block, which returns all registers: that is less
 * code.  One that is dead has any number there, so that its value need not be
 * kept for it; if it is as wide as an address, then one that is none. */
static void forget_dead(emitter *e, const emit_frame *f, const uint64_t *live) {
  if (e->is_quick) return;
  for (uint32_t k = 0; k < f->function->reg_count; k++) {
    const region_register *r = f->region->registers + k;
    const emit_register *v = f->registers + k;
    if (!r->is_written || region_returns(f->region, live, k)) continue;
    const bool is_wide = !r->width || r->width >= e->program->pointer_bits;
    LLVMBuildStore(B, is_wide ? LLVMConstNull(v->type)
                              : LLVMGetPoison(v->type), v->variable);
    if (v->is_kept) LLVMBuildStore(B, emit_const(e, 1, 0), v->is_kept);
  }
}

/* A caller waits for what follows its call. */
void emit_forget_waiting(emitter *e, const emit_frame *f, const ir_insn *call) {
  assert(call->op == IR_CALL && f->region->blocks[call->block]);
  const ir_call *c = f->function->calls.items + call->imm;
  uint64_t *live = mem_zeroed(f->region->words, sizeof *live);
  ir_live_at(f->function, (uint32_t) (call - f->function->insns) + 1, live);
  for (uint32_t k = 0; k < c->result_count; k++)
    live[(c->result + k) / 64] &= ~(UINT64_C(1) << (c->result + k) % 64);
  forget_dead(e, f, live);
  free(live);
  if (f->caller) emit_forget_waiting(e, f->caller, f->call);
}

void emit_exit(emitter *e, uint32_t insn, uint64_t flags) {
  assert(insn < e->at->function->insn_count);
  const emit_frame *f = e->at;
  uint64_t *live = mem_zeroed(f->region->words, sizeof *live);
  ir_live_at(f->function, insn, live);
  forget_dead(e, f, live);
  free(live);
  if (f->caller) emit_forget_waiting(e, f->caller, f->call);
  flags |= (uint64_t) f->number << NATIVE_INLINED_SHIFT;
  LLVMBuildStore(B, emit_const(e, 64, insn | flags), e->result_variable);
  LLVMBuildBr(B, f->last);
}

/* A callee's goes on to its caller's, and the region's returns. */
static void emit_last(emitter *e) {
  const emit_frame *f = e->at;
  LLVMPositionBuilderAtEnd(B, f->last);
  if (e->is_function && !f->caller) emit_function_leave(e);
  for (uint32_t k = 0; k < f->function->reg_count; k++)
    if (f->region->registers[k].is_written) write_back(e, k);
  if (f->caller) {
    const native_inlined *i = e->result->inlined + f->number;
    emit_store(e, LLVMBuildLoad2(B, e->i64, f->serial, ""),
               emit_address_of(e, &i->serial), EMIT_SITE);
    LLVMBuildBr(B, f->caller->last);
    return;
  }
  emit_store(e, LLVMBuildLoad2(B, e->i64, e->count, ""),
             emit_field(e, offsetof(native_context, instructions)),
             EMIT_SITE);
  emit_store(e, LLVMBuildLoad2(B, e->i64, e->calls, ""),
             emit_field(e, offsetof(native_context, calls)), EMIT_SITE);
  LLVMBuildRet(B, e->is_function
                      ? emit_const(e, 64, 1)
                      : LLVMBuildLoad2(B, e->i64, e->result_variable, ""));
}

LLVMBasicBlockRef emit_side_exit(emitter *e, const ir_insn *i) {
  const uint32_t insn = (uint32_t) (i - e->at->function->insns);
  if (e->at->exits[insn]) return e->at->exits[insn];
  const LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
  const LLVMBasicBlockRef exit = e->at->exits[insn] = emit_block(e, "exit");
  LLVMPositionBuilderAtEnd(B, exit);
  emit_exit(e, insn, NATIVE_SIDE);
  LLVMPositionBuilderAtEnd(B, here);
  return exit;
}

void emit_unless(emitter *e, LLVMValueRef condition,
                 LLVMBasicBlockRef unlikely) {
  const LLVMBasicBlockRef next = emit_block(e, "");
  const LLVMValueRef branch = LLVMBuildCondBr(B, condition, unlikely, next);
  LLVMSetMetadata(branch, e->kinds[0], e->unlikely);
  LLVMPositionBuilderAtEnd(B, next);
}

void emit_guard(emitter *e, const ir_insn *i, LLVMValueRef condition) {
  if (LLVMIsAConstantInt(condition) && !LLVMConstIntGetZExtValue(condition))
    return;
  emit_unless(e, condition, emit_side_exit(e, i));
}

/* The interpreter does this in any case: the block ends here. */
static void leave(emitter *e, const ir_insn *i) {
  LLVMBuildBr(B, emit_side_exit(e, i));
  e->is_open = false;
}

/* Instructions ----------------------------------------------------------- */

static void emit_select(emitter *e, const ir_insn *i) {
  const LLVMValueRef condition = emit_get(e, i, i->a, 1);
  const emit_register *b = e->at->registers + i->b;
  const emit_register *c = e->at->registers + i->c;
  /* Only the side that is taken is read. */
  for (unsigned k = 0; k < 2; k++) {
    const emit_register *side = k ? c : b;
    if (!side->is_kept) continue;
    const LLVMValueRef taken = k ? LLVMBuildNot(B, condition, "") : condition;
    emit_guard(e, i, LLVMBuildAnd(B, taken,
                                  LLVMBuildLoad2(B, e->i1, side->is_kept, ""),
                                  ""));
  }
  const LLVMTypeRef type = emit_width(e, i->width);
#define SIDE(V) \
  LLVMBuildIntCast2(B, LLVMBuildLoad2(B, (V)->type, (V)->variable, ""), type, \
                    false, "")
  emit_set(e, i->d, LLVMBuildSelect(B, condition, SIDE(b), SIDE(c), ""));
#undef SIDE
}

static void emit_insn(emitter *e, const ir_insn *i) {
  if (i->op == IR_CALL && emit_inlined_call(e, i)) return;
  if (native_may_call(e->program, e->at->function, i, e->options)) {
    emit_function_call(e, i);
    return;
  }
  if (region_is_light(e->program, e->at->function, i, e->options)) {
    emit_light_step(e, i);
    return;
  }
  if (region_is_step(e->at->function, i)) {
    if (e->at->caller || e->is_function) leave(e, i);
    else emit_step(e, i);
    return;
  }
  switch ((ir_opcode) i->op) {
  case IR_CONST: emit_set(e, i->d, emit_const(e, i->width, i->imm)); break;
  case IR_UNINIT: emit_undefine(e, i->d); break;
  case IR_MOVE: emit_set(e, i->d, emit_get(e, i, i->a, i->width)); break;
  case IR_SELECT: emit_select(e, i); break;
#define BINARY(NAME) case IR_##NAME: case IR_##NAME##I:
  BINARY(ADD) BINARY(SUB) BINARY(MUL) BINARY(UDIV) BINARY(SDIV) BINARY(UREM)
  BINARY(SREM) BINARY(AND) BINARY(OR) BINARY(XOR) BINARY(SHL) BINARY(LSHR)
  BINARY(ASHR)
    emit_integer(e, i);
    break;
  BINARY(EQ) BINARY(NE) BINARY(ULT) BINARY(ULE) BINARY(UGT) BINARY(UGE)
  BINARY(SLT) BINARY(SLE) BINARY(SGT) BINARY(SGE)
    emit_compare(e, i);
    break;
#undef BINARY
  case IR_TRUNC: case IR_ZEXT: case IR_SEXT: emit_cast(e, i); break;
  case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV: case IR_FREM:
  case IR_FNEG: case IR_FCMP: case IR_FTOF: case IR_FTOS: case IR_FTOU:
  case IR_STOF: case IR_UTOF:
    emit_float(e, i);
    break;
  case IR_INDEX: case IR_SLOT: emit_address(e, i); break;
  case IR_LOAD: case IR_STORE: emit_access(e, i); break;
  case IR_BUILTIN: emit_float_builtin(e, i); break;
  case IR_WIDE: case IR_ALLOCA: case IR_BEGIN: case IR_RENEW: case IR_END:
  case IR_COPY:
  case IR_MOVEMEM: case IR_FILL: case IR_CALL:
    break;                      /* always a step */
  case IR_JUMP: emit_jump(e, i); break;
  case IR_BRANCH: emit_branch(e, i); break;
  case IR_SWITCH: emit_switch(e, i); break;
  case IR_RETURN:
    if (e->at->caller) emit_inlined_return(e, i);
    else if (e->is_function) emit_function_return(e, i);
    else leave(e, i);
    break;
  case IR_CHECK:
    if (e->options->checks[i->imm])
      emit_guard(e, i, LLVMBuildNot(B, emit_get(e, i, i->a, 1), ""));
    break;
  case IR_GOTO: case IR_UNREACHABLE: case IR_UNSUPPORTED:
  case IR_HAVOC:
    leave(e, i);
    break;
  case IR_OPCODES: break;
  }
}

void emit_blocks(emitter *e) {
  const emit_frame *f = e->at;
  for (uint32_t b = 0; b < f->function->block_count; b++)
    if (f->region->blocks[b]) f->blocks[b] = emit_block(e, "");
  for (uint32_t b = 0; b < f->function->block_count; b++) {
    if (!f->region->blocks[b]) continue;
    const ir_block *block = f->function->blocks + b;
    LLVMPositionBuilderAtEnd(B, f->blocks[b]);
    for (uint32_t k = 0; k < f->function->reg_count; k++)
      f->registers[k].is_known = false;
    e->is_open = true;
    for (uint32_t k = 0; k < block->count && e->is_open; k++)
      emit_insn(e, f->function->insns + block->first + k);
  }
  emit_last(e);
}

/* The local variables of a frame, made in the entry. */
static void begin_frame(emitter *e, emit_frame *f) {
  f->registers = mem_zeroed(f->function->reg_count, sizeof *f->registers);
  f->blocks = mem_zeroed(f->function->block_count, sizeof *f->blocks);
  f->exits = mem_zeroed(f->function->insn_count, sizeof *f->exits);
  f->last = emit_block(e, "last");
  f->regs = emit_variable(e, e->pointer, "regs");
  const LLVMValueRef regs = e->is_function && !f->caller
      ? LLVMConstNull(e->pointer)
      : f->caller
      ? emit_address_of(e, e->result->inlined[f->number].regs)
      : emit_load(e, e->pointer, emit_field(e, offsetof(native_context, regs)),
                  EMIT_SITE);
  LLVMBuildStore(B, regs, f->regs);
  if (f->caller || e->is_function)
    f->serial = emit_variable(e, e->i64, "serial");
  e->at = f;
  for (uint32_t k = 0; k < f->function->reg_count; k++) make_register(e, k);
  emit_sites(e);
}

void emit_region(emitter *e, const char *name) {
  e->i1 = emit_width(e, 1);
  e->i8 = emit_width(e, 8);
  e->i32 = emit_width(e, 32);
  e->i64 = emit_width(e, 64);
  e->pointer = LLVMPointerTypeInContext(e->llvm, 0);
  make_metadata(e);
  if (e->is_function) emit_function_begin(e, name);
  else
    e->code = LLVMAddFunction(
        e->module, name, LLVMFunctionType(e->i64, &e->pointer, 1, false));
  e->context = LLVMGetParam(e->code, 0);
  /* Nothing unwinds through it, so no tables are made for that. */
  LLVMAddAttributeAtIndex(
      e->code, (LLVMAttributeIndex) LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(e->llvm,
                              LLVMGetEnumAttributeKindForName("nounwind", 8),
                              0));
  e->entry = emit_block(e, "entry");
  LLVMPositionBuilderAtEnd(B, e->entry);
  e->count = emit_variable(e, e->i64, "count");
  e->calls = emit_variable(e, e->i64, "calls");
  e->result_variable = emit_variable(e, e->i64, "result");
#define FIELD(NAME) \
  emit_load(e, e->i64, emit_field(e, offsetof(native_context, NAME)), \
            EMIT_SITE)
  LLVMBuildStore(B, FIELD(instructions), e->count);
  LLVMBuildStore(B, FIELD(calls), e->calls);
  e->stop = FIELD(stop);
  e->frames_left = e->is_function ? LLVMGetParam(e->code, 1)
                                  : FIELD(frames_left);
#undef FIELD
  e->site_array = emit_address_of(e, e->result->sites);
  e->first_slot = emit_variable(e, e->i64, "first_slot");
  if (!e->is_function)
    LLVMBuildStore(B, emit_load(e, e->i64, emit_field(
        e, offsetof(native_context, first_slot)), EMIT_SITE), e->first_slot);
  for (uint32_t k = 0; k < e->frames.count; k++)
    begin_frame(e, e->frames.items[k]);
  e->at = e->frames.items[0];
  emit_blocks(e);
  LLVMPositionBuilderAtEnd(B, e->entry);
  if (e->is_function) emit_function_enter(e);
  LLVMBuildBr(B, e->at->blocks[e->at->region->head]);
}

void emit_release(emitter *e) {
  for (uint32_t k = 0; k < e->frames.count; k++) {
    emit_frame *f = e->frames.items[k];
    if (k) {
      region_release(f->region);
      free(f->region);
    }
    free(f->registers);
    free(f->blocks);
    free(f->exits);
    free(f);
  }
  vec_release(&e->frames);
  vec_release(&e->sites);
}
