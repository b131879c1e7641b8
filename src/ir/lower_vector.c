#include "ir/lower.h"

/* Taking aggregates and vectors apart and putting them together: mostly a
 * matter of naming, since each element is an operand of its own. */

/* The first part and the number of parts of an element reached by indices. */
static uint32_t position(lower *l, LLVMTypeRef type, const unsigned *indices,
                         unsigned count, uint32_t *parts) {
  types *t = l->constants.types;
  uint32_t at = 0;
  for (unsigned i = 0; i < count; i++) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      for (unsigned k = 0; k < indices[i]; k++)
        at += types_layout(t, LLVMStructGetTypeAtIndex(type, k))->count;
      type = LLVMStructGetTypeAtIndex(type, indices[i]);
    } else {
      type = LLVMGetElementType(type);
      at += indices[i] * types_layout(t, type)->count;
    }
  }
  *parts = types_layout(t, type)->count;
  return at;
}

static void copy_parts(lower *l, LLVMValueRef v, operand_list *to) {
  uint32_t count;
  const uint32_t first = lower_parts(l, v, &count);
  for (uint32_t i = 0; i < count; i++)
    vec_push(to, l->operands.items[first + i]);
}

static void extract_value(lower *l, LLVMValueRef v, operand_list *result) {
  LLVMValueRef from = LLVMGetOperand(v, 0);
  uint32_t parts, count;
  const uint32_t at = position(l, LLVMTypeOf(from), LLVMGetIndices(v),
                               LLVMGetNumIndices(v), &parts);
  const uint32_t first = lower_parts(l, from, &count);
  for (uint32_t i = 0; i < parts; i++)
    vec_push(result, l->operands.items[first + at + i]);
}

static void insert_value(lower *l, LLVMValueRef v, operand_list *result) {
  LLVMValueRef into = LLVMGetOperand(v, 0), item = LLVMGetOperand(v, 1);
  uint32_t parts;
  const uint32_t at = position(l, LLVMTypeOf(into), LLVMGetIndices(v),
                               LLVMGetNumIndices(v), &parts);
  copy_parts(l, into, result);
  for (uint32_t i = 0; i < parts; i++)
    result->items[at + i] = lower_part(l, item, i);
}

static operand is_index(draft *d, operand index, uint32_t n) {
  return build_compare(d, IR_EQ, index, build_number(index.width, n));
}

static void extract_element(lower *l, LLVMValueRef v, operand_list *result) {
  draft *d = &l->draft;
  operand_list all = {0};
  copy_parts(l, LLVMGetOperand(v, 0), &all);
  const operand index = lower_scalar(l, LLVMGetOperand(v, 1));
  operand r;
  if (index.kind == OPERAND_NUMBER) {
    r = index.bits < all.count ? all.items[index.bits]
                               : build_missing(all.items[0].width);
  } else {
    r = all.items[0];
    for (uint32_t i = 1; i < all.count; i++)
      r = build_select(d, is_index(d, index, i), all.items[i], r);
  }
  vec_push(result, r);
  vec_release(&all);
}

static void insert_element(lower *l, LLVMValueRef v, operand_list *result) {
  draft *d = &l->draft;
  copy_parts(l, LLVMGetOperand(v, 0), result);
  const operand item = lower_scalar(l, LLVMGetOperand(v, 1));
  const operand index = lower_scalar(l, LLVMGetOperand(v, 2));
  if (index.kind == OPERAND_NUMBER) {
    if (index.bits < result->count) result->items[index.bits] = item;
    return;
  }
  for (uint32_t i = 0; i < result->count; i++)
    result->items[i] = build_select(d, is_index(d, index, i), item,
                                    result->items[i]);
}

static void shuffle(lower *l, LLVMValueRef v, operand_list *result) {
  operand_list all = {0};
  copy_parts(l, LLVMGetOperand(v, 0), &all);
  copy_parts(l, LLVMGetOperand(v, 1), &all);
  const unsigned count = LLVMGetNumMaskElements(v);
  for (unsigned i = 0; i < count; i++) {
    const int from = LLVMGetMaskValue(v, i);
    vec_push(result, from < 0 ? build_missing(all.items[0].width)
                              : all.items[from]);
  }
  vec_release(&all);
}

bool lower_element(lower *l, LLVMValueRef v) {
  operand_list result = {0};
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMExtractElement: extract_element(l, v, &result); break;
  case LLVMInsertElement: insert_element(l, v, &result); break;
  case LLVMShuffleVector: shuffle(l, v, &result); break;
  case LLVMExtractValue: extract_value(l, v, &result); break;
  case LLVMInsertValue: insert_value(l, v, &result); break;
  default: return false;
  }
  lower_define(l, v, result.items, result.count);
  vec_release(&result);
  return true;
}

/* The same bits under other types: parts are kept where widths agree, and
 * joined and cut again where they do not. */
void lower_bitcast(lower *l, LLVMValueRef v) {
  draft *d = &l->draft;
  operand_list from = {0}, to = {0};
  copy_parts(l, LLVMGetOperand(v, 0), &from);
  const type_layout *target = lower_layout(l, v);
  if (target->count && from.count && target->count == from.count) {
    lower_define(l, v, from.items, from.count);
  } else if (target->count && from.count) {
    const unsigned width = target->parts[0].width;
    const uint32_t count = target->count;
    const operand whole = lower_concat(d, from.items, from.count);
    for (uint32_t i = 0; i < count; i++) {
      const operand r = lower_extract(d, whole, i * width, width);
      vec_push(&to, r);
    }
    lower_define(l, v, to.items, to.count);
  }
  vec_release(&from);
  vec_release(&to);
}
