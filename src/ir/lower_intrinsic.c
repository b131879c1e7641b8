#include "ir/lower.h"

#include "ir/program.h"

#include <stdio.h>
#include <string.h>

/*
 * Intrinsics, by name up to the suffix of types.  What can be spelt out in
 * plain instructions is, element by element; the rest is in builtins.def.
 */
static LLVMValueRef arg(LLVMValueRef v, unsigned n) {
  return LLVMGetOperand(v, n);
}

static void lifetime(lower *l, LLVMValueRef v, ir_opcode op) {
  /* The last one: LLVM 22 has no size before it. */
  LLVMValueRef of = arg(v, LLVMGetNumArgOperands(v) - 1);
  const uint32_t promoted = ptrmap_get(&l->promoted, of);
  const uint32_t slot = ptrmap_get(&l->slots, of);
  if (promoted) {
    const unsigned width =
        types_width(l->constants.types, LLVMGetAllocatedType(of));
    build_insn(&l->draft, IR_UNINIT, width)->d = promoted - 1;
  } else if (slot && l->draft.function->slots.items[slot - 1].has_lifetime) {
    const uint32_t renewed = ptrmap_get(&l->renewed, of);
    if (op == IR_BEGIN && renewed) {
      ir_insn *i = build_insn(&l->draft, IR_RENEW,
                              l->constants.types->pointer_bits);
      i->d = renewed - 1;
      i->imm = slot - 1;
    } else {
      build_insn(&l->draft, op, 0)->imm = slot - 1;
    }
  }
}

static void memory(lower *l, LLVMValueRef v, ir_opcode op) {
  const unsigned pointer = l->constants.types->pointer_bits;
  const operand a = lower_scalar(l, arg(v, 0)), b = lower_scalar(l, arg(v, 1));
  const operand size = build_zext(&l->draft, pointer, lower_scalar(l, arg(v, 2)));
  build_memory(&l->draft, op, a, b, size);
  if (op != IR_FILL)
    vec_last(&l->draft.blocks.items[l->draft.at].code).flags |= lower_copy_flags(l, arg(v, 2));
  /* Behind the copy: one that leaves the object, too, has ended the path. */
  lower_check_copy(l, arg(v, 0), size);
  if (op != IR_FILL) lower_check_copy(l, arg(v, 1), size);
}

/* The value is its first argument. */
static void same(lower *l, LLVMValueRef v) {
  operand_list list = {0};
  uint32_t count;
  const uint32_t first = lower_parts(l, arg(v, 0), &count);
  for (uint32_t i = 0; i < count; i++)
    vec_push(&list, l->operands.items[first + i]);
  lower_define(l, v, list.items, list.count);
  vec_release(&list);
}

/* Element-wise operations of up to three operands. */
typedef operand (*elementwise)(draft *, operand, operand, operand);

static void each(lower *l, LLVMValueRef v, elementwise f) {
  operand_list result = {0};
  const uint32_t count = lower_layout(l, v)->count;
  const unsigned args = LLVMGetNumArgOperands(v);
  for (uint32_t n = 0; n < count; n++) {
    operand x[3] = {{0}};
    for (unsigned i = 0; i < args && i < 3; i++) {
      const bool is_vector = types_is_vector(LLVMTypeOf(arg(v, i)));
      x[i] = lower_part(l, arg(v, i), is_vector ? n : 0);
    }
    const operand r = f(&l->draft, x[0], x[1], x[2]);
    vec_push(&result, r);
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
}

#define ELEMENT(NAME, EXPRESSION) \
  static operand NAME(draft *d, operand a, operand b, operand c) { \
    (void) d, (void) a, (void) b, (void) c; \
    return EXPRESSION; \
  }
ELEMENT(smax, lower_extreme(d, IR_SGT, a, b))
ELEMENT(smin, lower_extreme(d, IR_SLT, a, b))
ELEMENT(umax, lower_extreme(d, IR_UGT, a, b))
ELEMENT(umin, lower_extreme(d, IR_ULT, a, b))
ELEMENT(ctpop, lower_ctpop(d, a))
ELEMENT(ctlz, lower_ctlz(d, a))
ELEMENT(cttz, lower_cttz(d, a))
ELEMENT(bswap, lower_bswap(d, a))
ELEMENT(bitreverse, lower_bitreverse(d, a))
ELEMENT(fshl, lower_funnel(d, true, a, b, c))
ELEMENT(fshr, lower_funnel(d, false, a, b, c))
ELEMENT(zero, build_number(1, 0))
ELEMENT(mul_add, lower_float(d, IR_FADD, lower_float(d, IR_FMUL, a, b), c))
ELEMENT(umull, build_binary(d, IR_MUL, 2 * a.width, build_zext(d, 2 * a.width, a),
                            build_zext(d, 2 * a.width, b), 0))
ELEMENT(smull, build_binary(d, IR_MUL, 2 * a.width, build_sext(d, 2 * a.width, a),
                            build_sext(d, 2 * a.width, b), 0))
ELEMENT(mask, build_binary(d, IR_AND, a.width, a, build_zext(d, a.width, b), 0))
#undef ELEMENT

static operand absolute(draft *d, operand a, operand b, operand c) {
  /* b: whether the least value may be assumed away; clang's abs may. */
  (void) c;
  const operand none = build_number(a.width, 0);
  const uint32_t flags = b.kind == OPERAND_NUMBER && b.bits ? IR_NSW : 0;
  const operand negative = build_compare(d, IR_SLT, a, none);
  /* 0 - select(negative, a, 0) overflows only if a is the least value. */
  const operand part = build_select(d, negative, a, none);
  const operand negated = build_binary(d, IR_SUB, a.width, none, part, flags);
  return build_select(d, negative, negated, a);
}

/* Saturating: the bound that the true result passed. */
static operand saturate(draft *d, ir_opcode op, bool is_signed, operand a,
                        operand b) {
  const unsigned w = a.width;
  operand sum;
  const operand wraps = lower_overflow(d, op, is_signed, a, b, &sum);
  operand bound;
  if (is_signed) {
    /* The least value if a is negative, the greatest if not. */
    const operand sign = build_binary(d, IR_ASHR, w, a,
                                      build_number(w, w - 1), 0);
    const operand greatest =
        w <= 64 ? build_number(w, UINT64_MAX >> (65 - w))
                : build_binary(d, IR_LSHR, w,
                               build_sext(d, w, build_number(1, 1)),
                               build_number(w, 1), 0);
    bound = build_binary(d, IR_XOR, w, sign, greatest, 0);
  } else {
    bound = op == IR_ADD ? build_sext(d, w, build_number(1, 1))
                         : build_number(w, 0);
  }
  return build_select(d, wraps, bound, sum);
}
#define ELEMENT(NAME, OP, SIGNED) \
  static operand NAME(draft *d, operand a, operand b, operand c) { \
    (void) c; \
    return saturate(d, OP, SIGNED, a, b); \
  }
ELEMENT(sadd_sat, IR_ADD, true)
ELEMENT(uadd_sat, IR_ADD, false)
ELEMENT(ssub_sat, IR_SUB, true)
ELEMENT(usub_sat, IR_SUB, false)
#undef ELEMENT

/* {result, overflowed}; for vectors all results first.  A sanitizer's own: the
 * instruction checks itself. */
static void with_overflow(lower *l, LLVMValueRef v, ir_opcode op,
                          bool is_signed) {
  operand_list result = {0};
  const uint32_t count = lower_layout(l, arg(v, 0))->count;
  const bool is_checked = is_signed && lower_is_instrumentation(v);
  for (uint32_t i = 0; i < 2 * count; i++) vec_push(&result, (operand) {0});
  for (uint32_t n = 0; n < count; n++) {
    const operand a = lower_part(l, arg(v, 0), n);
    const operand b = lower_part(l, arg(v, 1), n);
    if (is_checked) {
      result.items[n] = build_binary(&l->draft, op, a.width, a, b,
                                     IR_NSW | lower_number_flags(l, v));
      result.items[count + n] = build_number(1, 0);
      continue;
    }
    result.items[count + n] =
        lower_overflow(&l->draft, op, is_signed, a, b, result.items + n);
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
}

static operand fold(draft *d, const char *op, operand a, operand b) {
  static const struct { const char *name; ir_opcode op; } plain[] = {
      {"add", IR_ADD}, {"mul", IR_MUL}, {"and", IR_AND},
      {"or", IR_OR},   {"xor", IR_XOR}};
  static const struct { const char *name; ir_opcode op; } extreme[] = {
      {"smax", IR_SGT}, {"smin", IR_SLT}, {"umax", IR_UGT}, {"umin", IR_ULT}};
  for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
    if (!strncmp(op, plain[i].name, strlen(plain[i].name)))
      return build_binary(d, plain[i].op, a.width, a, b, 0);
  for (unsigned i = 0; i < sizeof extreme / sizeof *extreme; i++)
    if (!strncmp(op, extreme[i].name, strlen(extreme[i].name)))
      return lower_extreme(d, extreme[i].op, a, b);
  return build_missing(a.width);
}

operand lower_float(draft *d, ir_opcode op, operand a, operand b) {
  const uint32_t x = build_use(d, a), y = build_use(d, b);
  const uint32_t to = build_fresh(d, 1);
  ir_insn *i = build_insn(d, op, a.width);
  i->d = to;
  i->a = x;
  i->b = y;
  return build_register(to, a.width);
}

static void reduce(lower *l, LLVMValueRef v, const char *name) {
  draft *d = &l->draft;
  const char *op = name + strlen("llvm.vector.reduce.");
  const bool is_float = !strncmp(op, "fadd", 4) || !strncmp(op, "fmul", 4);
  LLVMValueRef vector = arg(v, is_float ? 1 : 0);
  uint32_t count = lower_layout(l, vector)->count;
  operand r = lower_part(l, vector, 0);
  if (is_float) {
    const ir_opcode code = !strncmp(op, "fadd", 4) ? IR_FADD : IR_FMUL;
    r = lower_scalar(l, arg(v, 0));
    for (uint32_t n = 0; n < count; n++)
      r = lower_float(d, code, r, lower_part(l, vector, n));
  } else {
    for (uint32_t n = 1; n < count; n++)
      r = fold(d, op, r, lower_part(l, vector, n));
  }
  if (r.kind == OPERAND_MISSING) lower_unsupported(l, v, name);
  else lower_define_scalar(l, v, r);
}

bool lower_has_feature(LLVMValueRef v, const char *feature) {
  static const char features[] = "target-features";
  LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(v)),
      (LLVMAttributeIndex) LLVMAttributeFunctionIndex, features,
      sizeof features - 1);
  unsigned length = 0;
  const char *text = a ? LLVMGetStringAttributeValue(a, &length) : NULL;
  const size_t size = strlen(feature);
  const char *found = text ? strstr(text, feature) : NULL;
  while (found && found[size] && found[size] != ',') found = strstr(found + size, feature);
  return found;
}

/* Whether the target's compiler makes one instruction of it, which rounds once:
 * where it has one for the format. */
static bool is_fused(lower *l, LLVMValueRef v) {
  const unsigned width = lower_layout(l, v)->parts[0].width;
  if (width != 32 && width != 64) return false;
  return l->draft.program->target == IR_AARCH64 || lower_has_feature(v, "+fma");
}

void lower_mul_add(lower *l, LLVMValueRef v) {
  const bool fused = is_fused(l, v);
  if (!l->draft.function->is_library)
    l->draft.program->contracts |= fused ? IR_ROUNDS_ONCE : IR_ROUNDS_TWICE;
  lower_note_x87(l, v);
  if (fused) lower_builtin(l, v, IR_BUILTIN_FMA);
  else each(l, v, mul_add);
}

static void assume(lower *l, LLVMValueRef v) {
  const operand a = lower_scalar(l, arg(v, 0));
  if (a.kind != OPERAND_NUMBER) lower_builtin(l, v, IR_BUILTIN_ASSUME);
}

/* -1, 0 or 1. */
static void three_way(lower *l, LLVMValueRef v, ir_opcode less,
                      ir_opcode greater) {
  draft *d = &l->draft;
  operand_list result = {0};
  const uint32_t count = lower_layout(l, v)->count;
  for (uint32_t n = 0; n < count; n++) {
    const unsigned w = lower_layout(l, v)->parts[n].width;
    const operand a = lower_part(l, arg(v, 0), n);
    const operand b = lower_part(l, arg(v, 1), n);
    const operand up = build_zext(d, w, build_compare(d, greater, a, b));
    const operand down = build_zext(d, w, build_compare(d, less, a, b));
    const operand r = build_binary(d, IR_SUB, w, up, down, 0);
    vec_push(&result, r);
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
}

typedef enum action { DROP, SAME, ELEMENTWISE } action;

/* Longer names before their prefixes. */
static const struct { const char *name; action action; elementwise f; }
simple[] = {
    {"llvm.dbg.", DROP, NULL},
    {"llvm.annotation", SAME, NULL},
    {"llvm.ptr.annotation", SAME, NULL},
    {"llvm.var.annotation", DROP, NULL},
    {"llvm.expect", SAME, NULL},
    {"llvm.launder.invariant.group", SAME, NULL},
    {"llvm.strip.invariant.group", SAME, NULL},
    {"llvm.threadlocal.address", SAME, NULL},
    {"llvm.ssa.copy", SAME, NULL},
    {"llvm.arithmetic.fence", SAME, NULL},
    {"llvm.prefetch", DROP, NULL},
    {"llvm.donothing", DROP, NULL},
    {"llvm.sideeffect", DROP, NULL},
    {"llvm.experimental.noalias.scope.decl", DROP, NULL},
    {"llvm.invariant.end", DROP, NULL},
    {"llvm.codeview.annotation", DROP, NULL},
    {"llvm.clear_cache", DROP, NULL},
    {"llvm.aarch64.dmb", DROP, NULL},
    {"llvm.aarch64.dsb", DROP, NULL},
    {"llvm.aarch64.isb", DROP, NULL},
    {"llvm.aarch64.hint", DROP, NULL},
    {"llvm.x86.sse2.pause", DROP, NULL},
    {"llvm.x86.sse2.mfence", DROP, NULL},
    {"llvm.x86.sse2.lfence", DROP, NULL},
    {"llvm.x86.sse.sfence", DROP, NULL},
    {"llvm.is.constant", ELEMENTWISE, zero},
    {"llvm.ptrmask", ELEMENTWISE, mask},
    {"llvm.aarch64.neon.umull", ELEMENTWISE, umull},
    {"llvm.aarch64.neon.smull", ELEMENTWISE, smull},
    {"llvm.smax", ELEMENTWISE, smax},
    {"llvm.smin", ELEMENTWISE, smin},
    {"llvm.umax", ELEMENTWISE, umax},
    {"llvm.umin", ELEMENTWISE, umin},
    {"llvm.abs", ELEMENTWISE, absolute},
    {"llvm.ctpop", ELEMENTWISE, ctpop},
    {"llvm.ctlz", ELEMENTWISE, ctlz},
    {"llvm.cttz", ELEMENTWISE, cttz},
    {"llvm.bswap", ELEMENTWISE, bswap},
    {"llvm.bitreverse", ELEMENTWISE, bitreverse},
    {"llvm.fshl", ELEMENTWISE, fshl},
    {"llvm.fshr", ELEMENTWISE, fshr},
    {"llvm.sadd.sat", ELEMENTWISE, sadd_sat},
    {"llvm.uadd.sat", ELEMENTWISE, uadd_sat},
    {"llvm.ssub.sat", ELEMENTWISE, ssub_sat},
    {"llvm.usub.sat", ELEMENTWISE, usub_sat},
};

static const struct { const char *name; ir_opcode op; bool is_signed; }
overflow[] = {
    {"llvm.sadd.with.overflow", IR_ADD, true},
    {"llvm.uadd.with.overflow", IR_ADD, false},
    {"llvm.ssub.with.overflow", IR_SUB, true},
    {"llvm.usub.with.overflow", IR_SUB, false},
    {"llvm.smul.with.overflow", IR_MUL, true},
    {"llvm.umul.with.overflow", IR_MUL, false},
};

static const char *const builtin_names[] = {
#define BUILTIN(NAME, TEXT) TEXT,
#include "ir/builtins.def"
};

/* Whether the intrinsic is `base` with or without a suffix of types. */
static bool is_called(const char *name, const char *base) {
  const size_t length = strlen(base);
  return !strncmp(name, base, length) &&
         (base[length - 1] == '.' || !name[length] || name[length] == '.');
}

ir_builtin lower_find_builtin(const char *name) {
  unsigned i = 0;
  while (i < IR_BUILTINS && !is_called(name, builtin_names[i])) i++;
  return (ir_builtin) i;
}

/* What the debug information calls a local variable of integer type.  Of one whose name
 * another one has, the name says nothing. */
static void declare(lower *l, LLVMValueRef v) {
  LLVMValueRef of = LLVMGetOperand(v, 0), as = LLVMGetOperand(v, 1), alloca = NULL;
  enum { OP_NAME = 1, OPERANDS = 16 };
  LLVMValueRef all[OPERANDS] = {NULL};
  if (LLVMGetMDNodeNumOperands(of) != 1) return;
  LLVMGetMDNodeOperands(of, &alloca);
  const unsigned count = LLVMGetMDNodeNumOperands(as);
  if (!alloca || !LLVMIsAAllocaInst(alloca) || count > OPERANDS || count <= OP_NAME)
    return;
  LLVMGetMDNodeOperands(as, all);
  unsigned length = 0;
  const char *name = all[OP_NAME] ? LLVMGetMDString(all[OP_NAME], &length) : NULL;
  if (!name || !length) return;
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  const uint32_t reg = ptrmap_get(&l->promoted, alloca), slot = ptrmap_get(&l->slots, alloca);
  ir_function *f = l->draft.function;
  ir_variable new = {.name = program_text(l->draft.program, name, length),
                     .reg = reg ? reg - 1 : 0, .slot = slot, .last = UINT32_MAX};
  if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && (reg || slot))
    new.width = LLVMGetIntTypeWidth(type);
  if (l->signatures && (reg || slot))
    new.type = signature_of_local(l->signatures, LLVMGetTypeContext(type), LLVMValueAsMetadata(as));
  for (uint32_t k = 0; k < f->variables.count; k++)
    if (!strcmp(f->variables.items[k].name, new.name))
      new.width = f->variables.items[k].width = 0;
  vec_push(&f->variables, new);
}

static bool lower_simple(lower *l, LLVMValueRef v, const char *name) {
  if (is_called(name, "llvm.dbg.declare")) declare(l, v);
  for (unsigned i = 0; i < sizeof simple / sizeof *simple; i++) {
    if (!is_called(name, simple[i].name)) continue;
    switch (simple[i].action) {
    case DROP: return true;
    case SAME: same(l, v); return true;
    case ELEMENTWISE: each(l, v, simple[i].f); return true;
    }
  }
  for (unsigned i = 0; i < sizeof overflow / sizeof *overflow; i++)
    if (is_called(name, overflow[i].name)) {
      with_overflow(l, v, overflow[i].op, overflow[i].is_signed);
      return true;
    }
  const ir_builtin builtin = lower_find_builtin(name);
  if (builtin != IR_BUILTINS) lower_builtin(l, v, builtin);
  return builtin != IR_BUILTINS;
}

void lower_intrinsic(lower *l, LLVMValueRef v, const char *name) {
  if (is_called(name, "llvm.lifetime.start")) lifetime(l, v, IR_BEGIN);
  else if (is_called(name, "llvm.lifetime.end")) lifetime(l, v, IR_END);
  else if (is_called(name, "llvm.memcpy")) memory(l, v, IR_COPY);
  else if (is_called(name, "llvm.memmove")) memory(l, v, IR_MOVEMEM);
  else if (is_called(name, "llvm.memset")) memory(l, v, IR_FILL);
  else if (is_called(name, "llvm.assume")) assume(l, v);
  else if (is_called(name, "llvm.vector.reduce.")) reduce(l, v, name);
  else if (is_called(name, "llvm.scmp")) three_way(l, v, IR_SLT, IR_SGT);
  else if (is_called(name, "llvm.ucmp")) three_way(l, v, IR_ULT, IR_UGT);
  else if (is_called(name, "llvm.fmuladd")) lower_mul_add(l, v);
  else if (is_called(name, "llvm.ubsantrap"))
    lower_builtin(l, v, IR_BUILTIN_TRAP);
  else if (is_called(name, "llvm.get.rounding"))
    lower_define_scalar(l, v, build_number(32, 1));     /* to nearest */
  else if (is_called(name, "llvm.experimental.constrained."))
    lower_strict(l, v, name + strlen("llvm.experimental.constrained."));
  else if (is_called(name, "llvm.x86.") && lower_x86(l, v, name + strlen("llvm.x86.")))
    return;
  else if (!lower_simple(l, v, name)) lower_unsupported(l, v, name);
}
