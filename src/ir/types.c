#include "ir/types.h"

#include <llvm-c/Core.h>

/* More parts than this are no value that C produces. */
enum { MAX_PARTS = 4096, MAX_WIDTH = UINT16_MAX };

void types_init(types *t, LLVMTargetDataRef data) {
  *t = (types) {.data = data, .pointer_bits = 8 * LLVMPointerSize(data)};
}

void types_release(types *t) {
  for (uint32_t i = 0; i < t->layouts.count; i++)
    free(t->layouts.items[i].parts);
  vec_release(&t->layouts);
  ptrmap_release(&t->numbers);
}

unsigned types_width(const types *t, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMHalfTypeKind: case LLVMBFloatTypeKind: return 16;
  case LLVMFloatTypeKind: return 32;
  case LLVMDoubleTypeKind: return 64;
  case LLVMX86_FP80TypeKind: return 80;
  case LLVMFP128TypeKind: case LLVMPPC_FP128TypeKind: return 128;
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
  case LLVMPointerTypeKind: return t->pointer_bits;
  default: return 0;
  }
}

bool types_is_float(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMHalfTypeKind: case LLVMBFloatTypeKind: case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind: case LLVMX86_FP80TypeKind: case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind: return true;
  default: return false;
  }
}

bool types_is_vector(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

typedef VEC(type_part) part_list;

/* Appends the parts of the type at the offset; false if it has none. */
static bool flatten(const types *t, LLVMTypeRef type, uint64_t offset,
                    part_list *list, bool *is_packed) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind: return true;
  case LLVMStructTypeKind: {
    if (LLVMIsOpaqueStruct(type)) return false;
    const unsigned n = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < n; i++)
      if (!flatten(t, LLVMStructGetTypeAtIndex(type, i),
                   offset + LLVMOffsetOfElement(t->data, type, i), list,
                   is_packed))
        return false;
    return true;
  }
  case LLVMArrayTypeKind: {
    LLVMTypeRef item = LLVMGetElementType(type);
    const uint64_t n = LLVMGetArrayLength2(type), size = types_size(t, item);
    if (n > MAX_PARTS) return false;
    for (uint64_t i = 0; i < n; i++)
      if (!flatten(t, item, offset + i * size, list, is_packed)) return false;
    return true;
  }
  case LLVMVectorTypeKind: {
    LLVMTypeRef item = LLVMGetElementType(type);
    const unsigned n = LLVMGetVectorSize(type), w = types_width(t, item);
    if (!w || w > MAX_WIDTH || n > MAX_PARTS) return false;
    if (w % 8) *is_packed = true;
    for (unsigned i = 0; i < n; i++)
      vec_push(list, ((type_part) {(uint16_t) w, types_is_float(item),
                              offset + (uint64_t) i * w / 8}));
    return list->count <= MAX_PARTS;
  }
  default: {
    const unsigned w = types_width(t, type);
    if (!w || w > MAX_WIDTH) return false;
    vec_push(list, ((type_part) {(uint16_t) w, types_is_float(type), offset}));
    return list->count <= MAX_PARTS;
  }
  }
}

const type_layout *types_layout(types *t, LLVMTypeRef type) {
  const uint32_t known = ptrmap_get(&t->numbers, type);
  if (known) return t->layouts.items + known - 1;
  part_list list = {0};
  type_layout l = {0};
  l.is_supported = flatten(t, type, 0, &list, &l.is_packed);
  /* A packed vector inside a struct or array would need bit addresses. */
  if (l.is_packed && !types_is_vector(type)) l.is_supported = false;
  if (!l.is_supported) vec_release(&list);
  l.parts = list.items;
  l.count = list.count;
  vec_push(&t->layouts, l);
  ptrmap_set(&t->numbers, type, t->layouts.count);
  return &vec_last(&t->layouts);
}

uint32_t types_floats(const type_layout *l) {
  uint32_t set = 0;
  for (uint32_t i = 0; i < l->count && i < 32; i++)
    set |= (uint32_t) l->parts[i].is_float << i;
  return set;
}
