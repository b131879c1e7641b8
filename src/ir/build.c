#include "ir/build.h"

#include "base/bits.h"
#include "base/fatal.h"
#include "ir/program.h"

#include <assert.h>
#include <string.h>

operand build_number(unsigned width, uint64_t bits) {
  assert(width && width <= UINT16_MAX);
  if (width <= 64) bits &= bits_mask(width);
  return (operand) {OPERAND_NUMBER, (uint16_t) width, 0, bits};
}

operand build_missing(unsigned width) {
  return (operand) {OPERAND_MISSING, (uint16_t) width, 0, 0};
}

operand build_limbs(draft *d, unsigned width, const uint64_t *limbs) {
  assert(width && width <= UINT16_MAX);
  const unsigned count = (width + 63) / 64;
  if (width <= 64) return build_number(width, limbs[0]);
  uint64_t *kept = mem_zeroed(count, sizeof *kept);
  memcpy(kept, limbs, count * sizeof *kept);
  if (width % 64) kept[count - 1] &= bits_mask(width % 64);
  vec_push(&d->program->wide, kept);
  return (operand) {OPERAND_WIDE, (uint16_t) width, 0,
                    d->program->wide.count - 1};
}

uint32_t build_fresh(draft *d, uint32_t count) {
  const uint32_t first = d->registers;
  d->registers += count;
  return first;
}

ir_insn *build_insn(draft *d, ir_opcode op, unsigned width) {
  assert(d->at < d->blocks.count && op < IR_OPCODES && width <= UINT16_MAX);
  draft_block *b = d->blocks.items + d->at;
  vec_push(&b->code, ((ir_insn) {.op = (uint16_t) op,
                                 .width = (uint16_t) width,
                                 .place = d->place}));
  return &vec_last(&b->code);
}

/* Writes the operand to the register. */
void build_move(draft *d, uint32_t to, operand a) {
  assert(to < d->registers);
  ir_insn *i;
  switch (a.kind) {
  case OPERAND_REGISTER:
    i = build_insn(d, IR_MOVE, a.width);
    i->a = a.reg;
    break;
  case OPERAND_NUMBER:
    if (a.width > 64) {         /* a small number at a wide type */
      uint64_t limbs[UINT16_MAX / 64 + 1] = {a.bits};
      a = build_limbs(d, a.width, limbs);
      i = build_insn(d, IR_WIDE, a.width);
    } else {
      i = build_insn(d, IR_CONST, a.width);
    }
    i->imm = a.bits;
    break;
  case OPERAND_WIDE:
    i = build_insn(d, IR_WIDE, a.width);
    i->imm = a.bits;
    break;
  case OPERAND_BLOCK:
    i = build_insn(d, IR_CONST, a.width);
    i->imm = a.bits;
    i->flags = DRAFT_BLOCK_ADDRESS;
    break;
  case OPERAND_MISSING:
    i = build_insn(d, IR_UNINIT, a.width);
    break;
  default:
    fatal("an operand of no kind");
  }
  i->d = to;
}

uint32_t build_use(draft *d, operand a) {
  if (a.kind == OPERAND_REGISTER) return a.reg;
  const uint32_t reg = build_fresh(d, 1);
  build_move(d, reg, a);
  return reg;
}

static bool is_immediate(operand a) {
  return a.kind == OPERAND_NUMBER && a.width <= 64;
}

ir_opcode build_exchanged(ir_opcode op) {
  switch (op) {
  case IR_ADD: case IR_MUL: case IR_AND: case IR_OR: case IR_XOR:
  case IR_EQ: case IR_NE:
    return op;
  case IR_ULT: return IR_UGT;
  case IR_ULE: return IR_UGE;
  case IR_UGT: return IR_ULT;
  case IR_UGE: return IR_ULE;
  case IR_SLT: return IR_SGT;
  case IR_SLE: return IR_SGE;
  case IR_SGT: return IR_SLT;
  case IR_SGE: return IR_SLE;
  default: return IR_OPCODES;
  }
}

static operand two(draft *d, ir_opcode op, unsigned width, operand a,
                   operand b, uint32_t flags, unsigned result_width) {
  if (is_immediate(a) && !is_immediate(b) && build_exchanged(op) != IR_OPCODES) {
    const operand other = a;
    op = build_exchanged(op);
    a = b;
    b = other;
  }
  assert(a.width == b.width);
  const uint32_t x = build_use(d, a);
  const bool immediate = is_immediate(b);
  const uint32_t y = immediate ? 0 : build_use(d, b);
  const uint32_t to = build_fresh(d, 1);
  /* In opcodes.def the I form follows its operator. */
  assert(!immediate || op + 1 < IR_OPCODES);
  ir_insn *i = build_insn(d, immediate ? (ir_opcode) (op + 1) : op, width);
  i->d = to;
  i->a = x;
  i->b = y;
  if (immediate) i->imm = b.bits;
  i->flags = flags;
  return build_register(to, result_width);
}

operand build_binary(draft *d, ir_opcode op, unsigned width, operand a,
                     operand b, uint32_t flags) {
  return two(d, op, width, a, b, flags, width);
}

operand build_compare(draft *d, ir_opcode op, operand a, operand b) {
  return two(d, op, a.width, a, b, 0, 1);
}

operand build_unary(draft *d, ir_opcode op, unsigned width, operand a) {
  const uint32_t x = build_use(d, a), to = build_fresh(d, 1);
  ir_insn *i = build_insn(d, op, width);
  i->d = to;
  i->a = x;
  return build_register(to, width);
}

operand build_cast(draft *d, ir_opcode op, unsigned width, operand a) {
  const unsigned from = a.width;
  const operand r = build_unary(d, op, width, a);
  assert(vec_last(&d->blocks.items[d->at].code).op == op);
  vec_last(&d->blocks.items[d->at].code).imm = from;
  return r;
}

operand build_select(draft *d, operand condition, operand a, operand b) {
  assert(condition.width == 1 && a.width == b.width);
  const uint32_t x = build_use(d, condition);
  const uint32_t y = build_use(d, a), z = build_use(d, b);
  const uint32_t to = build_fresh(d, 1);
  ir_insn *i = build_insn(d, IR_SELECT, a.width);
  i->d = to;
  i->a = x;
  i->b = y;
  i->c = z;
  return build_register(to, a.width);
}

operand build_fcmp(draft *d, unsigned predicate, operand a, operand b) {
  assert(a.width == b.width);
  const uint32_t x = build_use(d, a), y = build_use(d, b);
  const uint32_t to = build_fresh(d, 1);
  ir_insn *i = build_insn(d, IR_FCMP, a.width);
  i->d = to;
  i->a = x;
  i->b = y;
  i->imm = predicate;
  return build_register(to, 1);
}

static bool is_small_number(operand a, unsigned width) {
  return a.kind == OPERAND_NUMBER && a.width <= 64 && width <= 64;
}

operand build_trunc(draft *d, unsigned width, operand a) {
  if (a.width <= width) return a;
  if (is_small_number(a, width)) return build_number(width, a.bits);
  if (a.kind == OPERAND_MISSING) return build_missing(width);
  return build_cast(d, IR_TRUNC, width, a);
}

operand build_zext(draft *d, unsigned width, operand a) {
  if (a.width >= width) return build_trunc(d, width, a);
  if (is_small_number(a, width)) return build_number(width, a.bits);
  return build_cast(d, IR_ZEXT, width, a);
}

operand build_sext(draft *d, unsigned width, operand a) {
  if (a.width >= width) return build_trunc(d, width, a);
  if (is_small_number(a, width))
    return build_number(width, (uint64_t) bits_signed(a.bits, a.width));
  return build_cast(d, IR_SEXT, width, a);
}

/* Memory holds whole bytes: other widths are loaded with the bits above them
 * and cut off, and stored with zeros above them. */
operand build_load(draft *d, unsigned width, operand address,
                   uint64_t offset) {
  const unsigned whole = (width + 7) / 8 * 8;
  const uint32_t a = build_use(d, address), to = build_fresh(d, 1);
  ir_insn *i = build_insn(d, IR_LOAD, whole);
  i->d = to;
  i->a = a;
  i->c = d->unaligned;
  i->imm = offset;
  d->unaligned = 0;
  return build_trunc(d, width, build_register(to, whole));
}

void build_store(draft *d, operand value, operand address, uint64_t offset) {
  const unsigned whole = (value.width + 7u) / 8 * 8;
  const uint32_t b = build_use(d, build_zext(d, whole, value));
  const uint32_t a = build_use(d, address);
  ir_insn *i = build_insn(d, IR_STORE, whole);
  i->a = a;
  i->b = b;
  i->c = d->unaligned;
  i->imm = offset;
  d->unaligned = 0;
}

void build_memory(draft *d, ir_opcode op, operand a, operand b, operand c) {
  const uint32_t x = build_use(d, a), y = build_use(d, b), z = build_use(d, c);
  ir_insn *i = build_insn(d, op, c.width);
  i->a = x;
  i->b = y;
  i->c = z;
}

void build_jump(draft *d, uint32_t block) {
  assert(block < d->blocks.count);
  build_insn(d, IR_JUMP, 0)->imm = block;
}

void build_branch(draft *d, operand condition, uint32_t yes, uint32_t no) {
  assert(condition.width == 1 && yes < d->blocks.count && no < d->blocks.count);
  const uint32_t a = build_use(d, condition);
  ir_insn *i = build_insn(d, IR_BRANCH, 1);
  i->a = a;
  i->b = yes;
  i->c = no;
}

void build_unsupported(draft *d, const char *reason) {
  build_insn(d, IR_UNSUPPORTED, 0)->imm = program_reason(d->program, reason);
}

operand build_havoc(draft *d, unsigned width, const char *reason) {
  const uint32_t to = build_fresh(d, 1);
  ir_insn *i = build_insn(d, IR_HAVOC, width);
  i->d = to;
  i->imm = program_reason(d->program, reason);
  return build_register(to, width);
}
