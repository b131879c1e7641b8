#include "ir/lower.h"

#include "ir/program.h"

#include <string.h>

void lower_release(lower *l) {
  draft_release(&l->draft);
  ptrmap_release(&l->values);
  ptrmap_release(&l->blocks);
  ptrmap_release(&l->slots);
  ptrmap_release(&l->promoted);
  ptrmap_release(&l->renewed);
  ptrmap_release(&l->cyclic);
  vec_release(&l->operands);
  vec_release(&l->order);
  vec_release(&l->pointers);
}

const type_layout *lower_layout(lower *l, LLVMValueRef v) {
  return types_layout(l->constants.types, LLVMTypeOf(v));
}

static bool flatten(lower *, LLVMValueRef, operand_list *);

/* A constant vector under another type: all its bits, cut anew. */
static bool flatten_bitcast(lower *l, LLVMValueRef v, operand_list *list) {
  operand_list from = {0};
  const type_layout to = *lower_layout(l, v);
  bool ok = flatten(l, LLVMGetOperand(v, 0), &from) && to.count;
  unsigned bits = 0, at = 0, in = 0;
  for (uint32_t i = 0; i < from.count; i++) {
    ok &= from.items[i].kind == OPERAND_NUMBER && from.items[i].width <= 64;
    bits += from.items[i].width;
  }
  ok &= bits == to.count * to.parts[0].width && to.parts[0].width <= 64;
  for (uint32_t i = 0; ok && i < to.count; i++) {
    uint64_t part = 0;
    for (unsigned k = 0; k < to.parts[i].width; k++) {
      part |= (from.items[in].bits >> at & 1) << k;
      if (++at == from.items[in].width) in++, at = 0;
    }
    vec_push(list, build_number(to.parts[i].width, part));
  }
  vec_release(&from);
  return ok;
}

/* Appends the parts of a constant. */
static bool flatten(lower *l, LLVMValueRef v, operand_list *list) {
  LLVMTypeRef type = LLVMTypeOf(v);
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMBitCast &&
      (types_is_vector(type) ||
       types_is_vector(LLVMTypeOf(LLVMGetOperand(v, 0)))))
    return flatten_bitcast(l, v, list);
  if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
      kind == LLVMVectorTypeKind) {
    const uint64_t n = kind == LLVMStructTypeKind
                           ? LLVMCountStructElementTypes(type)
                       : kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
                                                   : LLVMGetVectorSize(type);
    for (uint64_t i = 0; i < n; i++) {
      LLVMValueRef item = LLVMGetAggregateElement(v, (unsigned) i);
      if (!item || !flatten(l, item, list)) return false;
    }
    return true;
  }
  const unsigned width = types_width(l->constants.types, type);
  if (!width || width > UINT16_MAX) return false;
  if (width > 64) {
    uint64_t limbs[UINT16_MAX / 64 + 1];
    bool is_missing;
    if (!constant_wide(&l->constants, v, width, limbs, &is_missing))
      return false;
    vec_push(list, is_missing ? build_missing(width)
                              : build_limbs(&l->draft, width, limbs));
    return true;
  }
  number n;
  if (!constant_number(&l->constants, v, &n)) return false;
  if (n.block) {
    const uint32_t block = ptrmap_get(&l->blocks, n.block);
    if (!block) return false;   /* of another function, or unreachable */
    vec_push(list, ((operand) {OPERAND_BLOCK, (uint16_t) width, 0,
                               block - 1}));
    return true;
  }
  vec_push(list, n.is_missing ? build_missing(width)
                              : build_number(width, n.bits));
  return true;
}

void lower_define(lower *l, LLVMValueRef v, const operand *parts,
                  uint32_t count) {
  ptrmap_set(&l->values, v, l->operands.count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const operand part = parts[i];
    vec_push(&l->operands, part);
  }
}

void lower_define_scalar(lower *l, LLVMValueRef v, operand a) {
  lower_define(l, v, &a, 1);
}

static void define_missing(lower *l, LLVMValueRef v) {
  const type_layout *layout = lower_layout(l, v);
  ptrmap_set(&l->values, v, l->operands.count + 1);
  for (uint32_t i = 0; i < layout->count; i++)
    vec_push(&l->operands, build_missing(layout->parts[i].width));
  /* A type that is not supported still has something to name. */
  if (!layout->count) vec_push(&l->operands, build_missing(1));
}

void lower_unsupported(lower *l, LLVMValueRef v, const char *reason) {
  build_unsupported(&l->draft, reason);
  define_missing(l, v);
}

uint32_t lower_parts(lower *l, LLVMValueRef v, uint32_t *count) {
  *count = lower_layout(l, v)->count;
  const uint32_t known = ptrmap_get(&l->values, v);
  if (known) return known - 1;
  operand_list list = {0};
  operand computed;
  if (*count == 1 && lower_constant_number(l, v, &computed)) {
    vec_push(&l->operands, computed);   /* again at the next use */
    return l->operands.count - 1;
  }
  if (!LLVMIsConstant(v) || !*count) {
    define_missing(l, v);
  } else if (flatten(l, v, &list) && list.count == *count) {
    lower_define(l, v, list.items, list.count);
  } else {
    char *text = LLVMPrintValueToString(v);
    char *reason = mem_format("constant %.200s", text);
    lower_unsupported(l, v, reason);
    LLVMDisposeMessage(text);
    free(reason);
  }
  vec_release(&list);
  return ptrmap_get(&l->values, v) - 1;
}

operand lower_part(lower *l, LLVMValueRef v, uint32_t n) {
  uint32_t count;
  const uint32_t first = lower_parts(l, v, &count);
  return l->operands.items[first + n];
}

operand lower_scalar(lower *l, LLVMValueRef v) { return lower_part(l, v, 0); }

/* The order of visits: reverse postorder from the entry, without recursion. */
static void order_blocks(lower *l, LLVMValueRef function) {
  struct visit { LLVMBasicBlockRef block; unsigned next; };
  VEC(struct visit) stack = {0};
  VEC(LLVMBasicBlockRef) done = {0};
  ptrmap seen = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  ptrmap_set(&seen, entry, 1);
  vec_push(&stack, ((struct visit) {entry, 0}));
  while (stack.count) {
    struct visit *top = &vec_last(&stack);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    const unsigned count = LLVMGetNumSuccessors(end);
    if (top->next == count) {
      vec_push(&done, top->block);
      stack.count--;
      continue;
    }
    /* Last successor first, so that the first comes next in the order. */
    LLVMBasicBlockRef to = LLVMGetSuccessor(end, count - ++top->next);
    if (ptrmap_get(&seen, to)) continue;
    ptrmap_set(&seen, to, 1);
    vec_push(&stack, ((struct visit) {to, 0}));
  }
  while (done.count) {
    const LLVMBasicBlockRef block = vec_pop(&done);
    vec_push(&l->order, block);
  }
  ptrmap_release(&seen);
  vec_release(&stack);
  vec_release(&done);
}

/* Clang's own block names have a dot or are these; others are C labels. */
static bool is_c_label(const char *name) {
  static const char *const own[] = {"entry", "return", "cleanup",
                                    "unreachable", "indirectgoto", ""};
  if (strchr(name, '.')) return false;
  for (unsigned i = 0; i < sizeof own / sizeof *own; i++) {
    const size_t length = strlen(own[i]);
    if (!strncmp(name, own[i], length) &&
        name[length + strspn(name + length, "0123456789")] == '\0')
      return false;
  }
  return true;
}

static bool is_address_taken(LLVMBasicBlockRef block) {
  for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u;
       u = LLVMGetNextUse(u))
    if (LLVMGetValueKind(LLVMGetUser(u)) == LLVMBlockAddressValueKind)
      return true;
  return false;
}

static void make_blocks(lower *l, LLVMValueRef function) {
  order_blocks(l, function);
  for (uint32_t i = 0; i < l->order.count; i++) {
    const char *name = LLVMGetBasicBlockName(l->order.items[i]);
    const uint32_t block = draft_block_new(
        &l->draft, *name ? program_text(l->draft.program, name, strlen(name))
                         : "");
    l->draft.blocks.items[block].is_kept =
        (is_c_label(name) && !lower_is_own_block(l->order.items[i])) ||
        is_address_taken(l->order.items[i]);
    ptrmap_set(&l->blocks, l->order.items[i], block + 1);
  }
}

static uint32_t byval_bytes(lower *l, LLVMValueRef function, unsigned index) {
  static unsigned kind;
  if (!kind) kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(function, index + 1, kind);
  return a ? (uint32_t) types_size(l->constants.types,
                                   LLVMGetTypeAttributeValue(a))
           : 0;
}

static void make_params(lower *l, LLVMValueRef function) {
  ir_function *f = l->draft.function;
  VEC(ir_value) list = {0};
  const unsigned count = LLVMCountParams(function);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef param = LLVMGetParam(function, i);
    const type_layout *layout = lower_layout(l, param);
    const uint32_t bytes = byval_bytes(l, function, i);
    ptrmap_set(&l->values, param, l->operands.count + 1);
    for (uint32_t k = 0; k < layout->count; k++) {
      const type_part *p = layout->parts + k;
      const uint32_t reg = build_fresh(&l->draft, 1);
      vec_push(&list, ((ir_value) {.reg = reg, .width = p->width,
                                   .byval_bytes = bytes,
                                   .is_float = p->is_float}));
      vec_push(&l->operands, build_register(reg, p->width));
    }
  }
  f->params = list.items;
  f->param_count = list.count;
}

/* setjmp may return again when registers have moved on: a function that
 * calls it keeps its variables in memory and its registers apart. */
static bool calls_setjmp(LLVMValueRef function) {
  const unsigned kind = LLVMGetEnumAttributeKindForName("returns_twice", 13);
  const unsigned all = (unsigned) LLVMAttributeFunctionIndex;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      if (LLVMGetInstructionOpcode(i) != LLVMCall) continue;
      LLVMValueRef callee = LLVMGetCalledValue(i);
      if (LLVMGetCallSiteEnumAttribute(i, all, kind) ||
          (LLVMIsAFunction(callee) &&
           LLVMGetEnumAttributeAtIndex(callee, all, kind)))
        return true;
    }
  return false;
}

void lower_function(lower *l, LLVMValueRef function, ir_function *f) {
  draft_release(&l->draft);
  draft_init(&l->draft, (ir_program *) l->constants.program, f);
  ptrmap_clear(&l->values);
  ptrmap_clear(&l->blocks);
  ptrmap_clear(&l->slots);
  ptrmap_clear(&l->promoted);
  ptrmap_clear(&l->renewed);
  ptrmap_clear(&l->cyclic);
  vec_clear(&l->operands);
  vec_clear(&l->order);
  vec_clear(&l->pointers);
  l->has_setjmp = calls_setjmp(function);
  lower_literals(function);
  f->place = l->draft.place = places_of_function(l->places, function);
  make_params(l, function);
  make_blocks(l, function);
  for (uint32_t b = 0; b < l->order.count; b++) {
    l->draft.at = b;
    for (LLVMValueRef i = LLVMGetFirstInstruction(l->order.items[b]); i;
         i = LLVMGetNextInstruction(i)) {
      const uint32_t place = places_of_insn(l->places, i);
      l->draft.place = place ? place : f->place;
      if (LLVMIsATerminatorInst(i)) lower_terminator(l, i);
      else lower_instruction(l, i);
    }
  }
  lower_phis(l);
}
