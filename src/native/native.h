#ifndef NATIVE_NATIVE_H
#define NATIVE_NATIVE_H

#include "ir/ir.h"
#include "memory/memory.h"

/*
 * Native code for what runs on concrete data.
 *
 * A region is a loop, entered at its head, or a whole function, entered at its
 * first instruction.  Its machine code keeps registers of the compact IR in
 * registers of the machine.  Whatever is not the plain concrete case (a check
 * that fails, a symbolic byte, an instruction that only the interpreter knows,
 * an edge that nobody has taken, a budget that draws near) is a side exit: the
 * registers go back to the frame, and the interpreter does that instruction
 * itself.  So there is one definition of what everything unusual means, and a
 * correct answer is obtained if native code is omitted.
 */
typedef struct native_context native_context;

/* An object that a group of accesses used last, checked to be plain: `room`
 * addresses from `base` on are good for an access of the group's width.  The
 * machine code may keep a copy in registers; both are the same wherever C code
 * runs. */
typedef struct native_site {
  uint64_t base;
  uint64_t room;                /* 0: none yet */
  uint8_t *bytes;
  uint32_t width_bytes;         /* of each access */
  bool is_store;                /* the object is the state's own, too */
} native_site;

/* What machine code works on.  Calls that return false ask for a side exit. */
struct native_context {
  value *regs;                  /* of the frame, nobody else's */
  const uint8_t *edges;         /* a byte an edge: taken by some path */
  native_site *sites;           /* the region's */
  uint32_t *loops;              /* the frame's, if iterations are counted */
  uint64_t first_slot;          /* name of the frame's first stack slot */
  uint64_t instructions;        /* of the path so far; in the end, when its last
                                 * block was entered */
  uint64_t stop;                /* no new turn of a loop from here on */
  uint64_t loaded;              /* by `load` */
  uint64_t calls;               /* of the path so far */
  /* An access that the site's object does not serve. */
  bool (*load)(native_context *, native_site *, uint64_t address);
  bool (*store)(native_context *, native_site *, uint64_t address,
                uint64_t bits);
  /* One instruction as the interpreter does it, after the registers went back
   * to the frame.  False: the frame is no longer on top, or others wait. */
  bool (*step)(native_context *, uint32_t insn);
};

/* A call whose callee is part of the caller's code.  It has no frame as long as
 * nothing looks at it: a side exit inside leaves the registers here, and its
 * frame, and those of the calls round it, are made then. */
typedef struct native_inlined {
  const ir_function *function;
  uint32_t caller;              /* number of the call round it; 0: the region */
  uint32_t call;                /* instruction there */
  uint64_t serial;              /* of all calls of the path */
  value *regs;                  /* numbers, or undefined */
  uint32_t *written, written_count;     /* those of them that mean something */
  bool *is_kept;                /* beside `written`: undefined at first */
} native_inlined;

typedef struct native_region {
  const ir_function *function;
  uint32_t entry;               /* instruction */
  /* The instruction at which the interpreter goes on, and flags. */
  uint64_t (*run)(native_context *);
  uint64_t margin;              /* more instructions than between two looks at
                                 * `stop` */
  uint32_t *needed, needed_count;       /* registers that must be concrete */
  uint32_t *dead, dead_count;           /* or made so: nobody reads them */
  native_site *sites; uint32_t site_count;
  native_inlined *inlined; uint32_t inlined_count;        /* from number 1 on */
  uint32_t depth;               /* frames that an exit may make */
} native_region;

#define NATIVE_SIDE (UINT64_C(1) << 32) /* that instruction is the
                                         * interpreter's to do */
#define NATIVE_LEFT (UINT64_C(1) << 33) /* after a step: the state itself says
                                         * where it is */
#define NATIVE_INLINED_SHIFT 40  /* from here on: the inlined call's number */

/* What a call of a function does. */
typedef enum native_call {
  NATIVE_CALL_HERE,             /* all of it at once, in C code */
  NATIVE_CALL_AWAY,             /* pushes a frame, and maybe more */
  NATIVE_CALL_PLAIN             /* pushes a frame, no more */
} native_call;

/* What the code may take for granted. */
typedef struct native_options {
  bool check_overflow;
  uint32_t max_loop;            /* 0: not counted */
  const char *error_label;      /* NULL: none */
  const uint8_t *edges;         /* those taken already need no mark */
  native_call (*kind_of)(void *context, uint32_t symbol);
  void *context;
} native_options;

typedef struct native_compiler native_compiler;

/* NULL: this LLVM cannot compile for the host. */
native_compiler *native_compiler_new(const ir_program *, const names *);
void native_compiler_free(native_compiler *);

/* Instructions of the region that would be compiled for the block; 0: none. */
uint32_t native_region_size(const ir_program *, const ir_function *,
                            uint32_t block, const native_options *);

/* The region that is entered at the first instruction of the block: its loop
 * if it heads one, else the function's, for block 0.  NULL: there is none, or
 * it is too large.  It may be entered although the registers given, by number,
 * are symbolic; NULL: none.  Freed by the caller, before the compiler. */
native_region *native_compile(native_compiler *, const ir_function *,
                              uint32_t block, const native_options *,
                              const bool *symbolic);
void native_region_free(native_region *);

/* No site knows an object any more. */
void native_forget_sites(native_region *);
/* The object at that address is another one for loads. */
void native_forget_loads(native_region *, uint64_t base);

#endif
