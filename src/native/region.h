#ifndef NATIVE_REGION_H
#define NATIVE_REGION_H

#include "native/native.h"

/*
 * What is known of a region before code is made for it: its blocks, and what
 * it does to each register.
 *
 * Registers come back to the frame at exits.  Those that are dead there may
 * stay behind, with one exception: the search for leaks takes the addresses in
 * all registers for pointers, dead or not.  So a register that may hold one
 * always comes back.  It may never have been written on the way, and then the
 * frame has its value, whatever that is: such registers, and those that the
 * region makes undefined, are `kept` with a bit that says that the frame's
 * value is the true one.
 */
typedef struct region_register {
  bool is_mentioned, is_written, is_read;
  bool is_needed;               /* read before it is written, on some way */
  bool is_pointer;              /* may hold an address of the heap */
  bool is_kept;
  bool is_parameter;            /* of a callee */
  uint16_t width;               /* at which it is used; 0: several */
  uint32_t writes;              /* instructions that do */
  uint32_t last_write;          /* one of them */
} region_register;

typedef struct region {
  const ir_program *program;
  const ir_function *function;
  uint32_t head;                /* block */
  bool *blocks;                 /* by number: it is part of the region, and was
                                 * reached */
  region_register *registers;
  uint32_t instructions;        /* in all */
  uint32_t words;               /* of a set of registers */
} region;

/* False: no region begins there.  The edges, a byte each, say what some path
 * has taken: the rest is left out. */
bool region_find(region *, const ir_program *, const ir_function *,
                 uint32_t block, const uint8_t *edges);
/* All of a function, as part of a caller. */
void region_of_callee(region *, const ir_program *, const ir_function *,
                      const uint8_t *edges);
/* Those of the registers that the region needs are kept. */
void region_keep(region *, const bool *symbolic);
void region_release(region *);

/* C code does it, in the middle of native code: emit_step.c. */
bool region_is_step(const ir_function *, const ir_insn *);
/* Such a step that needs no frame: emit_light.c. */
bool region_is_light(const ir_program *, const ir_function *, const ir_insn *,
                     const native_options *);
/* Bytes of the widths that memory holds as they are; else 0. */
static inline unsigned region_bytes(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64 ? width / 8
                                                                 : 0;
}
/* Whether it writes register d; calls do so in their own way. */
bool region_writes(const ir_function *, const ir_insn *);

/* Whether the register goes back to the frame before the instruction, given
 * what is live there. */
bool region_returns(const region *, const uint64_t *live, uint32_t reg);

#endif
