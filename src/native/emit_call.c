#include "native/emit.h"


#include <stddef.h>

/* Of a function that native code calls directly. */
enum { PARAMETERS = 12 };

#define B e->builder

/*
 * Functions that native code calls, and the calls.
 *
 * Such a function has no frame while it runs: arguments and results are numbers
 * in machine registers and in the context.  At a side exit its registers go to a
 * record, and it returns 1; its caller does the same, up to the region
 * that the interpreter entered.  Then frames are made of the records, the outer
 * ones first.  What only the interpreter can do is a side exit.
 *
 * The function looks at the budget when it begins, its caller again when it has
 * returned.  Its sites may be older than the region's entry: the epoch says so.
 */
static LLVMValueRef field(emitter *e, LLVMTypeRef type, size_t offset) {
  return emit_load(e, type, emit_field(e, offset), EMIT_SITE);
}

static void set_field(emitter *e, LLVMValueRef what, size_t offset) {
  emit_store(e, what, emit_field(e, offset), EMIT_SITE);
}

static LLVMValueRef read(emitter *e, LLVMValueRef variable) {
  return LLVMBuildLoad2(B, e->i64, variable, "");
}

/* Which functions -------------------------------------------------------- */

static native_entry *entry_of(const ir_program *p, const native_options *o,
                              uint32_t symbol) {
  return o->entries + p->symbols.items[symbol].function;
}

static bool is_plain(const ir_program *p, const ir_function *f) {
  if ((f->slots.count && p->object_shift != 32) || f->is_variadic ||
      f->param_count > PARAMETERS ||
      f->result_count > NATIVE_RESULTS)
    return false;
  for (uint32_t k = 0; k < f->param_count; k++)
    if (f->params[k].byval_bytes || f->params[k].width > 64) return false;
  for (uint32_t k = 0; k < f->result_count; k++)
    if (f->result_widths[k] > 64) return false;
  for (uint32_t k = 0; k < f->calls.count; k++)
    if (f->calls.items[k].returns_twice) return false;
  return true;
}

static bool is_callable(const ir_program *p, const ir_function *f,
                        const native_options *o, unsigned trust);

static bool may_call(const ir_program *p, const ir_function *caller,
                     const ir_insn *i, const native_options *o,
                     unsigned trust) {
  const ir_call *c = caller->calls.items + i->imm;
  if (c->callee == IR_INDIRECT || c->is_noreturn || c->returns_twice ||
      o->kind_of(o->context, c->callee) != NATIVE_CALL_PLAIN)
    return false;
  const ir_function *f = ir_function_of(p, c->callee);
  /* The library's callbacks are rare, and native_options.user_site is about
   * what the user called last. */
  return f && f->is_library >= caller->is_library &&
         c->result_count <= NATIVE_RESULTS && emit_passes_plainly(c, f) &&
         !entry_of(p, o, c->callee)->is_refused &&
         (!trust || is_callable(p, f, o, trust - 1));
}

/* Calls that are followed to see whether a function can be compiled: a region a level. */
enum { MOST_CALLS = 6 };

/* A larger function is not compiled as a whole: with INLINED instructions in it, it is as large as
 * the largest region (native/region.c). */
enum { MOST_INSTRUCTIONS = 600 };

/* What it always does, in its first block, must be native; the rest is
 * measured. */
static bool is_callable(const ir_program *p, const ir_function *f,
                        const native_options *o, unsigned trust) {
  if (!is_plain(p, f)) return false;
  region g;
  region_of_callee(&g, p, f, o->edges);
  bool is = g.instructions <= MOST_INSTRUCTIONS;
  for (uint32_t k = 0; k < f->insn_count && is; k++) {
    const ir_insn *i = f->insns + k;
    if (!g.blocks[i->block]) continue;
    is = !(o->max_loop && f->blocks[i->block].is_loop_head) &&
         (i->block || !region_is_step(f, i) || region_is_light(p, f, i, o) ||
          (i->op == IR_CALL && may_call(p, f, i, o, trust)));
  }
  region_release(&g);
  return is;
}

bool native_is_callable(const ir_program *p, const ir_function *f,
                        const native_options *o) {
  return !o->entries[p->symbols.items[f->symbol].function].is_refused &&
         is_callable(p, f, o, MOST_CALLS);
}

bool native_may_call(const ir_program *p, const ir_function *caller,
                     const ir_insn *i, const native_options *o) {
  return i->op == IR_CALL && may_call(p, caller, i, o, MOST_CALLS);
}

/* The function ----------------------------------------------------------- */

static LLVMTypeRef type_of(emitter *e, const ir_function *f) {
  LLVMTypeRef types[PARAMETERS + 2] = {e->pointer, e->i64};
  for (uint32_t k = 0; k < f->param_count; k++) types[k + 2] = e->i64;
  return LLVMFunctionType(e->i64, types, f->param_count + 2, false);
}

void emit_function_begin(emitter *e, const char *name) {
  e->code = LLVMAddFunction(e->module, name,
                            type_of(e, e->frames.items[0]->function));
}

static void call_void(emitter *e, size_t offset, LLVMTypeRef *types,
                      LLVMValueRef *args, unsigned count) {
  LLVMBuildCall2(
      B, LLVMFunctionType(LLVMVoidTypeInContext(e->llvm), types, count, false),
      field(e, e->pointer, offset), args, count, "");
}

/* C code sees to it that the sites know nothing that may have changed. */
static void refresh(emitter *e) {
  const LLVMBasicBlockRef stale = emit_block(e, "stale");
  const LLVMBasicBlockRef fresh = emit_block(e, "fresh");
  const LLVMValueRef mine = emit_load(
      e, e->i64, emit_address_of(e, &e->result->epoch), EMIT_SITE);
  const LLVMValueRef now = field(e, e->i64, offsetof(native_context, epoch));
  emit_unless(e, LLVMBuildICmp(B, LLVMIntNE, mine, now, ""), stale);
  LLVMBuildBr(B, fresh);
  LLVMPositionBuilderAtEnd(B, stale);
  LLVMTypeRef types[2] = {e->pointer, e->pointer};
  LLVMValueRef args[2] = {e->context, emit_address_of(e, e->result)};
  call_void(e, offsetof(native_context, refresh), types, args, 2);
  LLVMBuildBr(B, fresh);
  LLVMPositionBuilderAtEnd(B, fresh);
}

static void open_slots(emitter *e, LLVMValueRef serial) {
  LLVMTypeRef types[4] = {e->pointer, e->pointer, e->i64, e->i64};
  LLVMValueRef args[4] = {e->context, emit_address_of(e, e->result), serial,
                          e->frames_left};
  call_void(e, offsetof(native_context, open), types, args, 4);
  LLVMBuildStore(B, field(e, e->i64, offsetof(native_context, opened)),
                 e->first_slot);
}

static void close_slots(emitter *e) {
  LLVMTypeRef types[3] = {e->pointer, e->pointer, e->i64};
  LLVMValueRef args[3] = {e->context, emit_address_of(e, e->result),
                          read(e, e->first_slot)};
  call_void(e, offsetof(native_context, close), types, args, 3);
}

void emit_function_enter(emitter *e) {
  const emit_frame *f = e->at;
  const LLVMValueRef serial = LLVMBuildAdd(B, read(e, e->calls),
                                           emit_const(e, 64, 1), "");
  LLVMBuildStore(B, serial, e->calls);
  LLVMBuildStore(B, serial, f->serial);
  for (uint32_t k = 0; k < f->function->reg_count; k++)
    f->registers[k].is_known = false;
  for (uint32_t k = 0; k < f->function->param_count; k++)
    emit_set(e, f->function->params[k].reg,
             LLVMBuildTrunc(B, LLVMGetParam(e->code, k + 2),
                            emit_width(e, f->function->params[k].width), ""));
  if (f->function->slots.count) open_slots(e, serial);
  LLVMValueRef is_late = LLVMBuildICmp(B, LLVMIntUGE, read(e, e->count),
                                       e->stop, "");
  if (e->result->depth)
    is_late = LLVMBuildOr(
        B, is_late,
        LLVMBuildICmp(B, LLVMIntULT, e->frames_left,
                      emit_const(e, 64, e->result->depth), ""), "");
  emit_guard(e, f->function->insns, is_late);
  if (e->result->site_count) refresh(e);
}

void emit_function_return(emitter *e, const ir_insn *i) {
  const ir_function *f = e->at->function;
  for (uint32_t k = 0; k < f->result_count && k < i->b; k++)
    set_field(e, LLVMBuildZExt(B, emit_get(e, i, i->a + k,
                                           f->result_widths[k]), e->i64, ""),
              offsetof(native_context, results) + k * sizeof(uint64_t));
  set_field(e, LLVMBuildAdd(
      B, read(e, e->count),
      emit_const(e, 64, f->blocks[i->block].count), ""),
            offsetof(native_context, instructions));
  set_field(e, read(e, e->calls), offsetof(native_context, calls));
  set_field(e, emit_const(e, 64, (uint64_t) (i - f->insns)),
            offsetof(native_context, returned));
  if (f->slots.count) close_slots(e);
  LLVMBuildRet(B, emit_const(e, 64, 0));
  e->is_open = false;
}

/* Where the registers go; callees inside have left theirs already. */
void emit_function_leave(emitter *e) {
  LLVMTypeRef types[4] = {e->pointer, e->pointer, e->i64, e->i64};
  LLVMValueRef args[4] = {e->context, emit_address_of(e, e->result),
                          read(e, e->result_variable),
                          read(e, e->at->serial)};
  LLVMBuildStore(
      B, LLVMBuildCall2(B, LLVMFunctionType(e->pointer, types, 4, false),
                        field(e, e->pointer, offsetof(native_context, record)),
                        args, 4, ""),
      e->at->regs);
}

/* The way in for the interpreter, which has a frame with the arguments. */
void emit_wrapper(emitter *e, const char *name) {
  const ir_function *f = e->frames.items[0]->function;
  const LLVMValueRef code = e->code;
  e->code = LLVMAddFunction(
      e->module, name, LLVMFunctionType(e->i64, &e->pointer, 1, false));
  e->context = LLVMGetParam(e->code, 0);
  LLVMPositionBuilderAtEnd(B, emit_block(e, "entry"));
  const LLVMValueRef regs = field(e, e->pointer,
                                  offsetof(native_context, regs));
  LLVMValueRef args[PARAMETERS + 2] = {
    e->context, field(e, e->i64, offsetof(native_context, frames_left))};
  for (uint32_t k = 0; k < f->param_count; k++)
    args[k + 2] = emit_load(
        e, e->i64, emit_at(e, regs, f->params[k].reg * sizeof(value) +
                                        offsetof(value, raw)), EMIT_FRAME);
  LLVMBuildRet(B, LLVMBuildCall2(B, type_of(e, f), code, args,
                                 f->param_count + 2, ""));
}

/* The call --------------------------------------------------------------- */

static unsigned depth_of(const emit_frame *f) {
  unsigned depth = 0;
  while ((f = f->caller)) depth++;
  return depth;
}

/* The callee left by a side exit, and so does its caller. */
static void leave_too(emitter *e, const ir_insn *i) {
  const uint64_t insn = (uint64_t) (i - e->at->function->insns);
  LLVMBuildStore(B, field(e, e->i64, offsetof(native_context, instructions)),
                 e->count);
  LLVMBuildStore(B, field(e, e->i64, offsetof(native_context, calls)),
                 e->calls);
  emit_forget_waiting(e, e->at, i);
  LLVMBuildStore(
      B, emit_const(e, 64, insn | NATIVE_CALLED |
                               (uint64_t) e->at->number
                                   << NATIVE_INLINED_SHIFT),
      e->result_variable);
  LLVMBuildBr(B, e->at->last);
}

void emit_function_call(emitter *e, const ir_insn *i) {
  const ir_function *caller = e->at->function;
  const ir_call *c = caller->calls.items + i->imm;
  const ir_function *f = ir_function_of(e->program, c->callee);
  const uint64_t executed =
      (uint64_t) (i - caller->insns) - caller->blocks[i->block].first + 1;
  const uint64_t depth = depth_of(e->at) + 1;
  LLVMValueRef args[PARAMETERS + 2] = {e->context};
  for (uint32_t k = 0; k < c->arg_count; k++)
    args[k + 2] = LLVMBuildZExt(
        B, LLVMBuildIntCast2(
            B, emit_get(e, i, c->args[k].reg, c->args[k].width),
            emit_width(e, f->params[k].width), false, ""), e->i64, "");
  const LLVMValueRef code = emit_load(
      e, e->pointer,
      emit_address_of(e, &entry_of(e->program, e->options, c->callee)->code),
      EMIT_SITE);
  emit_guard(e, i, LLVMBuildOr(
      B, LLVMBuildIsNull(B, code, ""),
      LLVMBuildICmp(B, LLVMIntULT, e->frames_left, emit_const(e, 64, depth),
                    ""), ""));
  args[1] = LLVMBuildSub(B, e->frames_left, emit_const(e, 64, depth), "");
  set_field(e, LLVMBuildAdd(B, read(e, e->count), emit_const(e, 64, executed),
                            ""), offsetof(native_context, instructions));
  set_field(e, read(e, e->calls), offsetof(native_context, calls));
  emit_user_site(e, i, f->is_library);
  const LLVMValueRef left = LLVMBuildCall2(B, type_of(e, f), code, args,
                                           c->arg_count + 2, "");
  const LLVMBasicBlockRef away = emit_block(e, "away");
  emit_unless(e, LLVMBuildICmp(B, LLVMIntNE, left, emit_const(e, 64, 0), ""),
              away);
  const LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
  LLVMPositionBuilderAtEnd(B, away);
  leave_too(e, i);
  LLVMPositionBuilderAtEnd(B, here);
  const LLVMValueRef now = field(e, e->i64,
                                 offsetof(native_context, instructions));
  LLVMBuildStore(B, LLVMBuildSub(B, now, emit_const(e, 64, executed), ""),
                 e->count);
  LLVMBuildStore(B, field(e, e->i64, offsetof(native_context, calls)),
                 e->calls);
  for (uint32_t k = 0; k < c->result_count; k++) {
    const LLVMValueRef result = field(
        e, e->i64, offsetof(native_context, results) + k * sizeof(uint64_t));
    emit_set(e, c->result + k,
             LLVMBuildTrunc(B, result, emit_width(e, c->result_widths[k]),
                            ""));
  }
  emit_guard(e, i + 1, LLVMBuildICmp(B, LLVMIntUGE, now, e->stop, ""));
}
