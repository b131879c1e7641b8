#ifndef IR_DRAFT_H
#define IR_DRAFT_H

#include "ir/ir.h"

/*
 * A function on the way from LLVM to the compact IR.
 *
 * Blocks are lists of instructions, the last a terminator; targets are draft blocks by
 * number; registers are unlimited, parameters the first.  Passes (tidy, registers) work on
 * drafts; draft_finish lays the blocks out in final order and fills the ir_function.
 */
typedef struct draft_block {
  VEC(ir_insn) code;
  const char *label;
  bool is_kept;                 /* named by a C label or an address */
} draft_block;

typedef struct draft_targets { VEC(uint32_t) blocks; } draft_targets;

typedef struct draft {
  ir_program *program;
  ir_function *function;        /* owns slots, calls and switches */
  VEC(draft_block) blocks;      /* block 0 is the entry */
  VEC(draft_targets) gotos;     /* imm of a GOTO: possible targets */
  uint32_t registers;           /* used so far */
  uint32_t at;                  /* block being written */
  uint32_t place;               /* of instructions being written */
  uint32_t unaligned;           /* bits missing in the next access's address */
} draft;

/* In the flags of a CONST: imm is a draft block, the value is the block's address. */
enum { DRAFT_BLOCK_ADDRESS = 1u << 31 };

void draft_init(draft *, ir_program *, ir_function *);
void draft_release(draft *);
uint32_t draft_block_new(draft *, const char *label);

bool draft_is_terminator(ir_opcode);

/* What every pass requires and maintains: only terminators end blocks, targets are blocks with
 * code, registers are below the number in use. */
bool draft_is_whole(draft *);

/* The targets of a block's terminator, in order, with repetitions, as pointers into the
 * terminator for replacement.  The caller releases the list. */
typedef VEC(uint32_t *) target_list;
void draft_targets_of(draft *, uint32_t block, target_list *);

/* Operands of an instruction: pointers to register fields, and the first of `written`
 * consecutive registers. */
typedef struct operands {
  VEC(uint32_t *) reads;
  uint32_t *writes;             /* NULL: writes nothing */
  uint32_t written;
} operands;

/* A RETURN of several values reads a run of registers; only the first has a field, run is
 * the length (1 otherwise). */
uint32_t draft_operands(ir_function *, ir_insn *, operands *);

#endif
