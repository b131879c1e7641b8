#ifndef NATIVE_REGION_H
#define NATIVE_REGION_H

#include "native/native.h"

/*
 * Facts about a region before code is made: its blocks, and effects on each register.
 *
 * Registers go back to the frame at exits.  Dead registers may stay behind, with an
 * exception: the search for leaks takes the addresses in all registers for pointers, dead
 * or not.  So a register that may hold an address always goes back.  A register may not
 * have been written on the way, and then the frame's value is the true value: such
 * registers, and registers made undefined by the region, are `kept` with a bit for this
 * case.
 */
typedef struct region_register {
  bool is_mentioned, is_written, is_read;
  bool is_needed;               /* read before written, on some way */
  bool is_pointer;              /* may hold an address of the heap */
  bool is_kept;
  bool is_parameter;            /* of a callee */
  uint16_t width;               /* of its uses; 0: several */
  uint32_t writes;              /* number of writing instructions */
  uint32_t last_write;          /* such an instruction */
} region_register;

typedef struct region {
  const ir_program *program;
  const ir_function *function;
  uint32_t head;                /* block */
  bool *blocks;                 /* by number: in the region, and reached */
  region_register *registers;
  uint32_t instructions;        /* in all */
  uint32_t words;               /* of a set of registers */
} region;

/* False: no region begins there.  `edges` has a byte an edge, set if some path took the
 * edge: the rest is left out. */
bool region_find(region *, const ir_program *, const ir_function *,
                 uint32_t block, const uint8_t *edges);
/* All of a function, as part of a caller. */
void region_of_callee(region *, const ir_program *, const ir_function *,
                      const uint8_t *edges);
/* Keeps those registers that the region needs. */
void region_keep(region *, const bool *symbolic);
void region_release(region *);

/* Done by C code, in the middle of native code: emit_step.c. */
bool region_is_step(const ir_function *, const ir_insn *);
/* Such a step without need of a frame: emit_light.c. */
bool region_is_light(const ir_program *, const ir_function *, const ir_insn *,
                     const native_options *);
/* Bytes of widths that memory holds unchanged; else 0. */
static inline unsigned region_bytes(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64 ? width / 8
                                                                 : 0;
}
/* Whether the instruction writes register d; calls write in their own way. */
bool region_writes(const ir_function *, const ir_insn *);

/* Whether the register goes back to the frame before the instruction, with these live
 * registers. */
bool region_returns(const region *, const uint64_t *live, uint32_t reg);

#endif
