#include "ir/signature.h"

#include "ir/program.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

/* DWARF's numbers, and positions of operands in LLVM's nodes. */
enum { TAG_ARRAY = 0x01, TAG_ENUM = 0x04, TAG_POINTER = 0x0f,
       TAG_UNION = 0x17, TAG_TYPEDEF = 0x16 };
enum { OP_NAME = 2, OP_BASE = 3, OP_ELEMENTS = 4, OP_TYPES = 3,
       OP_SUBPROGRAM_TYPE = 4, OP_RETAINED = 7, OP_VARIABLE_NAME = 1,
       OP_VARIABLE_TYPE = 3, OP_ENUMERATOR = 0 };
enum { MAX_OPERANDS = 4096 };

void signatures_release(signatures *s) { ptrmap_release(&s->known); }

/* Nodes ------------------------------------------------------------------ */

typedef struct node {
  LLVMContextRef context;
  LLVMMetadataRef at;           /* NULL: void, or nothing */
} node;

static node made(LLVMContextRef context, LLVMValueRef v) {
  return (node) {context, v ? LLVMValueAsMetadata(v) : NULL};
}

/* The operands of the node, to be freed; NULL if there are none. */
static LLVMValueRef *operands(node n, unsigned *count) {
  *count = 0;
  if (!n.at) return NULL;
  LLVMValueRef v = LLVMMetadataAsValue(n.context, n.at);
  const unsigned all = LLVMGetMDNodeNumOperands(v);
  if (!all || all > MAX_OPERANDS) return NULL;
  LLVMValueRef *list = mem_zeroed(all, sizeof *list);
  LLVMGetMDNodeOperands(v, list);
  *count = all;
  return list;
}

static LLVMValueRef operand(node n, unsigned k) {
  unsigned count;
  LLVMValueRef *list = operands(n, &count);
  LLVMValueRef v = k < count ? list[k] : NULL;
  free(list);
  return v;
}

static node child(node n, unsigned k) {
  return made(n.context, operand(n, k));
}

static const char *text_at(signatures *s, node n, unsigned k) {
  LLVMValueRef v = operand(n, k);
  unsigned length = 0;
  const char *text = v ? LLVMGetMDString(v, &length) : NULL;
  return text && length ? program_text(s->program, text, length) : "";
}

static bool is_kind(node n, unsigned kind) {
  return n.at && LLVMGetMetadataKind(n.at) == kind;
}

/* The table -------------------------------------------------------------- */

static uint32_t add(signatures *s, const void *key, ir_type t) {
  ir_program *p = s->program;
  vec_push(&p->types, t);
  if (key) ptrmap_set(&s->known, key, p->types.count);
  return p->types.count - 1;
}

static ir_type *at(signatures *s, uint32_t type) {
  return s->program->types.items + type;
}

static uint32_t type_of(signatures *, node);

static bool is_float_name(const char *name) {
  return strstr(name, "float") || strstr(name, "double") ||
         strstr(name, "Float") || strstr(name, "__fp16");
}

static uint32_t basic(signatures *s, node n, uint64_t size) {
  const char *name = text_at(s, n, OP_NAME);
  const bool is_float = is_float_name(name);
  const bool is_unsigned = strstr(name, "unsigned") || strstr(name, "Bool") ||
                           strstr(name, "char16") || strstr(name, "char32");
  if (strstr(name, "omplex"))   /* two floats */
    return add(s, n.at, (ir_type) {IR_TYPE_NONE, name, .size = size});
  return add(s, n.at, (ir_type) {is_float ? IR_TYPE_FLOAT : IR_TYPE_INTEGER,
                                 name, .size = size,
                                 .is_signed = !is_float && !is_unsigned});
}

static uint32_t array(signatures *s, node n, uint64_t size) {
  uint32_t element = type_of(s, child(n, OP_BASE));
  unsigned count;
  node ranges = child(n, OP_ELEMENTS);
  LLVMValueRef *list = operands(ranges, &count);
  uint64_t each = at(s, element)->size;
  uint32_t type = element;
  for (unsigned k = count; k-- > 0;) {
    LLVMValueRef length = operand(made(n.context, list[k]), 0);
    int64_t elements = length && LLVMIsAConstantInt(length)
                           ? LLVMConstIntGetSExtValue(length) : 0;
    if (elements < 0) elements = 0;     /* flexible */
    each *= (uint64_t) elements;
    type = add(s, k ? NULL : n.at,
               (ir_type) {IR_TYPE_ARRAY, "", .size = k ? each : size,
                          .target = type, .count = (uint64_t) elements});
  }
  free(list);
  return type;
}

/* Known before its fields are: they may point back to it. */
static uint32_t record(signatures *s, node n, uint64_t size, bool is_union) {
  const uint32_t type =
      add(s, n.at, (ir_type) {is_union ? IR_TYPE_UNION : IR_TYPE_STRUCT,
                              text_at(s, n, OP_NAME), .size = size});
  unsigned count;
  LLVMValueRef *list = operands(child(n, OP_ELEMENTS), &count);
  for (unsigned k = 0; k < count; k++) {
    const node member = made(n.context, list[k]);
    if (!is_kind(member, LLVMDIDerivedTypeMetadataKind)) continue;
    const bool is_bits = LLVMDITypeGetFlags(member.at) & LLVMDIFlagBitField;
    const ir_field f = {
      .name = text_at(s, member, OP_NAME),
      .type = type_of(s, child(member, OP_BASE)),
      .bit = LLVMDITypeGetOffsetInBits(member.at),
      .bits = is_bits ? (uint32_t) LLVMDITypeGetSizeInBits(member.at) : 0};
    vec_push(&at(s, type)->fields, f);
  }
  free(list);
  return type;
}

static uint32_t function(signatures *s, const void *key, node n) {
  const uint32_t type = add(s, key, (ir_type) {.kind = IR_TYPE_FUNCTION,
                                               .name = ""});
  unsigned count;
  LLVMValueRef *list = operands(child(n, OP_TYPES), &count);
  for (unsigned k = 0; k < count; k++) {
    const node part = made(n.context, list[k]);
    /* Past the result nothing is the "..." of a variadic function. */
    if (k && !part.at) break;
    const uint32_t is = type_of(s, part);
    if (k) vec_push(&at(s, type)->fields, ((ir_field) {"", is, 0, 0}));
    else at(s, type)->target = is;
  }
  free(list);
  return type;
}

static uint32_t derived(signatures *s, node n, uint64_t size) {
  const unsigned tag = LLVMGetDINodeTag(n.at);
  if (tag == TAG_POINTER) {
    const uint32_t type = add(s, n.at, (ir_type) {IR_TYPE_POINTER, "",
                                                  .size = size});
    const uint32_t target = type_of(s, child(n, OP_BASE));
    at(s, type)->target = target;
    return type;
  }
  const uint32_t base = type_of(s, child(n, OP_BASE));
  if (tag != TAG_TYPEDEF || !base || *at(s, base)->name) return base;
  /* What has no name of its own is called by the typedef's. */
  ir_type_kind kind = at(s, base)->kind;
  if (kind == IR_TYPE_STRUCT || kind == IR_TYPE_UNION) {
    at(s, base)->name = text_at(s, n, OP_NAME);
    at(s, base)->is_typedef = true;
  }
  return base;
}

/* Of an enumerator.  LLVM's C interface gives only its text: "!DIEnumerator(..., value: 3)". */
static uint64_t value_of(LLVMValueRef enumerator) {
  static const char before[] = "value: ";
  char *text = LLVMPrintValueToString(enumerator);
  const char *value = strstr(text, before);
  const uint64_t is = !value ? 0
      : value[sizeof before - 1] == '-' ? (uint64_t) strtoll(value + sizeof before - 1, NULL, 10)
                                        : strtoull(value + sizeof before - 1, NULL, 10);
  LLVMDisposeMessage(text);
  return is;
}

static uint32_t enumeration(signatures *s, node n, uint64_t size) {
  const uint32_t type = add(s, n.at, (ir_type) {IR_TYPE_INTEGER, text_at(s, n, OP_NAME),
                                                .size = size});
  unsigned count;
  LLVMValueRef *list = operands(child(n, OP_ELEMENTS), &count);
  for (unsigned k = 0; k < count; k++) {
    const node name = made(n.context, list[k]);
    if (!is_kind(name, LLVMDIEnumeratorMetadataKind)) continue;
    vec_push(&at(s, type)->fields, ((ir_field) {.name = text_at(s, name, OP_ENUMERATOR),
                                                .bit = value_of(list[k])}));
  }
  free(list);
  return type;
}

static uint32_t type_of(signatures *s, node n) {
  if (!n.at) return 0;
  const uint32_t known = ptrmap_get(&s->known, n.at);
  if (known) return known - 1;
  const bool is_subroutine = is_kind(n, LLVMDISubroutineTypeMetadataKind);
  if (is_subroutine) return function(s, n.at, n);
  const uint64_t size = is_kind(n, LLVMDIBasicTypeMetadataKind) ||
                                is_kind(n, LLVMDIDerivedTypeMetadataKind) ||
                                is_kind(n, LLVMDICompositeTypeMetadataKind)
                            ? (LLVMDITypeGetSizeInBits(n.at) + 7) / 8 : 0;
  if (is_kind(n, LLVMDIBasicTypeMetadataKind)) return basic(s, n, size);
  if (is_kind(n, LLVMDIDerivedTypeMetadataKind)) return derived(s, n, size);
  if (!is_kind(n, LLVMDICompositeTypeMetadataKind)) return 0;
  switch (LLVMGetDINodeTag(n.at)) {
  case TAG_ARRAY: return array(s, n, size);
  case TAG_ENUM: return enumeration(s, n, size);
  default:
    return record(s, n, size, LLVMGetDINodeTag(n.at) == TAG_UNION);
  }
}

/* Without debug information ---------------------------------------------- */

static uint32_t plain(signatures *s, LLVMTargetDataRef data,
                      LLVMTypeRef llvm) {
  const uint32_t known = ptrmap_get(&s->known, llvm);
  if (known) return known - 1;
  const uint64_t size = LLVMTypeIsSized(llvm)
                            ? LLVMABISizeOfType(data, llvm) : 0;
  switch (LLVMGetTypeKind(llvm)) {
  case LLVMIntegerTypeKind:
    return add(s, llvm, (ir_type) {IR_TYPE_INTEGER, "", .size = size});
  case LLVMHalfTypeKind: case LLVMBFloatTypeKind: case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind: case LLVMX86_FP80TypeKind: case LLVMFP128TypeKind:
    return add(s, llvm, (ir_type) {IR_TYPE_FLOAT, "", .size = size});
  case LLVMPointerTypeKind:
    return add(s, llvm, (ir_type) {IR_TYPE_POINTER, "", .size = size});
  case LLVMArrayTypeKind: {
    const uint32_t element = plain(s, data, LLVMGetElementType(llvm));
    return add(s, llvm, (ir_type) {IR_TYPE_ARRAY, "", .size = size,
                                   .target = element,
                                   .count = LLVMGetArrayLength2(llvm)});
  }
  case LLVMStructTypeKind: {
    const uint32_t type = add(s, llvm, (ir_type) {IR_TYPE_STRUCT, "",
                                                  .size = size});
    const unsigned count = LLVMIsOpaqueStruct(llvm)
                               ? 0 : LLVMCountStructElementTypes(llvm);
    for (unsigned k = 0; k < count; k++) {
      const ir_field f = {
        .name = "", .bit = 8 * LLVMOffsetOfElement(data, llvm, k),
        .type = plain(s, data, LLVMStructGetTypeAtIndex(llvm, k))};
      vec_push(&at(s, type)->fields, f);
    }
    return type;
  }
  default: return 0;
  }
}

static uint32_t plain_function(signatures *s, LLVMTargetDataRef data,
                               LLVMTypeRef llvm) {
  const uint32_t type = add(s, NULL, (ir_type) {.kind = IR_TYPE_FUNCTION,
                                                .name = ""});
  const unsigned count = LLVMCountParamTypes(llvm);
  LLVMTypeRef *params = mem_zeroed(count, sizeof *params);
  LLVMGetParamTypes(llvm, params);
  const uint32_t result = plain(s, data, LLVMGetReturnType(llvm));
  at(s, type)->target = result;
  for (unsigned k = 0; k < count; k++) {
    const uint32_t is = plain(s, data, params[k]);
    vec_push(&at(s, type)->fields, ((ir_field) {"", is, 0, 0}));
  }
  free(params);
  return type;
}

/* Symbols ---------------------------------------------------------------- */

/* Parameters come first among the variables that a function retains. */
static void name_parameters(signatures *s, node subprogram, uint32_t type) {
  unsigned count, k = 0;
  LLVMValueRef *list = operands(child(subprogram, OP_RETAINED), &count);
  for (unsigned i = 0; i < count && k < at(s, type)->fields.count; i++) {
    const node variable = made(subprogram.context, list[i]);
    if (!is_kind(variable, LLVMDILocalVariableMetadataKind)) continue;
    const uint32_t is = type_of(s, child(variable, OP_VARIABLE_TYPE));
    if (is != at(s, type)->fields.items[k].type) break;
    const char *name = text_at(s, variable, OP_VARIABLE_NAME);
    at(s, type)->fields.items[k++].name = name;
  }
  free(list);
}

static uint32_t of_function(signatures *s, LLVMValueRef v,
                            LLVMContextRef context, LLVMTargetDataRef data) {
  const node subprogram = {context, LLVMGetSubprogram(v)};
  const node type = subprogram.at ? child(subprogram, OP_SUBPROGRAM_TYPE)
                                  : subprogram;
  if (!is_kind(type, LLVMDISubroutineTypeMetadataKind))
    return plain_function(s, data, LLVMGlobalGetValueType(v));
  const uint32_t number = function(s, NULL, type);
  name_parameters(s, subprogram, number);
  return number;
}

static uint32_t of_variable(signatures *s, LLVMValueRef v,
                            LLVMContextRef context, LLVMTargetDataRef data) {
  size_t count = 0;
  uint32_t type = 0;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(v, &count);
  for (unsigned k = 0; k < count && !type; k++) {
    LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(all, k);
    if (LLVMGetMetadataKind(m) != LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    const node variable = {context,
                           LLVMDIGlobalVariableExpressionGetVariable(m)};
    type = type_of(s, child(variable, OP_VARIABLE_TYPE));
  }
  LLVMDisposeValueMetadataEntries(all);
  return type ? type : plain(s, data, LLVMGlobalGetValueType(v));
}

static void begin_table(signatures *s) {
  if (!s->program->types.count) vec_push(&s->program->types, ((ir_type) {.name = ""}));
}

uint32_t signature_of_local(signatures *s, LLVMContextRef context, LLVMMetadataRef variable) {
  const node n = {context, variable};
  begin_table(s);
  return is_kind(n, LLVMDILocalVariableMetadataKind) ? type_of(s, child(n, OP_VARIABLE_TYPE)) : 0;
}

uint32_t signature_add(signatures *s, ir_type t) {
  begin_table(s);
  return add(s, NULL, t);
}

uint32_t signature_of(signatures *s, LLVMValueRef v) {
  LLVMModuleRef module = LLVMGetGlobalParent(v);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTargetDataRef data = LLVMGetModuleDataLayout(module);
  begin_table(s);
  return LLVMIsAFunction(v) ? of_function(s, v, context, data)
                            : of_variable(s, v, context, data);
}
