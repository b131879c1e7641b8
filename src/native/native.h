#ifndef NATIVE_NATIVE_H
#define NATIVE_NATIVE_H

#include "base/outcomes.h"
#include "ir/ir.h"
#include "memory/memory.h"

/*
 * Native code for concrete data.
 *
 * A region is a loop, entered at its head, or a whole function, entered at its first
 * instruction. Machine code keeps registers of the compact IR in registers of the machine.
 * Everything except the plain concrete case (a failing check, a symbolic byte, an
 * instruction for the interpreter only, an edge not taken before, a nearly exhausted
 * budget) is a side exit: the registers go back to the frame, and the interpreter does the
 * instruction.  So unusual cases have a single definition, and a correct answer is obtained
 * if native code is omitted.
 */
typedef struct native_context native_context;

/* The object last used by a group of accesses, or a part of the object, checked to be
 * plain: `room` addresses from `base` on are good for an access of the group's width.
 * Machine code may keep a copy in registers; both are the same wherever C code runs. */
typedef struct native_region native_region;

typedef struct native_site {
  uint64_t base;
  uint64_t room;                /* 0: none yet */
  uint8_t *bytes;
  uint32_t width_bytes;         /* of each access */
  bool is_store;                /* the object is the state's own, too */
  uint32_t name;                /* of the object */
  uint32_t misses;              /* since the last change */
  object *partly;               /* an object with unwritten bytes, for C code.  NULL: none */
  native_region *owner;         /* the region with the code */
} native_site;

/* Requests of native code to the heap, without a frame. */
typedef enum native_heap {
  NATIVE_HEAP_NONE,             /* the call is none of these */
  NATIVE_HEAP_ALLOC, NATIVE_HEAP_FREE, NATIVE_HEAP_SIZE, NATIVE_HEAP_IS_SYMBOLIC,
  NATIVE_HEAP_LENGTH
} native_heap;

enum { NATIVE_ALIGN_SHIFT = 8 };        /* of an allocation, above the flags */

enum { NATIVE_RESULTS = 4 };    /* of a call between native functions */

/* Data of machine code.  Calls that return false ask for a side exit. */
struct native_context {
  value *regs;                  /* of the frame, nobody else's */
  const uint8_t *edges;         /* a byte an edge: taken by some path */
  uint32_t *loops;              /* the frame's, if iterations are counted */
  uint64_t first_slot;          /* name of the frame's first stack slot */
  uint64_t instructions;        /* of the path so far; at the end, at the entry of the last
                                 * block */
  uint64_t stop;                /* no new iteration from here on */
  uint64_t loaded;              /* by `load` */
  uint64_t calls;               /* of the path so far */
  uint64_t epoch;               /* changes when a site may know an object that was
                                 * replaced */
  uint64_t frames_left;         /* calls of native functions may nest so deep */
  uint64_t results[NATIVE_RESULTS];     /* of the returned function ... */
  uint64_t returned;            /* ... at this instruction */
  uint64_t user_site;           /* the user's call around library code:
                                 * native_options.user_site */
  uint64_t opened;              /* by `open` */
  /* An access outside the site's object; with `looks` not to a pointer's byte, either. */
  bool (*load)(native_context *, native_site *, uint64_t address, uint64_t looks);
  bool (*store)(native_context *, native_site *, uint64_t address,
                uint64_t bits);
  /* Whether the instruction's result does not depend on the places of objects. */
  bool (*placeless)(native_context *, const ir_insn *, uint64_t a, uint64_t b);
  /* An instruction done by the interpreter, after the registers went back to the frame.
   * False: the frame is no longer on top, or other states wait. */
  bool (*step)(native_context *, uint32_t insn);
  /* Copies or fills (`from` is then the byte) a block of memory, if plain. */
  bool (*block)(native_context *, uint32_t op, uint64_t to, uint64_t from,
                uint64_t size);
  /* Whatever does not fit is the interpreter's.  The result is in `loaded`. */
  bool (*heap)(native_context *, native_heap, uint64_t a, uint64_t b);
  /* The stack slots of a called function: named, and born if they live as long as the
   * function.  The first slot's name is in `opened`. */
  void (*open)(native_context *, native_region *, uint64_t serial,
               uint64_t frames_left);
  void (*close)(native_context *, native_region *, uint64_t first_slot);
  /* A slot's life begins or ends. */
  void (*live)(native_context *, native_region *, uint64_t first_slot,
               uint32_t slot, bool begins);
  /* The same for a slot whose lives are objects of their own; the address is in `loaded`.
   * False: no more names. */
  bool (*renew)(native_context *, native_region *, uint64_t first_slot,
                uint32_t slot);
  /* Forgets everything in the region's sites that may have changed. */
  void (*refresh)(native_context *, native_region *);
  /* A function is left by a side exit, with this result: returns the place for its
   * registers. Callers follow, up to the entered region. */
  value *(*record)(native_context *, native_region *, uint64_t result,
                   uint64_t serial);
};

/* A call of a callee that is part of the caller's code.  The call has no frame until
 * needed: a side exit inside leaves the registers here, and its frame, and the frames of
 * the calls around, are made then. */
typedef struct native_inlined {
  const ir_function *function;
  uint32_t caller;              /* number of the enclosing call; 0: the region */
  uint32_t call;                /* instruction there */
  uint64_t serial;              /* of all calls of the path */
  value *regs;                  /* numbers, or undefined */
  uint32_t *written, written_count;     /* registers with a value */
  bool *is_kept;                /* beside `written`: undefined at first */
} native_inlined;

/* A function called by native code: the machine code, or NULL so far.  A call passes the
 * context, the remaining frames, and the arguments; the result is 0, or 1 after a side
 * exit. */
typedef struct native_entry {
  void *code;
  uint32_t wanted;              /* calls without code */
  uint32_t late;                /* iterations that ended in the function */
  bool is_refused;              /* there will be none */
} native_entry;

struct native_region {
  const ir_function *function;
  uint32_t entry;               /* instruction */
  /* Returns the next instruction for the interpreter, and flags. */
  uint64_t (*run)(native_context *);
  uint64_t margin;              /* more instructions than between two looks at
                                 * `stop` */
  uint32_t *needed, needed_count;       /* registers that must be concrete */
  uint32_t *dead, dead_count;           /* or made so: unread registers */
  native_site *sites; uint32_t site_count;
  native_inlined *inlined; uint32_t inlined_count;        /* from number 1 on;
                                 * 0 is a function's own frame, made likewise */
  uint32_t depth;               /* most frames made by an exit */
  bool has_calls;               /* of native functions */
  bool is_quick;                /* better code could be made */
  void *call;                   /* a function called by native code; `run` calls it and
                                 * returns its result.  Else NULL */
  uint64_t epoch;               /* up to which the sites are good */
  uint32_t exits;               /* of the function, by the side */
  uint32_t covered;             /* edges of the function at compilation */
  uint64_t born;                /* when so much had been executed natively */
};

#define NATIVE_SIDE (UINT64_C(1) << 32) /* the interpreter does the instruction */
#define NATIVE_LEFT (UINT64_C(1) << 33) /* after a step: the state has the instruction */
#define NATIVE_CALLED (UINT64_C(1) << 34) /* the call there was left by a side exit: see the
                                           * record */
#define NATIVE_INLINED_SHIFT 40  /* from here on: the inlined call's number */

/* Effect of a function's call. */
typedef enum native_call {
  NATIVE_CALL_HERE,             /* done at once, in C code */
  NATIVE_CALL_AWAY,             /* pushes a frame, and maybe more */
  NATIVE_CALL_PLAIN             /* pushes a frame, no more */
} native_call;

/* Facts that the code may rely on. */
typedef struct native_options {
  bool check_overflow;
  const bool *checks;           /* by outcome: checks switched on */
  uint32_t max_loop;            /* 0: not counted */
  const char *error_label;      /* NULL: none */
  const uint8_t *edges;         /* taken edges need no mark */
  native_entry *entries;        /* by number of the function */
  native_call (*kind_of)(void *context, uint32_t symbol);
  native_heap (*heap_of)(void *context, uint32_t symbol);
  /* Names of new heap objects. */
  uint64_t (*user_site)(void *context, const ir_function *, uint32_t insn);
  void *context;
} native_options;

typedef struct native_compiler native_compiler;

/* NULL: this LLVM cannot compile for the host. */
native_compiler *native_compiler_new(const ir_program *, const names *);
void native_compiler_free(native_compiler *);

/* Instructions in the region for the block, and whether a call is of a native function; 0:
 * no region. */
uint32_t native_region_size(const ir_program *, const ir_function *,
                            uint32_t block, const native_options *,
                            bool *has_calls);

/* The region entered at the first instruction of the block: the loop with this head, else
 * the function, for block 0.  NULL: none, or too large.  The region may be entered although
 * the given registers, by number, are symbolic; NULL: none.  Good code takes long to make;
 * small loops always get good code.  Freed by the caller, before the compiler. */
native_region *native_compile(native_compiler *, const ir_function *,
                              uint32_t block, const native_options *,
                              const bool *symbolic, bool is_good);
void native_region_free(native_region *);

/* Whether native code may call the function, as far as paths have reached it: most of its
 * work needs no frame. */
bool native_is_callable(const ir_program *, const ir_function *,
                        const native_options *);
/* Whether the instruction calls such a function. */
bool native_may_call(const ir_program *, const ir_function *caller,
                     const ir_insn *, const native_options *);
/* The function for such calls; NULL: impossible. */
native_region *native_compile_function(native_compiler *, const ir_function *,
                                       const native_options *, bool is_good);

/* No site knows an object any more. */
void native_forget_sites(native_region *);
/* The object of this name was replaced, maybe for loads only. */
void native_forget_object(native_region *, uint32_t name, bool only_loads);

#endif
