#include "ir/lower.h"

#include "base/outcomes.h"

#include <assert.h>
#include <string.h>

static unsigned attribute(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool has_attribute(LLVMValueRef call, LLVMValueRef callee,
                          const char *name) {
  const unsigned kind = attribute(name);
  const unsigned all = (unsigned) LLVMAttributeFunctionIndex;
  return LLVMGetCallSiteEnumAttribute(call, all, kind) ||
         (LLVMIsAFunction(callee) &&
          LLVMGetEnumAttributeAtIndex(callee, all, kind));
}

typedef VEC(ir_value) value_list;

static void add_argument(lower *l, LLVMValueRef call, unsigned index,
                         value_list *list) {
  LLVMValueRef arg = LLVMGetOperand(call, index);
  types *t = l->constants.types;
  LLVMAttributeRef byval =
      LLVMGetCallSiteEnumAttribute(call, index + 1, attribute("byval"));
  LLVMAttributeRef align =
      byval ? LLVMGetCallSiteEnumAttribute(call, index + 1, attribute("align"))
            : NULL;
  uint32_t count;
  const uint32_t first = lower_parts(l, arg, &count);
  const type_part *parts = lower_layout(l, arg)->parts;
  for (uint32_t i = 0; i < count; i++) {
    const operand a = l->operands.items[first + i];
    ir_value v = {.reg = build_use(&l->draft, a), .width = a.width,
                  .part_offset = (uint32_t) parts[i].offset,
                  .is_float = parts[i].is_float};
    if (byval)
      v.byval_bytes =
          (uint32_t) types_size(t, LLVMGetTypeAttributeValue(byval));
    if (align) v.align = (uint16_t) LLVMGetEnumAttributeValue(align);
    vec_push(list, v);
  }
}

/* Flattened values of the parameters that the called type names. */
static uint32_t count_fixed(lower *l, LLVMTypeRef type) {
  const unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *params = mem_zeroed(count, sizeof *params);
  uint32_t fixed = 0;
  LLVMGetParamTypes(type, params);
  for (unsigned i = 0; i < count; i++)
    fixed += types_layout(l->constants.types, params[i])->count;
  free(params);
  return fixed;
}

/* Registers for the results, which are the value's parts. */
static void add_results(lower *l, LLVMValueRef v, ir_call *c) {
  const type_layout *result = lower_layout(l, v);
  c->result_count = result->count;
  c->result_floats = types_floats(result);
  if (!result->count) return;
  c->result = build_fresh(&l->draft, result->count);
  c->result_widths = mem_zeroed(result->count, sizeof *c->result_widths);
  ptrmap_set(&l->values, v, l->operands.count + 1);
  for (uint32_t i = 0; i < result->count; i++) {
    c->result_widths[i] = result->parts[i].width;
    vec_push(&l->operands, build_register(c->result + i,
                                          result->parts[i].width));
  }
}

static void finish(lower *l, ir_opcode op, ir_call c, value_list *args) {
  c.args = args->items;
  c.arg_count = args->count;
  vec_push(&l->draft.function->calls, c);
  build_insn(&l->draft, op, 0)->imm = l->draft.function->calls.count - 1;
}

/* Without the metadata that intrinsics of strict floating point end in. */
static unsigned count_arguments(LLVMValueRef v) {
  unsigned count = LLVMGetNumArgOperands(v);
  while (count && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, count - 1))) ==
                      LLVMMetadataTypeKind)
    count--;
  return count;
}

static bool is_supported(lower *l, LLVMValueRef v) {
  const unsigned count = count_arguments(v);
  for (unsigned i = 0; i < count; i++)
    if (!lower_layout(l, LLVMGetOperand(v, i))->is_supported) return false;
  return lower_layout(l, v)->is_supported;
}

operand lower_call_runtime(lower *l, uint32_t symbol, operand argument) {
  enum { WIDTH = 32 };
  draft *d = &l->draft;
  value_list args = {0};
  ir_call c = {.callee = symbol, .fixed_args = 1, .result_count = 1,
               .result_widths = mem_zeroed(1, sizeof *c.result_widths)};
  assert(symbol && argument.width == WIDTH);
  const ir_value v = {.reg = build_use(d, argument), .width = WIDTH};
  vec_push(&args, v);
  c.result = build_fresh(d, 1);
  c.result_widths[0] = WIDTH;
  finish(l, IR_CALL, c, &args);
  return build_register(c.result, WIDTH);
}

/* Behind a call that does not return nothing is executed: what is read there only keeps
 * registers as they are during the call.  A leak is looked for at exit(). */
static void keep_variables(lower *l) {
  draft *d = &l->draft;
  const unsigned width = l->constants.types->pointer_bits;
  for (uint32_t k = 0; k < l->pointers.count; k++) {
    const operand held = build_compare(
        d, IR_NE, build_register(l->pointers.items[k], width), build_number(width, 0));
    const uint32_t reg = build_use(d, held);
    ir_insn *i = build_insn(d, IR_CHECK, 1);
    i->a = reg;
    i->imm = OUTCOME_UNREACHABLE;
  }
}

/* These end a program, or come back, without leaks being looked for. */
static bool ends_otherwise(const draft *d, uint32_t callee) {
  static const char *const names[] = {
    "abort", "__assert_fail", "__assert", "_exit", "_Exit", "longjmp", "_longjmp",
    "siglongjmp", "__longjmp_chk", "reach_error", "__VERIFIER_error", "pthread_exit"};
  if (callee == IR_INDIRECT) return true;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (!strcmp(d->program->symbols.items[callee].name, names[k])) return true;
  return false;
}

static void call(lower *l, LLVMValueRef v, LLVMValueRef callee) {
  draft *d = &l->draft;
  if (!is_supported(l, v)) {
    lower_unsupported(l, v, "a call with a type that is not supported");
    return;
  }
  ir_call c = {.callee = IR_INDIRECT,
               .returns_twice = has_attribute(v, callee, "returns_twice"),
               .is_noreturn = has_attribute(v, callee, "noreturn")};
  value_list args = {0};
  number n;
  if (LLVMIsConstant(callee) && constant_number(&l->constants, callee, &n) &&
      n.symbol) {
    const ir_symbol *s = d->program->symbols.items + n.symbol;
    if (s->kind == IR_FUNCTION && s->address == n.bits) c.callee = n.symbol;
  }
  if (c.callee == IR_INDIRECT)
    c.target = build_use(d, lower_scalar(l, callee));
  const unsigned count = count_arguments(v);
  for (unsigned i = 0; i < count; i++) add_argument(l, v, i, &args);
  LLVMTypeRef type = LLVMGetCalledFunctionType(v);
  c.fixed_args = LLVMIsFunctionVarArg(type) ? count_fixed(l, type)
                                            : args.count;
  add_results(l, v, &c);
  c.keeps_variables = c.is_noreturn && !d->function->is_library &&
                      !ends_otherwise(d, c.callee);
  finish(l, IR_CALL, c, &args);
  if (c.keeps_variables) keep_variables(l);
}

void lower_builtin(lower *l, LLVMValueRef v, ir_builtin builtin) {
  if (!is_supported(l, v)) {
    lower_unsupported(l, v, "an intrinsic on a type that is not supported");
    return;
  }
  const unsigned count = count_arguments(v);
  if (!types_is_vector(LLVMTypeOf(v))) {
    ir_call c = {.builtin = builtin};
    value_list args = {0};
    for (unsigned i = 0; i < count; i++) add_argument(l, v, i, &args);
    c.fixed_args = args.count;
    add_results(l, v, &c);
    finish(l, IR_BUILTIN, c, &args);
    return;
  }
  /* On vectors: once an element; scalar arguments go with each. */
  operand_list result = {0};
  const uint32_t parts = lower_layout(l, v)->count;
  for (uint32_t n = 0; n < parts; n++) {
    const type_part p = lower_layout(l, v)->parts[n];
    ir_call c = {.builtin = builtin, .result_count = 1};
    value_list args = {0};
    for (unsigned i = 0; i < count; i++) {
      LLVMValueRef arg = LLVMGetOperand(v, i);
      const bool each = types_is_vector(LLVMTypeOf(arg));
      const operand a = lower_part(l, arg, each ? n : 0);
      const ir_value value = {.reg = build_use(&l->draft, a),
                              .width = a.width,
                              .is_float = each && p.is_float};
      vec_push(&args, value);
    }
    c.fixed_args = args.count;
    c.result = build_fresh(&l->draft, 1);
    c.result_widths = mem_zeroed(1, sizeof *c.result_widths);
    c.result_widths[0] = p.width;
    vec_push(&result, build_register(c.result, p.width));
    finish(l, IR_BUILTIN, c, &args);
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
}

void lower_call(lower *l, LLVMValueRef v) {
  LLVMValueRef callee = LLVMGetCalledValue(v);
  size_t length;
  if (LLVMIsAInlineAsm(callee)) {
    lower_asm(l, v);
  } else if (LLVMIsAFunction(callee) &&
             !strncmp(LLVMGetValueName2(callee, &length), "llvm.", 5)) {
    lower_intrinsic(l, v, LLVMGetValueName2(callee, &length));
  } else {
    call(l, v, callee);
  }
}
