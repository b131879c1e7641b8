#ifndef NATIVE_EMIT_H
#define NATIVE_EMIT_H

#include "native/region.h"

#include <llvm-c/Core.h>

/*
 * A region on the way to LLVM's IR.
 *
 * Each register of the compact IR is a local variable, promoted to a value by LLVM.
 * Instructions are plain: the promises of nsw, inbounds and the like are checked first, by
 * a branch to the instruction's exit, and then not promised.
 */
typedef struct emit_register {
  LLVMValueRef variable;        /* NULL: not mentioned in the region */
  LLVMValueRef is_kept;         /* the frame has its value; NULL: never */
  LLVMTypeRef type;
  bool is_known;                /* the frame has not, in the rest of the block */
} emit_register;

/* The three numbers of a site, as local variables, if the code copies sites. */
typedef struct emit_site {
  uint64_t key;                 /* the root of its addresses */
  LLVMValueRef base, room, bytes;
} emit_site;

/* Memory without overlap: the program's data, the frame, data filled in by C code. */
typedef enum emit_memory { EMIT_DATA, EMIT_FRAME, EMIT_SITE, EMIT_MEMORIES }
    emit_memory;

/* The region's own code, or an inlined callee's. */
typedef struct emit_frame {
  struct emit_frame *caller;    /* NULL: the region */
  const ir_insn *call;          /* there */
  uint32_t number;
  const ir_function *function;
  region *region;
  emit_register *registers;
  LLVMBasicBlockRef *blocks;    /* by number */
  LLVMBasicBlockRef *exits;     /* by instruction: side exits made so far */
  LLVMBasicBlockRef last;       /* target of the frame's exits */
  LLVMBasicBlockRef back;       /* where a callee returns to */
  LLVMValueRef regs;            /* local variable: address of the frame */
  LLVMValueRef serial;          /* local variable, of a callee or function */
} emit_frame;

typedef struct emitter {
  const ir_program *program;
  const names *names;
  const native_options *options;
  native_region *result;        /* its sites are filled in */
  VEC(emit_frame *) frames;     /* the first is the region's */
  emit_frame *at;               /* the frame being written */

  LLVMContextRef llvm;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef code, context;   /* the function, and its argument */
  LLVMTypeRef i1, i8, i32, i64, pointer;
  unsigned kinds[2];            /* of metadata: "prof", "tbaa" */
  LLVMValueRef unlikely;
  LLVMValueRef memories[EMIT_MEMORIES];

  LLVMBasicBlockRef entry;
  LLVMBasicBlockRef left;       /* NULL: no step so far */
  LLVMValueRef count, calls, result_variable;     /* local variables */
  LLVMValueRef stop;
  VEC(emit_site) sites;
  LLVMValueRef site_array;
  bool copies_sites;            /* quick for few sites */
  bool is_function;             /* called by native code: a side exit makes the first frame,
                                 * as for a callee */
  LLVMValueRef frames_left;
  LLVMValueRef first_slot;      /* local variable, of the first frame */
  bool is_open;                 /* the block being written has no end yet */
  bool is_quick;                /* LLVM will not promote variables to values: all are
                                 * initialised */
} emitter;

/* Chooses calls of the region to be inlined: adds their frames after the first, and notes
 * the choice in the result.  False: other calls make the code useless. */
bool emit_plan(emitter *);
/* Defines the function `name` in the module. */
void emit_region(emitter *, const char *name);
void emit_release(emitter *);

/* For the files of emit_*: ----------------------------------------------- */

LLVMTypeRef emit_width(emitter *, unsigned bits);
LLVMValueRef emit_const(emitter *, unsigned bits, uint64_t);
LLVMValueRef emit_field(emitter *, size_t offset);      /* of the context */
LLVMValueRef emit_at(emitter *, LLVMValueRef base, uint64_t offset);
LLVMValueRef emit_load(emitter *, LLVMTypeRef, LLVMValueRef, emit_memory);
void emit_store(emitter *, LLVMValueRef, LLVMValueRef to, emit_memory);
LLVMValueRef emit_variable(emitter *, LLVMTypeRef, const char *name);

/* The register at this width; a side exit if the register holds no number. */
LLVMValueRef emit_get(emitter *, const ir_insn *, uint32_t reg,
                      unsigned bits);
void emit_set(emitter *, uint32_t reg, LLVMValueRef);
/* The register has no value, as in the frame. */
void emit_undefine(emitter *, uint32_t reg);
/* The register from the frame. */
void emit_reload(emitter *, uint32_t reg);
LLVMBasicBlockRef emit_side_exit(emitter *, const ir_insn *);
/* From here on the condition is false: else the interpreter does this. */
void emit_guard(emitter *, const ir_insn *, LLVMValueRef condition);
/* The code ends here; the interpreter goes on at the instruction. */
void emit_exit(emitter *, uint32_t insn, uint64_t flags);
LLVMBasicBlockRef emit_block(emitter *, const char *name);
/* Goes to `unlikely` or to a new block, where the writing goes on. */
void emit_unless(emitter *, LLVMValueRef condition, LLVMBasicBlockRef unlikely);
/* Live registers before the instruction go back to the frame. */
void emit_write_back(emitter *, uint32_t insn);

void emit_integer(emitter *, const ir_insn *);          /* emit_integer.c */
void emit_compare(emitter *, const ir_insn *);
void emit_cast(emitter *, const ir_insn *);
void emit_jump(emitter *, const ir_insn *);             /* emit_control.c */
void emit_branch(emitter *, const ir_insn *);
void emit_switch(emitter *, const ir_insn *);
void emit_float(emitter *, const ir_insn *);            /* emit_float.c */
void emit_float_builtin(emitter *, const ir_insn *);
void emit_sites(emitter *);                             /* emit_access.c */
void emit_address(emitter *, const ir_insn *);
/* Where an offset must not be added to a null pointer. */
void emit_guard_null(emitter *, const ir_insn *, LLVMValueRef base);
void emit_access(emitter *, const ir_insn *);
void emit_forget_sites(emitter *);
void emit_recall_sites(emitter *);      /* C code may have forgotten some */
LLVMValueRef emit_address_of(emitter *, const void *);  /* as a constant */
/* Calls a function of the context; returns the function's bool. */
LLVMValueRef emit_call(emitter *, size_t field, LLVMTypeRef *types,
                       LLVMValueRef *args, unsigned count);
void emit_step(emitter *, const ir_insn *);             /* emit_step.c */
void emit_light_step(emitter *, const ir_insn *);       /* emit_light.c */
/* Before a call into the library, from any code. */
void emit_user_site(emitter *, const ir_insn *, bool is_library);
void emit_blocks(emitter *);                            /* of e->at */
/* emit_call.c: functions called by native code. */
bool emit_passes_plainly(const ir_call *, const ir_function *);
void emit_function_call(emitter *, const ir_insn *);
void emit_function_begin(emitter *, const char *name);
void emit_function_enter(emitter *);
void emit_function_return(emitter *, const ir_insn *);
void emit_function_leave(emitter *);
void emit_wrapper(emitter *, const char *name);
/* Forgets registers that the frame does not wait for. */
void emit_forget_waiting(emitter *, const emit_frame *, const ir_insn *call);
/* A planned call into the code; a callee's return from there. */
bool emit_inlined_call(emitter *, const ir_insn *);     /* emit_inline.c */
void emit_inlined_return(emitter *, const ir_insn *);

#endif
