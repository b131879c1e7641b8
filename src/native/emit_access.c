#include "native/emit.h"

#include <assert.h>
#include <stddef.h>

#define B e->builder

/*
 * Addresses, loads and stores.
 *
 * Accesses whose addresses come from the same place, at one width, share a
 * site: the object that they used last.  An address inside it costs a
 * subtraction and a comparison.  Everything else is asked of C code, which
 * does the access if it is plain, and leaves the site with its object.
 */

void emit_guard_null(emitter *e, const ir_insn *i, LLVMValueRef base) {
  if (!(i->flags & IR_INBOUNDS) ||
      !e->options->checks[OUTCOME_POINTER_OVERFLOW])
    return;
  emit_guard(e, i, LLVMBuildICmp(
      B, LLVMIntEQ, base, emit_const(e, e->program->pointer_bits, 0), ""));
}

static void emit_index(emitter *e, const ir_insn *i) {
  const unsigned width = e->program->pointer_bits;
  const LLVMValueRef a = emit_get(e, i, i->a, width);
  const LLVMValueRef b = emit_get(e, i, i->b, width);
  emit_guard_null(e, i, a);
  const LLVMValueRef bytes = LLVMBuildMul(B, b, emit_const(e, width, i->imm),
                                          "");
  /* A distance that would leave the offset's half of an address: rare. */
  if (e->program->object_shift == 32) {
    const LLVMValueRef far = LLVMBuildICmp(
        B, LLVMIntUGE,
        LLVMBuildAdd(B, bytes, emit_const(e, 64, UINT64_C(1) << 31), ""),
        emit_const(e, 64, UINT64_C(1) << 32), "");
    const LLVMValueRef named = LLVMBuildICmp(
        B, LLVMIntUGE, a, emit_const(e, 64, UINT64_C(1) << 32), "");
    emit_guard(e, i, LLVMBuildAnd(B, far, named, ""));
  }
  emit_set(e, i->d, LLVMBuildAdd(B, a, bytes, ""));
}

static void emit_slot(emitter *e, const ir_insn *i) {
  uint64_t before = i->imm;
  if (e->program->object_shift != 32)
    for (uint64_t k = before = 0; k < i->imm; k++)
      before += names_needed(e->names, e->at->function->slots.items[k].size);
  const LLVMValueRef first = LLVMBuildLoad2(B, e->i64, e->first_slot, "");
  const LLVMValueRef name = LLVMBuildAdd(B, first, emit_const(e, 64, before),
                                         "");
  emit_set(e, i->d, LLVMBuildShl(
      B, name, emit_const(e, 64, e->program->object_shift), ""));
}

void emit_address(emitter *e, const ir_insn *i) {
  if (i->op == IR_INDEX) emit_index(e, i);
  else emit_slot(e, i);
}

/* Sites ------------------------------------------------------------------ */

/* The instruction that last wrote the register before this one, as far as the
 * block shows, or the only one of the region that does; NULL: not known. */
static const ir_insn *writer(const emit_frame *at, const ir_insn *i,
                             uint32_t reg) {
  const ir_function *f = at->function;
  const region_register *r = at->region->registers + reg;
  const ir_insn *first = f->insns + f->blocks[i->block].first;
  if (!r->is_written) return NULL;
  while (i-- > first) {
    const bool is_call = i->op == IR_CALL || i->op == IR_BUILTIN;
    if (is_call) return NULL;
    if (i->d == reg && region_writes(f, i)) return i;
  }
  return r->writes == 1 && !r->is_parameter ? f->insns + r->last_write : NULL;
}

/* Where the addresses in the register come from: the last register, constant
 * or slot that the code leads back to.  A wrong guess costs time, no more. */
static uint64_t root_of(const emitter *e, const emit_frame *at,
                        const ir_insn *i, uint32_t reg) {
  for (unsigned steps = 0; steps < 32; steps++) {
    const region_register *r = at->region->registers + reg;
    const ir_insn *by = writer(at, i, reg);
    if (!by && r->is_parameter && !r->writes && at->caller) {
      const ir_call *c = at->caller->function->calls.items + at->call->imm;
      uint32_t k = 0;
      while (at->function->params[k].reg != reg) k++;
      reg = c->args[k].reg;
      i = at->call;
      at = at->caller;
      continue;
    }
    if (!by) break;
    i = by;
    if (i->op == IR_SLOT) return UINT64_C(1) << 32 | i->imm;
    if (i->op == IR_CONST)
      return UINT64_C(1) << 33 | i->imm >> e->program->object_shift;
    if (i->op != IR_INDEX && i->op != IR_ADDI && i->op != IR_MOVE) break;
    reg = i->a;
  }
  return (uint64_t) at->number << 40 | reg;
}

static uint32_t find_site(emitter *e, const ir_insn *i, unsigned bytes) {
  const uint64_t key = root_of(e, e->at, i, i->a);
  assert(e->sites.count == e->result->site_count);
  for (uint32_t k = 0; k < e->sites.count; k++)
    if (e->sites.items[k].key == key &&
        e->result->sites[k].width_bytes == bytes)
      return k;
  return UINT32_MAX;
}

static void add_site(emitter *e, const ir_insn *i) {
  const unsigned bytes = region_bytes(i->width);
  if (!bytes) return;
  const uint32_t old = find_site(e, i, bytes);
  if (old != UINT32_MAX) {
    e->result->sites[old].is_store |= i->op == IR_STORE;
    return;
  }
  emit_site s = {.key = root_of(e, e->at, i, i->a)};
  if (e->copies_sites) {
    s.base = emit_variable(e, e->i64, "base");
    s.room = emit_variable(e, e->i64, "room");
    s.bytes = emit_variable(e, e->pointer, "bytes");
    LLVMBuildStore(B, emit_const(e, 64, 0), s.base);
    LLVMBuildStore(B, emit_const(e, 64, 0), s.room);
    LLVMBuildStore(B, LLVMConstNull(e->pointer), s.bytes);
  }
  vec_push(&e->sites, s);
  native_site *new = e->result->sites + e->result->site_count++;
  assert(bytes && bytes <= 8 && !(bytes & (bytes - 1)));
  new->width_bytes = bytes;
  new->is_store = i->op == IR_STORE;
  new->owner = e->result;
}

void emit_sites(emitter *e) {
  const ir_function *f = e->at->function;
  for (uint32_t k = 0; k < f->insn_count; k++) {
    const ir_insn *i = f->insns + k;
    if (e->at->region->blocks[i->block] &&
        (i->op == IR_LOAD || i->op == IR_STORE))
      add_site(e, i);
  }
}

LLVMValueRef emit_address_of(emitter *e, const void *p) {
  return LLVMConstIntToPtr(emit_const(e, 64, (uintptr_t) p), e->pointer);
}

static LLVMValueRef site_at(emitter *e, uint32_t number, size_t field) {
  return emit_at(e, e->site_array, number * sizeof(native_site) + field);
}

#define SITE(TYPE, NUMBER, FIELD) \
  emit_load(e, TYPE, site_at(e, NUMBER, offsetof(native_site, FIELD)), \
            EMIT_SITE)
/* A number of a site: from the copy, if there is one. */
#define KNOWN(TYPE, NUMBER, FIELD) \
  (e->copies_sites \
       ? LLVMBuildLoad2(B, TYPE, e->sites.items[NUMBER].FIELD, "") \
       : SITE(TYPE, NUMBER, FIELD))

/* What C code left of the sites. */
static void copy_sites(emitter *e, uint32_t number) {
  if (!e->copies_sites) return;
  const emit_site *s = e->sites.items + number;
  LLVMBuildStore(B, SITE(e->i64, number, base), s->base);
  LLVMBuildStore(B, SITE(e->i64, number, room), s->room);
  LLVMBuildStore(B, SITE(e->pointer, number, bytes), s->bytes);
  if (!e->result->sites[number].is_store) return;
  /* The object may be another than the one that loads know. */
  for (uint32_t k = 0; k < e->sites.count; k++)
    if (!e->result->sites[k].is_store)
      LLVMBuildStore(B, SITE(e->i64, k, room), e->sites.items[k].room);
}

LLVMValueRef emit_call(emitter *e, size_t field, LLVMTypeRef *types,
                       LLVMValueRef *args, unsigned count) {
  const LLVMValueRef f = emit_load(e, e->pointer, emit_field(e, field),
                                   EMIT_SITE);
  const LLVMValueRef result = LLVMBuildCall2(
      B, LLVMFunctionType(e->i1, types, count, false), f, args, count, "");
  /* As clang passes C's bool. */
  LLVMAddCallSiteAttribute(
      result, LLVMAttributeReturnIndex,
      LLVMCreateEnumAttribute(e->llvm,
                              LLVMGetEnumAttributeKindForName("zeroext", 7),
                              0));
  return result;
}

/* The word around the byte looks like a pointer: the interpreter's (place_bytes.c).  Bytes
 * of objects begin at a multiple of a pointer's size in our own memory, too. */
static void guard_pointer(emitter *e, const ir_insn *i, LLVMValueRef place) {
  const ir_program *p = e->program;
  const LLVMValueRef mask = emit_const(e, 64, ~(uint64_t) (p->pointer_bits / 8 - 1));
  const LLVMValueRef start = LLVMBuildIntToPtr(
      B, LLVMBuildAnd(B, LLVMBuildPtrToInt(B, place, e->i64, ""), mask, ""), e->pointer, "");
  const LLVMValueRef word = LLVMBuildZExt(
      B, emit_load(e, emit_width(e, p->pointer_bits), start, EMIT_DATA), e->i64, "");
  const LLVMValueRef name = LLVMBuildLShr(B, word, emit_const(e, 64, p->object_shift), "");
  const LLVMValueRef count = LLVMBuildZExt(
      B, emit_load(e, emit_width(e, 32), emit_address_of(e, names_count(e->names)),
                   EMIT_SITE), e->i64, "");
  emit_guard(e, i, LLVMBuildICmp(
      B, LLVMIntULT,
      LLVMBuildSub(B, name, emit_const(e, 64, names_lowest(e->names)), ""), count, ""));
}

void emit_access(emitter *e, const ir_insn *i) {
  const unsigned bytes = region_bytes(i->width);
  const unsigned width = e->program->pointer_bits;
  const bool is_store = i->op == IR_STORE;
  const LLVMTypeRef type = emit_width(e, i->width);
  const LLVMValueRef v = is_store ? emit_get(e, i, i->b, i->width) : NULL;
  const LLVMValueRef start = emit_get(e, i, i->a, width);
  const LLVMValueRef address = LLVMBuildZExt(
      B, LLVMBuildAdd(B, start, emit_const(e, width, i->imm), ""), e->i64,
      "");
  if (i->c && e->options->checks[OUTCOME_ALIGNMENT])
    emit_guard(e, i, LLVMBuildICmp(
        B, LLVMIntNE, LLVMBuildAnd(B, address, emit_const(e, 64, i->c), ""),
        emit_const(e, 64, 0), ""));
  const uint32_t number = find_site(e, i, bytes);
  LLVMValueRef offset = LLVMBuildSub(
      B, address, KNOWN(e->i64, number, base), "");
  const LLVMValueRef outside = LLVMBuildICmp(
      B, LLVMIntUGE, offset, KNOWN(e->i64, number, room), "");
  const LLVMBasicBlockRef other = emit_block(e, "other");
  const LLVMBasicBlockRef done = emit_block(e, "done");
  emit_unless(e, outside, other);
  const LLVMValueRef place = LLVMBuildGEP2(
      B, e->i8, KNOWN(e->pointer, number, bytes), &offset, 1, "");
  if (i->flags & IR_LOOKS) guard_pointer(e, i, place);
  if (is_store) emit_store(e, v, place, EMIT_DATA);
  else emit_set(e, i->d, emit_load(e, type, place, EMIT_DATA));
  LLVMBuildBr(B, done);

  LLVMPositionBuilderAtEnd(B, other);
  LLVMTypeRef types[4] = {e->pointer, e->pointer, e->i64, e->i64};
  LLVMValueRef args[4] = {e->context, site_at(e, number, 0), address,
                          is_store ? LLVMBuildZExt(B, v, e->i64, "")
                                   : emit_const(e, 64, i->flags & IR_LOOKS)};
  const LLVMValueRef is_good = emit_call(
      e, is_store ? offsetof(native_context, store)
                  : offsetof(native_context, load),
      types, args, 4);
  emit_guard(e, i, LLVMBuildNot(B, is_good, ""));
  copy_sites(e, number);
  if (!is_store) {
    const LLVMValueRef loaded = emit_load(
        e, e->i64, emit_field(e, offsetof(native_context, loaded)),
        EMIT_SITE);
    e->at->registers[i->d].is_known = false;    /* on this way */
    emit_set(e, i->d, LLVMBuildTrunc(B, loaded, type, ""));
  }
  LLVMBuildBr(B, done);
  LLVMPositionBuilderAtEnd(B, done);
}

void emit_forget_sites(emitter *e) {
  for (uint32_t k = 0; e->copies_sites && k < e->sites.count; k++)
    LLVMBuildStore(B, emit_const(e, 64, 0), e->sites.items[k].room);
}

void emit_recall_sites(emitter *e) {
  for (uint32_t k = 0; e->copies_sites && k < e->sites.count; k++)
    LLVMBuildStore(B, SITE(e->i64, k, room), e->sites.items[k].room);
}
