#ifndef NATIVE_NATIVE_H
#define NATIVE_NATIVE_H

#include "base/outcomes.h"
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

/* An object that a group of accesses used last, or a part of it, checked to be
 * plain: `room` addresses from `base` on are good for an access of the group's
 * width.  The
 * machine code may keep a copy in registers; both are the same wherever C code
 * runs. */
typedef struct native_region native_region;

typedef struct native_site {
  uint64_t base;
  uint64_t room;                /* 0: none yet */
  uint8_t *bytes;
  uint32_t width_bytes;         /* of each access */
  bool is_store;                /* the object is the state's own, too */
  uint32_t name;                /* of the object */
  uint32_t misses;              /* since it last changed */
  object *partly;               /* of the object some bytes were never written: C
                                 * code may use it.  NULL: none */
  native_region *owner;         /* whose code uses it */
} native_site;

/* What native code asks of the heap, without a frame. */
typedef enum native_heap {
  NATIVE_HEAP_NONE,             /* the call is none of these */
  NATIVE_HEAP_ALLOC, NATIVE_HEAP_FREE, NATIVE_HEAP_SIZE, NATIVE_HEAP_IS_SYMBOLIC,
  NATIVE_HEAP_LENGTH
} native_heap;

enum { NATIVE_ALIGN_SHIFT = 8 };        /* of an allocation, above its flags */

enum { NATIVE_RESULTS = 4 };    /* of a call between native functions */

/* What machine code works on.  Calls that return false ask for a side exit. */
struct native_context {
  value *regs;                  /* of the frame, nobody else's */
  const uint8_t *edges;         /* a byte an edge: taken by some path */
  uint32_t *loops;              /* the frame's, if iterations are counted */
  uint64_t first_slot;          /* name of the frame's first stack slot */
  uint64_t instructions;        /* of the path so far; in the end, when its last
                                 * block was entered */
  uint64_t stop;                /* no new iteration from here on */
  uint64_t loaded;              /* by `load` */
  uint64_t calls;               /* of the path so far */
  uint64_t epoch;               /* changes when a site may know an object that
                                 * is another one now */
  uint64_t frames_left;         /* calls of native functions may nest so deep */
  uint64_t results[NATIVE_RESULTS];     /* of the function that returned ... */
  uint64_t returned;            /* ... at this instruction */
  uint64_t user_site;           /* the user's call, of which library code is
                                 * part: native_options.user_site */
  uint64_t opened;              /* by `open` */
  /* An access that the site's object does not serve; with `looks` not of a pointer's
   * byte, either. */
  bool (*load)(native_context *, native_site *, uint64_t address, uint64_t looks);
  bool (*store)(native_context *, native_site *, uint64_t address,
                uint64_t bits);
  /* Whether its result is the same wherever objects lie. */
  bool (*placeless)(native_context *, const ir_insn *, uint64_t a, uint64_t b);
  /* One instruction as the interpreter does it, after the registers went back
   * to the frame.  False: the frame is no longer on top, or others wait. */
  bool (*step)(native_context *, uint32_t insn);
  /* A block of memory is copied or filled (`from` is then the byte), if that is
   * plain. */
  bool (*block)(native_context *, uint32_t op, uint64_t to, uint64_t from,
                uint64_t size);
  /* What does not fit: the interpreter's.  The result is in `loaded`. */
  bool (*heap)(native_context *, native_heap, uint64_t a, uint64_t b);
  /* The stack slots of a function that was called: named, and born if they live
   * as long as it.  The first one's name is in `opened`. */
  void (*open)(native_context *, native_region *, uint64_t serial,
               uint64_t frames_left);
  void (*close)(native_context *, native_region *, uint64_t first_slot);
  /* The life of one of them begins or ends. */
  void (*live)(native_context *, native_region *, uint64_t first_slot,
               uint32_t slot, bool begins);
  /* The same for one whose lives are objects of their own; the address is in
   * `loaded`.  False: there are no more names. */
  bool (*renew)(native_context *, native_region *, uint64_t first_slot,
                uint32_t slot);
  /* The region's sites know nothing that may have changed. */
  void (*refresh)(native_context *, native_region *);
  /* A function is left by a side exit, with that result: where its registers
   * go.  Callers follow, up to the region that was entered. */
  value *(*record)(native_context *, native_region *, uint64_t result,
                   uint64_t serial);
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

/* A function that native code calls: the machine code, or NULL so far.  A call
 * passes the context, the frames left, and the arguments; it returns 0, or 1
 * after a side exit. */
typedef struct native_entry {
  void *code;
  uint32_t wanted;              /* calls that found none */
  uint32_t late;                /* iterations that ended in it */
  bool is_refused;              /* there will be none */
} native_entry;

struct native_region {
  const ir_function *function;
  uint32_t entry;               /* instruction */
  /* The instruction at which the interpreter goes on, and flags. */
  uint64_t (*run)(native_context *);
  uint64_t margin;              /* more instructions than between two looks at
                                 * `stop` */
  uint32_t *needed, needed_count;       /* registers that must be concrete */
  uint32_t *dead, dead_count;           /* or made so: nobody reads them */
  native_site *sites; uint32_t site_count;
  native_inlined *inlined; uint32_t inlined_count;        /* from number 1 on;
                                 * 0 is a function's own frame, made likewise */
  uint32_t depth;               /* frames that an exit may make */
  bool has_calls;               /* of native functions */
  bool is_quick;                /* better code could be made */
  void *call;                   /* a function that native code calls; `run` does
                                 * so, too, and says what it says.  Else NULL */
  uint64_t epoch;               /* to which its sites are good */
  uint32_t exits;               /* of the function, by the side */
  uint32_t covered;             /* edges of it when it was compiled */
  uint64_t born;                /* when so much had been executed natively */
};

#define NATIVE_SIDE (UINT64_C(1) << 32) /* that instruction is the
                                         * interpreter's to do */
#define NATIVE_LEFT (UINT64_C(1) << 33) /* after a step: the state itself says
                                         * where it is */
#define NATIVE_CALLED (UINT64_C(1) << 34) /* the call there was left by a side
                                         * exit: its record says more */
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
  const bool *checks;           /* by outcome: what is looked for */
  uint32_t max_loop;            /* 0: not counted */
  const char *error_label;      /* NULL: none */
  const uint8_t *edges;         /* those taken already need no mark */
  native_entry *entries;        /* by number of the function */
  native_call (*kind_of)(void *context, uint32_t symbol);
  native_heap (*heap_of)(void *context, uint32_t symbol);
  /* What new heap objects are named by. */
  uint64_t (*user_site)(void *context, const ir_function *, uint32_t insn);
  void *context;
} native_options;

typedef struct native_compiler native_compiler;

/* NULL: this LLVM cannot compile for the host. */
native_compiler *native_compiler_new(const ir_program *, const names *);
void native_compiler_free(native_compiler *);

/* Instructions of the region that would be compiled for the block, and whether
 * some call native functions; 0: there is none. */
uint32_t native_region_size(const ir_program *, const ir_function *,
                            uint32_t block, const native_options *,
                            bool *has_calls);

/* The region that is entered at the first instruction of the block: its loop
 * if it heads one, else the function's, for block 0.  NULL: there is none, or
 * it is too large.  It may be entered although the registers given, by number,
 * are symbolic; NULL: none.  Good code takes long to make; small loops have it
 * anyway.  Freed by the caller, before the compiler. */
native_region *native_compile(native_compiler *, const ir_function *,
                              uint32_t block, const native_options *,
                              const bool *symbolic, bool is_good);
void native_region_free(native_region *);

/* Whether native code may call the function, as far as paths have reached it:
 * what it does most needs no frame. */
bool native_is_callable(const ir_program *, const ir_function *,
                        const native_options *);
/* Whether the instruction calls such a function. */
bool native_may_call(const ir_program *, const ir_function *caller,
                     const ir_insn *, const native_options *);
/* The function for such calls; NULL: it cannot be made. */
native_region *native_compile_function(native_compiler *, const ir_function *,
                                       const native_options *, bool is_good);

/* No site knows an object any more. */
void native_forget_sites(native_region *);
/* The object of that name is another one, maybe for loads only. */
void native_forget_object(native_region *, uint32_t name, bool only_loads);

#endif
