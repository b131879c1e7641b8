#ifndef IR_LOWER_H
#define IR_LOWER_H

#include "ir/build.h"
#include "ir/constant.h"
#include "ir/places.h"

#include <llvm-c/Core.h>

/*
 * LLVM functions to drafts.  Blocks are visited in reverse postorder, so a
 * value is known before its uses; only the operands of phis are not, and their
 * moves are written when all blocks are done.
 *
 * An LLVM value is a run of operands, one a part of its type.  Values are
 * immutable, so insertvalue and the like only shuffle operands.
 */
typedef struct lower {
  constants constants;
  places *places;
  draft draft;
  ptrmap values;                /* position in operands, plus 1 */
  VEC(operand) operands;
  ptrmap blocks;                /* draft block, plus 1 */
  VEC(LLVMBasicBlockRef) order; /* draft block i is order[i]'s */
  ptrmap slots;                 /* allocas: slot, plus 1 */
  ptrmap promoted;              /* allocas: register, plus 1 */
  VEC(uint32_t) pointers;       /* registers of promoted ones as wide as a pointer */
  ptrmap renewed;               /* allocas: register of the address, plus 1 */
  ptrmap cyclic;                /* blocks: 1 in no cycle, 2 in one */
  bool has_setjmp;              /* keeps its variables in memory */
} lower;

typedef VEC(operand) operand_list;

/* The function's code, ready to be tidied. */
void lower_function(lower *, LLVMValueRef, ir_function *);
void lower_release(lower *);

/* For the files of lower_*: ------------------------------------------------ */

/* Where a value's parts begin in lower->operands, and how many they are; none
 * if its type is not supported. */
uint32_t lower_parts(lower *, LLVMValueRef, uint32_t *count);
operand lower_part(lower *, LLVMValueRef, uint32_t number);
operand lower_scalar(lower *, LLVMValueRef);    /* the first part */
const type_layout *lower_layout(lower *, LLVMValueRef);      /* of its type */
void lower_define(lower *, LLVMValueRef, const operand *, uint32_t count);
void lower_define_scalar(lower *, LLVMValueRef, operand);
/* Says so in the code; the value's parts are missing. */
void lower_unsupported(lower *, LLVMValueRef, const char *reason);

void lower_phis(lower *);                       /* lower_phi.c */
void lower_instruction(lower *, LLVMValueRef);  /* lower_insn.c */
void lower_terminator(lower *, LLVMValueRef);   /* lower_control.c */
void lower_alloca(lower *, LLVMValueRef);       /* lower_memory.c */
bool lower_is_renewed(lower *, LLVMValueRef alloca);    /* lower_renew.c */
bool lower_may_outlive(LLVMValueRef alloca);
/* Marks the lives of compound literals, as clang marks those of variables
 * (lower_literal.c). */
void lower_literals(LLVMValueRef function);
void lower_load(lower *, LLVMValueRef);
void lower_store(lower *, LLVMValueRef);
void lower_gep(lower *, LLVMValueRef);
void lower_cmpxchg(lower *, LLVMValueRef);
/* The runtime's function that says whether a weak one fails on equal values. */
#define LOWER_WEAK_FAILS "__braid_weak_fails"
/* A call of a function of the runtime, int f(int). */
operand lower_call_runtime(lower *, uint32_t symbol, operand);  /* lower_call.c */
void lower_atomicrmw(lower *, LLVMValueRef);
void lower_va_arg(lower *, LLVMValueRef);
bool lower_element(lower *, LLVMValueRef);      /* lower_vector.c */
void lower_bitcast(lower *, LLVMValueRef);
/* lower_checks.c: what clang's sanitizers put into the code. */
bool lower_is_instrumentation(LLVMValueRef insn);
bool lower_is_own_block(LLVMBasicBlockRef);     /* made by instrumentation */
/* The conditional branch is a sanitizer's: its check is written, and control
 * goes on to the block returned.  NULL: it is the program's. */
LLVMBasicBlockRef lower_check(lower *, LLVMValueRef branch);
/* The signed left shift must not move bits into the sign. */
bool lower_checks_base(LLVMValueRef shift);
/* So many bytes from the address must not leave the array of a struct that it is in. */
void lower_check_copy(lower *, LLVMValueRef address, operand size);
/* The address is used to load and store, for nothing else. */
bool lower_is_only_accessed(LLVMValueRef address);
/* The address is computed from that of a variable. */
bool lower_is_inside_object(LLVMValueRef address);
/* A call of an intrinsic whose name begins so. */
bool lower_is_intrinsic(LLVMValueRef, const char *name);
/* lower_numbers.c: addresses as integers. */
/* Finds out whether the program has them. */
void lower_note_numbers(lower *, LLVMValueRef insn);
/* IR_POINTERS of a difference of pointers, IR_NUMBERS of what may see an address. */
uint32_t lower_number_flags(lower *, LLVMValueRef insn);
/* IR_LOOKS of the load that was just made, or of a copy of so many bytes; or 0. */
uint32_t lower_look_flags(lower *, LLVMValueRef load);
uint32_t lower_copy_flags(lower *, LLVMValueRef size);
/* A constant that is computed from addresses, by instructions; false: it is none. */
bool lower_constant_number(lower *, LLVMValueRef, operand *);
/* A difference of constant pointers that the instruction divides by their elements'
 * size; false: it does not. */
bool lower_divided_difference(lower *, LLVMValueRef insn, operand *dividend);
void lower_call(lower *, LLVMValueRef);         /* lower_call.c */
void lower_asm(lower *, LLVMValueRef);          /* lower_asm.c */
void lower_intrinsic(lower *, LLVMValueRef, const char *name);
void lower_builtin(lower *, LLVMValueRef, ir_builtin);
/* The number of the builtin with LLVM's name; IR_BUILTINS: none. */
ir_builtin lower_find_builtin(const char *name);
/* Constrained floating point, by name without prefix (lower_strict.c). */
void lower_strict(lower *, LLVMValueRef, const char *name);
/* Vector instructions, by name without "llvm.x86."; false: not known. */
bool lower_x86(lower *, LLVMValueRef, const char *name);
operand lower_float(draft *, ir_opcode, operand, operand);
void lower_mul_add(lower *, LLVMValueRef);      /* llvm.fmuladd */
/* Of the instruction's function: "+fma". */
bool lower_has_feature(LLVMValueRef, const char *feature);
/* Before arithmetic of floats: sets is_x87 of the program. */
void lower_note_x87(lower *, LLVMValueRef);

/* Integer operations that have no instruction (bits.c). */
operand lower_ctpop(draft *, operand);
operand lower_ctlz(draft *, operand);
operand lower_cttz(draft *, operand);
operand lower_bswap(draft *, operand);
operand lower_bitreverse(draft *, operand);
operand lower_funnel(draft *, bool left, operand, operand, operand);
operand lower_extreme(draft *, ir_opcode compare, operand, operand);
/* Writes sum, difference or product, and whether it overflowed. */
operand lower_overflow(draft *, ir_opcode op, bool is_signed, operand,
                       operand, operand *result);
/* The operands, as one number, least first, and back. */
operand lower_concat(draft *, const operand *, uint32_t count);
operand lower_extract(draft *, operand, unsigned low, unsigned width);

/* An alloca that can be a register: its width in bits; 0: it cannot. */
unsigned promote_width(types *, LLVMValueRef alloca);

#endif
