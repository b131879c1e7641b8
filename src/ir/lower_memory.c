#include "ir/lower.h"

#include "ir/program.h"

#include <string.h>

static bool in_entry_block(lower *l, LLVMValueRef v) {
  return LLVMGetInstructionParent(v) == l->order.items[0];
}

bool lower_is_intrinsic(LLVMValueRef user, const char *name) {
  if (!LLVMIsACallInst(user)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(user);
  size_t length;
  return LLVMIsAFunction(callee) &&
         !strncmp(LLVMGetValueName2(callee, &length), name, strlen(name));
}

/* The place where the variable's life begins is that of its declaration. */
static uint32_t declared_at(lower *l, LLVMValueRef v, bool *has_lifetime) {
  *has_lifetime = false;
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!lower_is_intrinsic(user, "llvm.lifetime.start")) continue;
    *has_lifetime = true;
    return places_of_insn(l->places, user);
  }
  return l->draft.function->place;
}

static uint32_t slot_new(lower *l, LLVMValueRef v, uint64_t size) {
  size_t length;
  const char *name = LLVMGetValueName2(v, &length);
  if (length > 5 && !strcmp(name + length - 5, ".addr")) length -= 5;
  if (!strncmp(name, ".compoundliteral", 16)) {
    name = "(compound literal)";
    length = strlen(name);
  }
  ir_slot s = {.name = program_text(l->draft.program, name, length),
               .size = size, .align = LLVMGetAlignment(v)};
  s.place = declared_at(l, v, &s.has_lifetime);
  vec_push(&l->draft.function->slots, s);
  return l->draft.function->slots.count - 1;
}

void lower_alloca(lower *l, LLVMValueRef v) {
  draft *d = &l->draft;
  types *t = l->constants.types;
  const unsigned width = l->has_setjmp ? 0 : promote_width(t, v);
  if (width && in_entry_block(l, v)) {
    const uint32_t reg = build_fresh(d, 1);
    ptrmap_set(&l->promoted, v, reg + 1);
    build_insn(d, IR_UNINIT, width)->d = reg;
    if (width == t->pointer_bits) {
      vec_push(&l->pointers, reg);
      d->function->holds_pointers = true;
    }
    return;
  }
  LLVMValueRef count = LLVMGetOperand(v, 0);
  const uint64_t size = types_size(t, LLVMGetAllocatedType(v));
  const operand times = lower_scalar(l, count);
  const uint32_t to = build_fresh(d, 1);
  if (in_entry_block(l, v) && times.kind == OPERAND_NUMBER) {
    const uint32_t slot = slot_new(l, v, size * times.bits);
    ptrmap_set(&l->slots, v, slot + 1);
    d->function->leaks_slots |= lower_may_outlive(v);
    if (lower_is_renewed(l, v)) {
      d->function->slots.items[slot].is_renewed = true;
      ptrmap_set(&l->renewed, v, to + 1);
      build_move(d, to, build_number(t->pointer_bits, 0));
    } else {
      ir_insn *i = build_insn(d, IR_SLOT, t->pointer_bits);
      i->d = to;
      i->imm = slot;
    }
  } else {
    const uint32_t a = build_use(d, build_zext(d, t->pointer_bits, times));
    ir_insn *i = build_insn(d, IR_ALLOCA, t->pointer_bits);
    i->d = to;
    i->a = a;
    i->imm = size;
    i->c = LLVMGetAlignment(v);
  }
  lower_define_scalar(l, v, build_register(to, t->pointer_bits));
}

/* The address is a multiple of `align` wherever the variable that it is
 * computed from is. */
static bool is_aligned(lower *l, LLVMValueRef p, unsigned align) {
  types *t = l->constants.types;
  if (LLVMIsAGlobalValue(p)) return true;
  if (LLVMIsAAllocaInst(p)) return LLVMGetAlignment(p) >= align;
  if (LLVMIsAConstantExpr(p) ? LLVMGetConstOpcode(p) != LLVMGetElementPtr
                             : !LLVMIsAGetElementPtrInst(p))
    return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(p);
  const unsigned count = (unsigned) LLVMGetNumOperands(p);
  for (unsigned i = 1; i < count; i++) {
    LLVMValueRef by = LLVMGetOperand(p, i);
    const bool is_number = LLVMIsAConstantInt(by);
    const uint64_t index = is_number ? LLVMConstIntGetZExtValue(by) : 1;
    uint64_t bytes;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      bytes = LLVMOffsetOfElement(t->data, type, (unsigned) index);
      type = LLVMStructGetTypeAtIndex(type, (unsigned) index);
    } else {
      if (i > 1) type = LLVMGetElementType(type);
      bytes = index * types_size(t, type);
    }
    if (bytes % align) return false;
  }
  return is_aligned(l, LLVMGetOperand(p, 0), align);
}

/* What the access's address must lack, as far as that is not certain. */
static uint32_t unaligned(lower *l, LLVMValueRef access, LLVMValueRef p) {
  const unsigned align = LLVMGetAlignment(access);
  if (l->draft.function->is_library || align < 2 || is_aligned(l, p, align))
    return 0;
  return align - 1;
}

void lower_load(lower *l, LLVMValueRef v) {
  draft *d = &l->draft;
  LLVMValueRef from = LLVMGetOperand(v, 0);
  const uint32_t promoted = ptrmap_get(&l->promoted, from);
  operand_list result = {0};
  const type_layout layout = *lower_layout(l, v);
  if (promoted) {
    /* A copy, since the variable may change before the value is used. */
    const unsigned width = layout.parts[0].width;
    vec_push(&result, build_unary(d, IR_MOVE, width,
                                  build_register(promoted - 1, width)));
  } else if (layout.is_packed) {
    const unsigned width = layout.parts[0].width;
    d->unaligned = unaligned(l, v, from);
    const operand whole =
        build_load(d, width * layout.count, lower_scalar(l, from), 0);
    for (uint32_t i = 0; i < layout.count; i++) {
      const operand r = lower_extract(d, whole, i * width, width);
      vec_push(&result, r);
    }
  } else {
    for (uint32_t i = 0; i < layout.count; i++) {
      const operand address = lower_scalar(l, from);
      d->unaligned = i ? 0 : unaligned(l, v, from);
      const operand r = build_load(d, layout.parts[i].width, address,
                                   layout.parts[i].offset);
      vec_last(&d->blocks.items[d->at].code).flags |= lower_look_flags(l, v);
      vec_push(&result, r);
    }
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
}

void lower_store(lower *l, LLVMValueRef v) {
  draft *d = &l->draft;
  LLVMValueRef value = LLVMGetOperand(v, 0), to = LLVMGetOperand(v, 1);
  const uint32_t promoted = ptrmap_get(&l->promoted, to);
  const type_layout layout = *lower_layout(l, value);
  uint32_t count;
  const uint32_t first = lower_parts(l, value, &count);
  if (!layout.is_supported) {
    build_unsupported(d, "a value of a type that is not supported");
  } else if (promoted) {
    build_move(d, promoted - 1, l->operands.items[first]);
  } else if (layout.is_packed) {
    const operand whole = lower_concat(d, l->operands.items + first, count);
    const operand address = lower_scalar(l, to);
    d->unaligned = unaligned(l, v, to);
    build_store(d, whole, address, 0);
  } else {
    for (uint32_t i = 0; i < count; i++) {
      const operand address = lower_scalar(l, to);
      d->unaligned = i ? 0 : unaligned(l, v, to);
      build_store(d, l->operands.items[first + i], address,
                  layout.parts[i].offset);
    }
  }
}

static operand index_by(draft *d, operand base, operand index, uint64_t size,
                        uint32_t flags) {
  const uint32_t a = build_use(d, base);
  const uint32_t b = build_use(d, index), to = build_fresh(d, 1);
  ir_insn *i = build_insn(d, IR_INDEX, base.width);
  i->d = to;
  i->a = a;
  i->b = b;
  i->imm = size;
  i->flags = flags;
  return build_register(to, base.width);
}

/* Arithmetic on a pointer that may be null.  Where the result is only accessed
 * the access finds out, unless a symbolic index hides what it began with. */
static uint32_t gep_flags(lower *l, LLVMValueRef v) {
  if (!LLVMIsInBounds(v) || LLVMGetNumOperands(v) != 2 ||
      l->draft.function->is_library ||
      lower_is_inside_object(LLVMGetOperand(v, 0)))
    return 0;
  return lower_is_only_accessed(v) ? IR_ACCESSED : IR_INBOUNDS;
}

/* Constant parts are added last, where a load or store takes them over. */
static operand gep_part(lower *l, LLVMValueRef v, uint32_t n) {
  draft *d = &l->draft;
  types *t = l->constants.types;
  LLVMValueRef base = LLVMGetOperand(v, 0);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  operand at = lower_part(l, base, types_is_vector(LLVMTypeOf(base)) ? n : 0);
  uint64_t offset = 0;
  const uint32_t flags = gep_flags(l, v);
  const unsigned count = (unsigned) LLVMGetNumOperands(v);
  for (unsigned i = 1; i < count; i++) {
    LLVMValueRef by = LLVMGetOperand(v, i);
    const bool each = types_is_vector(LLVMTypeOf(by));
    operand index = lower_part(l, by, each ? n : 0);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      const unsigned field = (unsigned) index.bits;
      offset += LLVMOffsetOfElement(t->data, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    const uint64_t size = types_size(t, type);
    index = build_sext(d, t->pointer_bits, index);
    if (index.kind == OPERAND_NUMBER) offset += index.bits * size;
    else if (size) at = index_by(d, at, index, size, flags);
  }
  const uint32_t checked = flags & IR_INBOUNDS;
  if (at.kind == OPERAND_NUMBER && (at.bits || !checked))
    return build_number(at.width, at.bits + offset);
  const operand by = build_number(at.width, offset);
  return by.bits ? build_binary(d, IR_ADD, at.width, at, by, checked) : at;
}

void lower_gep(lower *l, LLVMValueRef v) {
  operand_list result = {0};
  const uint32_t count = lower_layout(l, v)->count;
  for (uint32_t n = 0; n < count; n++) {
    const operand r = gep_part(l, v, n);
    vec_push(&result, r);
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
}

/* Braid runs one thread: atomic operations are a load and a store.  Libraries repeat what
 * fails. */
void lower_cmpxchg(lower *l, LLVMValueRef v) {
  draft *d = &l->draft;
  const operand address = lower_scalar(l, LLVMGetOperand(v, 0));
  const operand expected = lower_scalar(l, LLVMGetOperand(v, 1));
  const operand wanted = lower_scalar(l, LLVMGetOperand(v, 2));
  operand result[2];
  result[0] = build_load(d, expected.width, address, 0);
  result[1] = build_compare(d, IR_EQ, result[0], expected);
  const uint32_t fails = LLVMGetWeak(v) && !d->function->is_library
                             ? ir_find_symbol(d->program, LOWER_WEAK_FAILS) : 0;
  if (fails) {
    const operand failed = lower_call_runtime(l, fails, build_zext(d, 32, result[1]));
    result[1] = build_binary(d, IR_AND, 1, result[1],
                             build_compare(d, IR_EQ, failed, build_number(32, 0)), 0);
  }
  build_store(d, build_select(d, result[1], wanted, result[0]), address, 0);
  lower_define(l, v, result, 2);
}

/* What is stored; kind OPERAND_MISSING if the operation is not known. */
static operand modified(draft *d, LLVMAtomicRMWBinOp op, operand old,
                        operand by) {
  const unsigned w = old.width;
  const operand one = build_number(w, 1), none = build_number(w, 0);
  switch (op) {
  case LLVMAtomicRMWBinOpXchg: return by;
  case LLVMAtomicRMWBinOpAdd: return build_binary(d, IR_ADD, w, old, by, 0);
  case LLVMAtomicRMWBinOpSub: return build_binary(d, IR_SUB, w, old, by, 0);
  case LLVMAtomicRMWBinOpAnd: return build_binary(d, IR_AND, w, old, by, 0);
  case LLVMAtomicRMWBinOpNand:
    return build_binary(d, IR_XOR, w, build_binary(d, IR_AND, w, old, by, 0),
                        build_sext(d, w, build_number(1, 1)), 0);
  case LLVMAtomicRMWBinOpOr: return build_binary(d, IR_OR, w, old, by, 0);
  case LLVMAtomicRMWBinOpXor: return build_binary(d, IR_XOR, w, old, by, 0);
  case LLVMAtomicRMWBinOpMax: return lower_extreme(d, IR_SGT, old, by);
  case LLVMAtomicRMWBinOpMin: return lower_extreme(d, IR_SLT, old, by);
  case LLVMAtomicRMWBinOpUMax: return lower_extreme(d, IR_UGT, old, by);
  case LLVMAtomicRMWBinOpUMin: return lower_extreme(d, IR_ULT, old, by);
  case LLVMAtomicRMWBinOpUIncWrap:
    return build_select(d, build_compare(d, IR_UGE, old, by), none,
                        build_binary(d, IR_ADD, w, old, one, 0));
  case LLVMAtomicRMWBinOpUDecWrap: {
    const operand wraps =
        build_binary(d, IR_OR, 1, build_compare(d, IR_EQ, old, none),
                     build_compare(d, IR_UGT, old, by), 0);
    return build_select(d, wraps, by,
                        build_binary(d, IR_SUB, w, old, one, 0));
  }
  case LLVMAtomicRMWBinOpFAdd: return lower_float(d, IR_FADD, old, by);
  case LLVMAtomicRMWBinOpFSub: return lower_float(d, IR_FSUB, old, by);
  default: return build_missing(w);
  }
}

void lower_atomicrmw(lower *l, LLVMValueRef v) {
  draft *d = &l->draft;
  const operand address = lower_scalar(l, LLVMGetOperand(v, 0));
  const operand by = lower_scalar(l, LLVMGetOperand(v, 1));
  const operand old = build_load(d, by.width, address, 0);
  const operand new = modified(d, LLVMGetAtomicRMWBinOp(v), old, by);
  if (new.kind == OPERAND_MISSING && by.kind != OPERAND_MISSING)
    build_unsupported(d, "an atomic operation on floating point");
  build_store(d, new, address, 0);
  lower_define_scalar(l, v, old);
}

/* Clang leaves va_arg to LLVM only where a va_list is a plain pointer. */
void lower_va_arg(lower *l, LLVMValueRef v) {
  draft *d = &l->draft;
  types *t = l->constants.types;
  if (l->draft.program->target != IR_I386) {
    lower_unsupported(l, v, "va_arg of an unusual type");
    return;
  }
  const operand list = lower_scalar(l, LLVMGetOperand(v, 0));
  const operand at = build_load(d, t->pointer_bits, list, 0);
  const uint64_t size = (types_size(t, LLVMTypeOf(v)) + 3) / 4 * 4;
  const operand by = build_number(t->pointer_bits, size);
  build_store(d, build_binary(d, IR_ADD, t->pointer_bits, at, by, 0), list, 0);
  const type_layout layout = *lower_layout(l, v);
  operand_list result = {0};
  for (uint32_t i = 0; i < layout.count; i++) {
    const operand r = build_load(d, layout.parts[i].width, at,
                                 layout.parts[i].offset);
    vec_push(&result, r);
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
}
