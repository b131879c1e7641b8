#include "ir/lower.h"

#include <string.h>

/*
 * Constrained floating point, which clang emits under `#pragma STDC
 * FENV_ACCESS ON`: braid rounds to nearest and has no exception flags, so these
 * are the plain operations.
 */
static const struct { const char *name; ir_opcode op; } binary[] = {
    {"fadd", IR_FADD}, {"fsub", IR_FSUB}, {"fmul", IR_FMUL},
    {"fdiv", IR_FDIV}, {"frem", IR_FREM}};

static const struct { const char *name; ir_opcode op; } casts[] = {
    {"fptosi", IR_FTOS}, {"fptoui", IR_FTOU}, {"sitofp", IR_STOF},
    {"uitofp", IR_UTOF}, {"fptrunc", IR_FTOF}, {"fpext", IR_FTOF}};

/* In the order of LLVMRealPredicate. */
static const char *const predicates[] = {
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
    "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};

static bool is_called(const char *name, const char *base) {
  const size_t length = strlen(base);
  return !strncmp(name, base, length) && name[length] == '.';
}

static unsigned predicate_of(LLVMValueRef v) {
  unsigned length = 0, i = 0;
  const char *text = LLVMGetMDString(LLVMGetOperand(v, 2), &length);
  while (text && i < 16 && (strlen(predicates[i]) != length ||
                            memcmp(predicates[i], text, length)))
    i++;
  return text ? i : 16;
}

static ir_opcode find_binary(const char *name) {
  for (unsigned i = 0; i < sizeof binary / sizeof *binary; i++)
    if (is_called(name, binary[i].name)) return binary[i].op;
  return IR_OPCODES;
}

static ir_opcode find_cast(const char *name) {
  for (unsigned i = 0; i < sizeof casts / sizeof *casts; i++)
    if (is_called(name, casts[i].name)) return casts[i].op;
  return IR_OPCODES;
}

void lower_strict(lower *l, LLVMValueRef v, const char *name) {
  draft *d = &l->draft;
  const ir_opcode two = find_binary(name), cast = find_cast(name);
  const bool compares = is_called(name, "fcmp") || is_called(name, "fcmps");
  const unsigned predicate = compares ? predicate_of(v) : 0;
  const uint32_t count = lower_layout(l, v)->count;
  operand_list result = {0};
  if (two == IR_OPCODES && cast == IR_OPCODES && !compares) {
    if (is_called(name, "fmuladd")) {
      lower_mul_add(l, v);
      return;
    }
    char *plain = mem_format("llvm.%s", name);
    const ir_builtin builtin = lower_find_builtin(plain);
    if (builtin != IR_BUILTINS) lower_builtin(l, v, builtin);
    else lower_unsupported(l, v, plain);
    free(plain);
    return;
  }
  if (predicate > 15) {
    lower_unsupported(l, v, "a strict comparison");
    return;
  }
  for (uint32_t n = 0; n < count; n++) {
    const unsigned width = lower_layout(l, v)->parts[n].width;
    const operand a = lower_part(l, LLVMGetOperand(v, 0), n);
    operand r;
    if (cast != IR_OPCODES) {
      r = build_cast(d, cast, width, a);
    } else {
      const operand b = lower_part(l, LLVMGetOperand(v, 1), n);
      r = compares ? build_fcmp(d, predicate, a, b)
                   : lower_float(d, two, a, b);
    }
    vec_push(&result, r);
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
}
