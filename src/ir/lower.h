#ifndef IR_LOWER_H
#define IR_LOWER_H

#include "ir/build.h"
#include "ir/constant.h"
#include "ir/places.h"
#include "ir/signature.h"

#include <llvm-c/Core.h>

/*
 * LLVM functions to drafts.  Blocks are visited in reverse postorder, so a value is known
 * before its uses, except the operands of phis: their moves are written after all blocks.
 *
 * An LLVM value is a run of operands, an operand for each part of its type.  Values are
 * immutable, so insertvalue and the like only shuffle operands.
 */
typedef struct lower {
  constants constants;
  places *places;
  signatures *signatures;       /* NULL: variables need no types, and no places of their own */
  draft draft;
  ptrmap values;                /* position in operands, plus 1 */
  VEC(operand) operands;
  ptrmap blocks;                /* draft block, plus 1 */
  VEC(LLVMBasicBlockRef) order; /* draft block i is order[i]'s */
  ptrmap slots;                 /* allocas: slot, plus 1 */
  ptrmap promoted;              /* allocas: register, plus 1 */
  VEC(uint32_t) pointers;       /* promoted registers as wide as a pointer */
  ptrmap renewed;               /* allocas: register of the address, plus 1 */
  ptrmap cyclic;                /* blocks: 1 in no cycle, 2 in a cycle */
  bool has_setjmp;              /* variables stay in memory */
} lower;

typedef VEC(operand) operand_list;

/* The function's code, ready to be tidied. */
void lower_function(lower *, LLVMValueRef, ir_function *);
void lower_release(lower *);

/* For the files of lower_*: ------------------------------------------------ */

/* A value's first part in lower->operands, and the count; none for an unsupported type. */
uint32_t lower_parts(lower *, LLVMValueRef, uint32_t *count);
operand lower_part(lower *, LLVMValueRef, uint32_t number);
operand lower_scalar(lower *, LLVMValueRef);    /* the first part */
const type_layout *lower_layout(lower *, LLVMValueRef);      /* of the value's type */
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
/* Marks the lives of compound literals, as clang marks lives of variables
 * (lower_literal.c). */
void lower_literals(LLVMValueRef function);
void lower_load(lower *, LLVMValueRef);
void lower_store(lower *, LLVMValueRef);
void lower_gep(lower *, LLVMValueRef);
void lower_cmpxchg(lower *, LLVMValueRef);
/* The runtime's function that decides whether a weak compare-and-exchange fails on equal
 * values. */
#define LOWER_WEAK_FAILS "__braid_weak_fails"
/* A call of a function of the runtime, int f(int). */
operand lower_call_runtime(lower *, uint32_t symbol, operand);  /* lower_call.c */
void lower_atomicrmw(lower *, LLVMValueRef);
void lower_va_arg(lower *, LLVMValueRef);
bool lower_element(lower *, LLVMValueRef);      /* lower_vector.c */
void lower_bitcast(lower *, LLVMValueRef);
/* lower_checks.c: code inserted by clang's sanitizers. */
bool lower_is_instrumentation(LLVMValueRef insn);
bool lower_is_own_block(LLVMBasicBlockRef);     /* made by instrumentation */
/* For a sanitizer's conditional branch: writes the check and returns the block where
 * control goes on.  NULL: the program's own branch. */
LLVMBasicBlockRef lower_check(lower *, LLVMValueRef branch);
/* The signed left shift must not move bits into the sign. */
bool lower_checks_base(LLVMValueRef shift);
/* Checks that so many bytes from the address stay within the array of a struct. */
void lower_check_copy(lower *, LLVMValueRef address, operand size);
/* The address is used to load and store, for nothing else. */
bool lower_is_only_accessed(LLVMValueRef address);
/* The address is computed from a variable's. */
bool lower_is_inside_object(LLVMValueRef address);
/* A call of an intrinsic with this prefix. */
bool lower_is_intrinsic(LLVMValueRef, const char *name);
/* lower_numbers.c: addresses as integers. */
/* Finds out whether the program uses addresses as numbers. */
void lower_note_numbers(lower *, LLVMValueRef insn);
/* IR_POINTERS of a difference of pointers, IR_NUMBERS of an operation that may see an
 * address. */
uint32_t lower_number_flags(lower *, LLVMValueRef insn);
/* IR_LOOKS of the load just made, or of a copy of so many bytes; or 0. */
uint32_t lower_look_flags(lower *, LLVMValueRef load);
uint32_t lower_copy_flags(lower *, LLVMValueRef size);
/* A constant computed from addresses by instructions; false: another constant. */
bool lower_constant_number(lower *, LLVMValueRef, operand *);
/* A difference of constant pointers, divided by the elements' size in the instruction;
 * false: not such a difference. */
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

/* Integer operations without instruction (bits.c). */
operand lower_ctpop(draft *, operand);
operand lower_ctlz(draft *, operand);
operand lower_cttz(draft *, operand);
operand lower_bswap(draft *, operand);
operand lower_bitreverse(draft *, operand);
operand lower_funnel(draft *, bool left, operand, operand, operand);
operand lower_extreme(draft *, ir_opcode compare, operand, operand);
/* Writes the sum, difference or product, and whether the operation overflowed. */
operand lower_overflow(draft *, ir_opcode op, bool is_signed, operand,
                       operand, operand *result);
/* The operands as a single number, least first, and back. */
operand lower_concat(draft *, const operand *, uint32_t count);
operand lower_extract(draft *, operand, unsigned low, unsigned width);

/* The width in bits of an alloca that can be a register; 0: must stay in memory. */
unsigned promote_width(types *, LLVMValueRef alloca);

#endif
