#ifndef IR_BUILD_H
#define IR_BUILD_H

#include "ir/draft.h"

/*
 * Writes instructions into the current block of a draft, on operands that may be constants:
 * the I forms are chosen here, and a constant that needs a register gets a register here.
 * Registers made here are written once.
 */
typedef struct operand {
  enum { OPERAND_REGISTER, OPERAND_NUMBER, OPERAND_WIDE, OPERAND_MISSING,
         OPERAND_BLOCK } kind;
  uint16_t width;               /* in bits */
  uint32_t reg;                 /* of a REGISTER */
  uint64_t bits;                /* NUMBER; WIDE: index; BLOCK: block number */
} operand;

static inline operand build_register(uint32_t reg, unsigned width) {
  return (operand) {OPERAND_REGISTER, (uint16_t) width, reg, 0};
}
operand build_number(unsigned width, uint64_t bits);    /* any width */
operand build_limbs(draft *, unsigned width, const uint64_t *limbs);
operand build_missing(unsigned width);

uint32_t build_fresh(draft *, uint32_t count);          /* returns the first */
ir_insn *build_insn(draft *, ir_opcode, unsigned width);
uint32_t build_use(draft *, operand);                   /* in a register */
void build_move(draft *, uint32_t to, operand);

/* op is a register form. */
operand build_binary(draft *, ir_opcode op, unsigned width, operand, operand,
                     uint32_t flags);
/* The operator for exchanged operands; IR_OPCODES: none. */
ir_opcode build_exchanged(ir_opcode);
operand build_compare(draft *, ir_opcode op, operand, operand);
operand build_unary(draft *, ir_opcode op, unsigned width, operand);
operand build_cast(draft *, ir_opcode op, unsigned width, operand);
operand build_select(draft *, operand condition, operand, operand);
operand build_fcmp(draft *, unsigned predicate, operand, operand);

/* To the width, by cutting off or by extending. */
operand build_zext(draft *, unsigned width, operand);
operand build_sext(draft *, unsigned width, operand);
operand build_trunc(draft *, unsigned width, operand);

operand build_load(draft *, unsigned width, operand address, uint64_t offset);
void build_store(draft *, operand value, operand address, uint64_t offset);
void build_memory(draft *, ir_opcode, operand, operand, operand);

void build_jump(draft *, uint32_t block);
void build_branch(draft *, operand condition, uint32_t yes, uint32_t no);

/* Each reason is kept once. */
void build_unsupported(draft *, const char *reason);
operand build_havoc(draft *, unsigned width, const char *reason);

#endif
