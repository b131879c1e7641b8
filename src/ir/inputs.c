#include "ir/inputs.h"

#include "ir/program.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

/* Functions that return an input with the name of their last argument. */
static const struct { const char *function, *type; ir_type_kind kind; bool is_signed; } makers[] = {
  {"braid_int", "int", IR_TYPE_INTEGER, true}, {"braid_uint", "", IR_TYPE_INTEGER, false},
  {"braid_char", "char", IR_TYPE_INTEGER, false}, {"braid_long", "long", IR_TYPE_INTEGER, true},
  {"braid_size", "", IR_TYPE_INTEGER, false}, {"braid_bool", "int", IR_TYPE_INTEGER, true},
  {"braid_i8", "", IR_TYPE_INTEGER, true}, {"braid_i16", "", IR_TYPE_INTEGER, true},
  {"braid_i32", "", IR_TYPE_INTEGER, true}, {"braid_i64", "", IR_TYPE_INTEGER, true},
  {"braid_u8", "", IR_TYPE_INTEGER, false}, {"braid_u16", "", IR_TYPE_INTEGER, false},
  {"braid_u32", "", IR_TYPE_INTEGER, false}, {"braid_u64", "", IR_TYPE_INTEGER, false},
  {"braid_float", "", IR_TYPE_FLOAT, true}, {"braid_double", "", IR_TYPE_FLOAT, true},
  {"braid_range", "int", IR_TYPE_INTEGER, true}, {"braid_choose", "", IR_TYPE_INTEGER, false},
  {"klee_int", "int", IR_TYPE_INTEGER, true}, {"klee_range", "int", IR_TYPE_INTEGER, true},
};

typedef struct finder {
  signatures *signatures;
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTargetDataRef data;
  ptrmap locals;                /* of a function's allocas: type + 1 */
} finder;

static bool is_called(LLVMValueRef call, const char *name) {
  size_t length;
  LLVMValueRef f = LLVMGetCalledValue(call);
  return f && LLVMIsAFunction(f) && !strcmp(LLVMGetValueName2(f, &length), name);
}

/* "llvm.dbg.declare" of an alloca. */
static void note_local(finder *f, LLVMValueRef call) {
  LLVMValueRef of = LLVMGetOperand(call, 0), alloca = NULL;
  if (LLVMGetMDNodeNumOperands(of) != 1) return;
  LLVMGetMDNodeOperands(of, &alloca);
  if (!alloca || !LLVMIsAAllocaInst(alloca)) return;
  ptrmap_set(&f->locals, alloca,
             signature_of_local(f->signatures, f->context,
                                LLVMValueAsMetadata(LLVMGetOperand(call, 1))) + 1);
}

/* Without steps to the first part. */
static LLVMValueRef whole_of(LLVMValueRef at) {
  while (LLVMIsAGetElementPtrInst(at) || LLVMIsABitCastInst(at)) {
    for (int k = 1; LLVMIsAGetElementPtrInst(at) && k < LLVMGetNumOperands(at); k++) {
      LLVMValueRef index = LLVMGetOperand(at, (unsigned) k);
      if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index)) return at;
    }
    at = LLVMGetOperand(at, 0);
  }
  return at;
}

static uint32_t type_of_variable(finder *f, LLVMValueRef at) {
  const uint32_t known = ptrmap_get(&f->locals, at);
  return known ? known - 1 : LLVMIsAGlobalVariable(at) ? signature_of(f->signatures, at) : 0;
}

static const ir_type *type_at(const finder *f, uint32_t type) {
  return f->signatures->program->types.items + type;
}

/* What `size` bytes there are: a variable, or what a pointer points to, perhaps several. */
static uint32_t type_there(finder *f, LLVMValueRef at, uint64_t size) {
  at = whole_of(at);
  uint32_t type = type_of_variable(f, at);
  if (LLVMIsALoadInst(at)) {
    type = type_of_variable(f, whole_of(LLVMGetOperand(at, 0)));
    if (type && type_at(f, type)->kind == IR_TYPE_POINTER) type = type_at(f, type)->target;
    else type = 0;
    const uint64_t each = type ? type_at(f, type)->size : 0;
    if (each && size > each && size % each == 0)
      type = signature_add(f->signatures, (ir_type) {IR_TYPE_ARRAY, "", .size = size,
                                                     .target = type, .count = size / each});
  }
  return type && type_at(f, type)->size == size ? type : 0;
}

static bool is_same_type(const finder *f, uint32_t a, uint32_t b) {
  const ir_type *x = type_at(f, a), *y = type_at(f, b);
  return a == b || (a && !x->fields.count && !y->fields.count && x->kind == y->kind &&
                    x->size == y->size && x->target == y->target && x->count == y->count &&
                    x->is_signed == y->is_signed && !strcmp(x->name, y->name));
}

static void note(finder *f, LLVMValueRef name, uint32_t type) {
  ir_program *p = f->signatures->program;
  size_t length;
  LLVMValueRef text = LLVMIsAGlobalVariable(name) ? LLVMGetInitializer(name) : NULL;
  if (!type || !text || !LLVMIsAConstantDataArray(text) || !LLVMIsConstantString(text)) return;
  const char *bytes = LLVMGetAsString(text, &length);
  for (uint32_t k = 0; k < p->inputs.count; k++) {
    ir_input *known = p->inputs.items + k;
    if (strcmp(known->name, bytes)) continue;
    if (!is_same_type(f, known->type, type)) known->type = 0;
    return;
  }
  vec_push(&p->inputs, ((ir_input) {program_text(p, bytes, strlen(bytes)), type}));
}

/* void make(void *object, size_t size, const char *name) */
static void note_object(finder *f, LLVMValueRef call) {
  if (LLVMGetNumArgOperands(call) != 3) return;
  LLVMValueRef size = LLVMGetOperand(call, 1);
  if (LLVMIsAConstantInt(size))
    note(f, LLVMGetOperand(call, 2),
         type_there(f, LLVMGetOperand(call, 0), LLVMConstIntGetZExtValue(size)));
}

static void note_call(finder *f, LLVMValueRef call) {
  if (is_called(call, "llvm.dbg.declare")) note_local(f, call);
  else if (is_called(call, "braid_make_symbolic") || is_called(call, "klee_make_symbolic"))
    note_object(f, call);
  for (size_t k = 0; k < sizeof makers / sizeof *makers; k++) {
    const unsigned count = LLVMGetNumArgOperands(call);
    if (!count || !is_called(call, makers[k].function)) continue;
    note(f, LLVMGetOperand(call, count - 1),
         signature_add(f->signatures,
                       (ir_type) {makers[k].kind, makers[k].type,
                                  .size = LLVMABISizeOfType(f->data, LLVMTypeOf(call)),
                                  .is_signed = makers[k].is_signed}));
  }
}

/* Nobody looks for types in a module that makes no inputs by name. */
static bool makes_inputs(LLVMModuleRef m) {
  if (LLVMGetNamedFunction(m, "braid_make_symbolic") ||
      LLVMGetNamedFunction(m, "klee_make_symbolic"))
    return true;
  for (size_t k = 0; k < sizeof makers / sizeof *makers; k++)
    if (LLVMGetNamedFunction(m, makers[k].function)) return true;
  return false;
}

void inputs_find(signatures *s, LLVMModuleRef m) {
  finder f = {s, m, LLVMGetModuleContext(m), LLVMGetModuleDataLayout(m), {0}};
  if (!makes_inputs(m)) return;
  for (LLVMValueRef v = LLVMGetFirstFunction(m); v; v = LLVMGetNextFunction(v)) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i)) note_call(&f, i);
    ptrmap_release(&f.locals);
    f.locals = (ptrmap) {0};
  }
}
