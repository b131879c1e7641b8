#include "ir/constant.h"

#include "base/bits.h"

#include <llvm-c/Core.h>
#include <string.h>

static bool fits(unsigned width) { return 1 <= width && width <= 64; }

static bool block_address(const constants *c, LLVMValueRef v, number *n) {
  LLVMBasicBlockRef block = LLVMGetBlockAddressBasicBlock(v);
  if (!c->blocks) {
    n->block = block;
    return true;
  }
  const uint32_t symbol = ptrmap_get(c->symbols,
                                     LLVMGetBlockAddressFunction(v));
  const uint32_t known = ptrmap_get(c->blocks, block);
  /* A block that cannot be reached is gone; nobody jumps there. */
  n->bits = c->program->symbols.items[symbol].address + known;
  n->symbol = symbol;
  return symbol != 0;
}

static bool global_address(const constants *c, LLVMValueRef v, number *n) {
  for (unsigned depth = 0; depth < 64; depth++) {
    const uint32_t symbol = ptrmap_get(c->symbols, v);
    if (symbol) {
      n->symbol = symbol;
      n->bits = c->program->symbols.items[symbol].address;
      return true;
    }
    const uint32_t alias = ptrmap_get(c->aliases, v);
    if (!alias) return false;
    v = c->alias_targets[alias - 1];
    if (LLVMIsAGlobalAlias(v)) v = LLVMAliasGetAliasee(v);
    if (!LLVMIsAGlobalValue(v)) return constant_number(c, v, n);
  }
  return false;
}

static bool float_bits(const constants *c, LLVMValueRef v, number *n) {
  LLVMTypeRef type = LLVMTypeOf(v);
  LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(type),
                                          types_width(c->types, type));
  v = LLVMConstBitCast(v, word);
  if (!LLVMIsAConstantInt(v)) return false;
  n->bits = LLVMConstIntGetZExtValue(v);
  return true;
}

static bool gep(const constants *c, LLVMValueRef v, number *n) {
  if (!constant_number(c, LLVMGetOperand(v, 0), n) || n->block) return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  const unsigned count = (unsigned) LLVMGetNumOperands(v);
  for (unsigned i = 1; i < count; i++) {
    number index;
    LLVMValueRef operand = LLVMGetOperand(v, i);
    if (!constant_number(c, operand, &index) || index.symbol || index.block)
      return false;
    const unsigned width = types_width(c->types, LLVMTypeOf(operand));
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      const unsigned field = (unsigned) index.bits;
      n->bits += LLVMOffsetOfElement(c->types->data, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    n->bits += (uint64_t) bits_signed(index.bits, width) *
               types_size(c->types, type);
  }
  return true;
}

static bool arithmetic(const constants *c, LLVMValueRef v, LLVMOpcode op,
                       number *n) {
  number b;
  if (!constant_number(c, LLVMGetOperand(v, 0), n) ||
      !constant_number(c, LLVMGetOperand(v, 1), &b) || n->block || b.block)
    return false;
  n->is_missing |= b.is_missing;
  switch (op) {
  case LLVMAdd: n->bits += b.bits; break;
  case LLVMSub: n->bits -= b.bits; break;
  case LLVMMul: n->bits *= b.bits; break;
  case LLVMXor: n->bits ^= b.bits; break;
  case LLVMAnd: n->bits &= b.bits; break;
  case LLVMOr: n->bits |= b.bits; break;
  default: return false;
  }
  /* symbol + number stays based on the symbol, anything else is a number. */
  if (op == LLVMAdd && !n->symbol) n->symbol = b.symbol;
  else if (b.symbol || (op != LLVMAdd && op != LLVMSub)) n->symbol = 0;
  return true;
}

static bool expression(const constants *c, LLVMValueRef v, number *n) {
  const LLVMOpcode op = LLVMGetConstOpcode(v);
  switch (op) {
  case LLVMGetElementPtr: return gep(c, v, n);
  case LLVMPtrToInt: case LLVMIntToPtr: case LLVMBitCast:
  case LLVMAddrSpaceCast: case LLVMTrunc: case LLVMZExt:
    return fits(types_width(c->types, LLVMTypeOf(LLVMGetOperand(v, 0)))) &&
           constant_number(c, LLVMGetOperand(v, 0), n);
  case LLVMSExt: {
    LLVMValueRef a = LLVMGetOperand(v, 0);
    if (!constant_number(c, a, n)) return false;
    n->bits = (uint64_t) bits_signed(n->bits,
                                     types_width(c->types, LLVMTypeOf(a)));
    return true;
  }
  default: return arithmetic(c, v, op, n);
  }
}

bool constant_number(const constants *c, LLVMValueRef v, number *n) {
  *n = (number) {0};
  const unsigned width = types_width(c->types, LLVMTypeOf(v));
  bool known;
  if (!fits(width)) return false;
  switch (LLVMGetValueKind(v)) {
  case LLVMConstantIntValueKind:
    n->bits = LLVMConstIntGetZExtValue(v);
    return true;
  case LLVMConstantFPValueKind: return float_bits(c, v, n);
  case LLVMConstantPointerNullValueKind: return true;
  case LLVMUndefValueValueKind: case LLVMPoisonValueValueKind:
    n->is_missing = true;
    return true;
  case LLVMBlockAddressValueKind: return block_address(c, v, n);
  case LLVMFunctionValueKind: case LLVMGlobalVariableValueKind:
  case LLVMGlobalAliasValueKind:
    return global_address(c, v, n);
  case LLVMConstantExprValueKind: known = expression(c, v, n); break;
  default: return false;
  }
  n->bits &= bits_mask(width);
  return known;
}

bool constant_wide(const constants *c, LLVMValueRef v, unsigned width,
                   uint64_t *limbs, bool *is_missing) {
  LLVMTypeRef type = LLVMTypeOf(v);
  LLVMContextRef context = LLVMGetTypeContext(type);
  const unsigned count = (width + 63) / 64;
  *is_missing = LLVMIsUndef(v) || LLVMIsPoison(v);
  memset(limbs, 0, count * sizeof *limbs);
  if (*is_missing || LLVMIsNull(v)) return true;
  if (types_is_float(type))
    v = LLVMConstBitCast(v, LLVMIntTypeInContext(context, width));
  if (!LLVMIsAConstantInt(v)) return false;
  /* The C interface reads 64 bits: shift each limb down and cut it off. */
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMTypeRef whole = LLVMTypeOf(v), word = LLVMInt64TypeInContext(context);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef by = LLVMConstInt(whole, (uint64_t) i * 64, 0);
    LLVMValueRef down = LLVMBuildLShr(builder, v, by, "");
    limbs[i] = LLVMConstIntGetZExtValue(LLVMConstTrunc(down, word));
  }
  LLVMDisposeBuilder(builder);
  (void) c;
  return true;
}

static bool write_scalar(const constants *c, LLVMValueRef v, uint8_t *bytes,
                         uint64_t offset, relocation_list *list) {
  const unsigned width = types_width(c->types, LLVMTypeOf(v));
  const unsigned size = (width + 7) / 8;
  if (!width || width > UINT16_MAX) return false;
  uint64_t limbs[UINT16_MAX / 64 + 1];
  bool is_missing;
  if (width > 64) {
    if (!constant_wide(c, v, width, limbs, &is_missing)) return false;
  } else {
    number n;
    if (!constant_number(c, v, &n) || n.block) return false;
    is_missing = n.is_missing;
    limbs[0] = n.bits;
    if (n.symbol && width == c->program->pointer_bits) {
      const uint64_t base = c->program->symbols.items[n.symbol].address;
      vec_push(list, ((ir_relocation) {offset, n.symbol, size,
                                       (int64_t) (n.bits - base)}));
    }
  }
  for (unsigned i = 0; !is_missing && i < size; i++)
    bytes[offset + i] = (uint8_t) (limbs[i / 8] >> i % 8 * 8);
  return true;
}

/* Elements that are no whole bytes share bytes. */
static bool write_packed(const constants *c, LLVMValueRef v, unsigned count,
                         unsigned width, uint8_t *bytes, uint64_t offset) {
  for (unsigned i = 0; i < count; i++) {
    number n;
    if (!constant_number(c, LLVMGetAggregateElement(v, i), &n)) return false;
    for (unsigned k = 0; k < width; k++) {
      const uint64_t at = (uint64_t) i * width + k;
      if (n.bits >> k & 1) bytes[offset + at / 8] |= (uint8_t) (1u << at % 8);
    }
  }
  return true;
}

bool constant_write(const constants *c, LLVMValueRef v, uint8_t *bytes,
                    uint64_t offset, relocation_list *list) {
  LLVMTypeRef type = LLVMTypeOf(v);
  if (LLVMIsUndef(v) || LLVMIsPoison(v) || LLVMIsAConstantAggregateZero(v))
    return true;
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: {
    const unsigned n = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < n; i++)
      if (!constant_write(c, LLVMGetAggregateElement(v, i), bytes,
                          offset + LLVMOffsetOfElement(c->types->data, type, i),
                          list))
        return false;
    return true;
  }
  case LLVMArrayTypeKind: {
    if (LLVMIsAConstantDataArray(v) && LLVMIsConstantString(v)) {
      size_t size;
      const char *text = LLVMGetAsString(v, &size);
      memcpy(bytes + offset, text, size);
      return true;
    }
    const uint64_t n = LLVMGetArrayLength2(type);
    const uint64_t size = types_size(c->types, LLVMGetElementType(type));
    for (uint64_t i = 0; i < n; i++)
      if (!constant_write(c, LLVMGetAggregateElement(v, (unsigned) i), bytes,
                          offset + i * size, list))
        return false;
    return true;
  }
  case LLVMVectorTypeKind: {
    const unsigned n = LLVMGetVectorSize(type);
    const unsigned w = types_width(c->types, LLVMGetElementType(type));
    if (w % 8) return write_packed(c, v, n, w, bytes, offset);
    for (unsigned i = 0; i < n; i++)
      if (!write_scalar(c, LLVMGetAggregateElement(v, i), bytes,
                        offset + (uint64_t) i * w / 8, list))
        return false;
    return true;
  }
  default: return write_scalar(c, v, bytes, offset, list);
  }
}
