#include "native/emit.h"


#include <assert.h>

#define B e->builder

/*
 * Small functions become part of the code that calls them.  What a call does
 * beside running the callee is a number here (the path's calls so far) and a
 * precondition there (depth of the stack, the function is covered).  The
 * callee's registers are local variables like the caller's; a frame is made
 * only if a side exit needs one.  So a callee has no objects of its own, and
 * nothing in it is a step, except what never returns: that is left to the
 * interpreter.
 */
static bool is_active(const emit_frame *f, const ir_function *callee) {
  for (; f; f = f->caller)
    if (f->function == callee) return true;
  return false;
}

bool emit_passes_plainly(const ir_call *c, const ir_function *f) {
  if (f->is_variadic || c->arg_count != f->param_count ||
      c->result_count > f->result_count)
    return false;
  for (uint32_t k = 0; k < f->param_count; k++)
    if (f->params[k].byval_bytes || f->params[k].width > 64 ||
        c->args[k].byval_bytes || c->args[k].width > 64)
      return false;
  for (uint32_t k = 0; k < c->result_count; k++)
    if (c->result_widths[k] > 64 || f->result_widths[k] > 64) return false;
  return true;
}

/* Instructions of a function that is inlined: 5 ms at PRICE_COMPILE_EACH; in quick code a quarter
 * of that.  Calls inlined one in the other: four such functions in a row are 256 instructions, and
 * all together may have INLINED. */
enum { CALLEE = 64, QUICK_CALLEE = 16, INLINE_DEPTH = 4 };

/* What the call calls, if that can be part of the code; else NULL. */
static const ir_function *callee_of(emitter *e, const emit_frame *caller,
                                    const ir_insn *i, unsigned depth) {
  const ir_call *c = caller->function->calls.items + i->imm;
  if (i->op != IR_CALL || c->callee == IR_INDIRECT || c->is_noreturn ||
      c->returns_twice || depth >= INLINE_DEPTH ||
      e->options->kind_of(e->options->context, c->callee) !=
          NATIVE_CALL_PLAIN)
    return NULL;
  const ir_function *f = ir_function_of(e->program, c->callee);
  const uint32_t most = e->is_quick || e->is_function ? QUICK_CALLEE
                                                       : CALLEE;
  if (!f || f->slots.count || f->insn_count > most ||
      f->is_library < caller->function->is_library ||
      is_active(caller, f) || !emit_passes_plainly(c, f))
    return NULL;
  const emit_frame inside = {.caller = (emit_frame *) caller, .function = f};
  region reached;
  region_of_callee(&reached, e->program, f, e->options->edges);
  bool fits = true;
  for (uint32_t k = 0; k < f->insn_count && fits; k++) {
    const ir_insn *j = f->insns + k;
    if (!reached.blocks[j->block]) continue;
    const bool ends = j->op == IR_CALL && f->calls.items[j->imm].is_noreturn;
    fits = (!region_is_step(f, j) || ends ||
            region_is_light(e->program, f, j, e->options) ||
            callee_of(e, &inside, j, depth + 1) ||
            native_may_call(e->program, f, j, e->options)) &&
           !(e->options->max_loop && f->blocks[j->block].is_loop_head);
  }
  region_release(&reached);
  return fits ? f : NULL;
}

static void add_frame(emitter *e, emit_frame *caller, const ir_insn *call,
                      const ir_function *f) {
  emit_frame *new = mem_zeroed(1, sizeof *new);
  *new = (emit_frame) {.caller = caller, .call = call, .function = f,
                       .number = e->frames.count,
                       .region = mem_zeroed(1, sizeof *new->region)};
  region_of_callee(new->region, e->program, f, e->options->edges);
  vec_push(&e->frames, new);
}

static unsigned depth_of(const emit_frame *f) {
  unsigned depth = 0;
  while ((f = f->caller)) depth++;
  return depth;
}

/* Whether the call pushes a frame: then native code would be left for it, again
 * and again. */
static bool leads_away(const emitter *e, const ir_function *f,
                       const ir_insn *i) {
  const ir_call *c = f->calls.items + i->imm;
  return c->callee == IR_INDIRECT ||
         (!c->is_noreturn &&
          e->options->kind_of(e->options->context, c->callee) !=
              NATIVE_CALL_HERE);
}

/* Instructions of all functions inlined into a region: 32 ms at PRICE_COMPILE_EACH. */
enum { INLINED = 400 };

/* Frames that are added are looked at, too, so all of a callee's calls are
 * part of the code or none of it is. */
bool emit_plan(emitter *e) {
  uint32_t size = 0;
  for (uint32_t n = 0; n < e->frames.count; n++) {
    emit_frame *f = e->frames.items[n];
    const unsigned depth = depth_of(f);
    for (uint32_t k = 0; k < f->function->insn_count; k++) {
      const ir_insn *i = f->function->insns + k;
      if (!f->region->blocks[i->block] || i->op != IR_CALL) continue;
      const ir_function *callee = callee_of(e, f, i, depth);
      if (!callee || (!depth && size > INLINED)) {
        if (native_may_call(e->program, f->function, i, e->options))
          e->result->has_calls = true;
        else if (!depth && !e->is_function && leads_away(e, f->function, i))
          return false;
        continue;
      }
      size += callee->insn_count;
      add_frame(e, f, i, callee);
      if (depth + 1 > e->result->depth) e->result->depth = depth + 1;
    }
  }
  native_region *g = e->result;
  g->inlined_count = e->frames.count;
  g->inlined = mem_zeroed(e->frames.count, sizeof *g->inlined);
  for (uint32_t n = e->is_function ? 0 : 1; n < e->frames.count; n++) {
    const emit_frame *f = e->frames.items[n];
    native_inlined *to = g->inlined + n;
    assert(f->number == n && (!n || f->caller->number < n));
    const uint32_t count = f->function->reg_count;
    *to = (native_inlined) {
      .function = f->function, .caller = n ? f->caller->number : 0,
      .call = n ? (uint32_t) (f->call - f->caller->function->insns) : 0,
      .regs = mem_zeroed(count, sizeof *to->regs),
      .written = mem_zeroed(count, sizeof *to->written),
      .is_kept = mem_zeroed(count, sizeof *to->is_kept)};
    for (uint32_t k = 0; k < count; k++)
      if (f->region->registers[k].is_kept) to->regs[k].sym = EXPR_UNDEFINED;
    for (uint32_t k = 0; k < count; k++)
      if (f->region->registers[k].is_written) {
        to->is_kept[to->written_count] = f->region->registers[k].is_kept;
        to->written[to->written_count++] = k;
      }
    if (n) g->margin += f->region->instructions;
  }
  return true;
}

static void add_to(emitter *e, LLVMValueRef variable, uint64_t number) {
  const LLVMValueRef v = LLVMBuildLoad2(B, e->i64, variable, "");
  LLVMBuildStore(B, LLVMBuildAdd(B, v, emit_const(e, 64, number), ""),
                 variable);
}

bool emit_inlined_call(emitter *e, const ir_insn *i) {
  emit_frame *caller = e->at, *callee = NULL;
  for (uint32_t k = 1; k < e->frames.count; k++)
    if (e->frames.items[k]->caller == caller && e->frames.items[k]->call == i)
      callee = e->frames.items[k];
  if (!callee) return false;
  const ir_function *f = callee->function;
  const ir_call *c = caller->function->calls.items + i->imm;
  assert(c->arg_count >= f->param_count && callee->number);
  LLVMValueRef *args = mem_zeroed(c->arg_count, sizeof *args);
  for (uint32_t k = 0; k < c->arg_count; k++)
    args[k] = emit_get(e, i, c->args[k].reg, c->args[k].width);
  const ir_insn *first = caller->function->insns +
                         caller->function->blocks[i->block].first;
  const uint64_t executed = (uint64_t) (i - first) + 1;
  emit_user_site(e, i, f->is_library);
  add_to(e, e->count, executed);
  add_to(e, e->calls, 1);
  LLVMBuildStore(B, LLVMBuildLoad2(B, e->i64, e->calls, ""), callee->serial);
  e->at = callee;
  for (uint32_t k = 0; k < f->reg_count; k++)
    if (callee->registers[k].is_kept) emit_undefine(e, k);
  for (uint32_t k = 0; k < f->param_count; k++)
    emit_set(e, f->params[k].reg,
             LLVMBuildIntCast2(B, args[k], emit_width(e, f->params[k].width),
                               false, ""));
  free(args);
  const LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
  callee->back = emit_block(e, "back");
  emit_blocks(e);
  LLVMPositionBuilderAtEnd(B, here);
  LLVMBuildBr(B, callee->blocks[0]);
  LLVMPositionBuilderAtEnd(B, callee->back);
  e->at = caller;
  e->is_open = true;
  add_to(e, e->count, -executed);
  return true;
}

void emit_inlined_return(emitter *e, const ir_insn *i) {
  emit_frame *callee = e->at;
  const ir_function *f = callee->function;
  const ir_call *c = callee->caller->function->calls.items +
                     callee->call->imm;
  LLVMValueRef *results = mem_zeroed(c->result_count, sizeof *results);
  for (uint32_t k = 0; k < c->result_count; k++)
    results[k] = emit_get(e, i, i->a + k, f->result_widths[k]);
  add_to(e, e->count, f->blocks[i->block].count);
  e->at = callee->caller;
  for (uint32_t k = 0; k < c->result_count; k++) {
    e->at->registers[c->result + k].is_known = false;   /* on this way */
    emit_set(e, c->result + k,
             LLVMBuildIntCast2(B, results[k],
                               emit_width(e, c->result_widths[k]), false, ""));
  }
  free(results);
  LLVMBuildBr(B, callee->back);
  e->at = callee;
  e->is_open = false;
}
