#include "ir/draft.h"

/* The width of an operand, which is one of the instruction's register fields. */
static unsigned read_width(const ir_function *f, const ir_insn *i,
                           const uint32_t *field, unsigned pointer_bits) {
  switch ((ir_opcode) i->op) {
  case IR_TRUNC: case IR_ZEXT: case IR_SEXT: case IR_FTOF: case IR_FTOS:
  case IR_FTOU: case IR_STOF: case IR_UTOF:
    return (unsigned) i->imm;
  case IR_SELECT: return field == &i->a ? 1 : i->width;
  case IR_BRANCH: case IR_CHECK: return 1;
  case IR_INDEX: case IR_LOAD: case IR_ALLOCA: case IR_GOTO: case IR_COPY:
  case IR_MOVEMEM:
    return pointer_bits;
  case IR_STORE: return field == &i->b ? i->width : pointer_bits;
  case IR_FILL: return field == &i->b ? 8 : pointer_bits;
  case IR_RETURN: return f->result_count ? f->result_widths[0] : 0;
  case IR_CALL: case IR_BUILTIN: {
    const ir_call *c = f->calls.items + i->imm;
    for (uint32_t k = 0; k < c->arg_count; k++)
      if (field == &c->args[k].reg) return c->args[k].width;
    return pointer_bits;
  }
  default: return i->width;
  }
}

/* Looks through the instructions from `from` to the block's end: 0 if the block
 * neither reads nor writes it. */
typedef enum found { FOUND_NOTHING, FOUND_READ, FOUND_WRITE } found;

static found look(const ir_function *f, uint32_t reg, uint32_t from,
                  unsigned pointer_bits, operands *o, unsigned *width) {
  const ir_block *b = f->blocks + f->insns[from].block;
  for (uint32_t k = from; k < b->first + b->count; k++) {
    ir_insn *i = f->insns + k;
    const uint32_t run = draft_operands((ir_function *) (uintptr_t) f, i, o);
    for (uint32_t n = 0; n < o->reads.count; n++) {
      const uint32_t first = *o->reads.items[n];
      if (reg < first || reg >= first + run) continue;
      *width = i->op == IR_RETURN
                   ? f->result_widths[reg - first]
                   : read_width(f, i, o->reads.items[n], pointer_bits);
      return FOUND_READ;
    }
    if (o->written && reg >= *o->writes && reg < *o->writes + o->written)
      return FOUND_WRITE;
  }
  return FOUND_NOTHING;
}

unsigned ir_width_at(const ir_function *f, uint32_t reg, uint32_t insn,
                     unsigned pointer_bits) {
  unsigned width = 0;
  bool *seen = mem_zeroed(f->block_count, sizeof *seen), several = false;
  VEC(uint32_t) todo = {0};
  operands o = {0};
  vec_push(&todo, insn);
  while (todo.count && !several) {
    const uint32_t from = vec_pop(&todo);
    unsigned here = 0;
    switch (look(f, reg, from, pointer_bits, &o, &here)) {
    case FOUND_READ:
      several = width && here != width;
      width = here;
      break;
    case FOUND_WRITE: break;
    case FOUND_NOTHING: {
      const ir_block *b = f->blocks + f->insns[from].block;
      for (uint32_t k = 0; k < b->successor_count; k++) {
        const uint32_t next = b->successors[k];
        if (seen[next]) continue;
        seen[next] = true;
        vec_push(&todo, f->blocks[next].first);
      }
      break;
    }
    }
  }
  vec_release(&o.reads);
  vec_release(&todo);
  free(seen);
  return several ? 0 : width;
}
