#ifndef TIER_ACTIVATION_H
#define TIER_ACTIVATION_H

#include "exec/internal.h"
#include "tier/tier.h"

/*
 * Native code at work: shared by its files.
 */

/* A callee inside a function's code, as of leaving the code. */
typedef struct saved_inlined {
  value *regs;                  /* NULL: not active */
  uint64_t serial;
} saved_inlined;

/* A function called by native code and left by a side exit. */
typedef struct native_record {
  const native_region *region;
  uint64_t result;              /* of the region: where, and how */
  uint64_t serial;
  value *regs;
  saved_inlined *inlined;       /* beside the region's */
} native_record;

typedef struct activation {
  native_context context;       /* the first member */
  exec *x;
  state *s;
  native_region *region;
  uint32_t depth;               /* of the frame */
  uint64_t limit;
  uint64_t frames_left;         /* in the beginning */
  tier_result left;             /* how, if a step did not go on */
  VEC(native_record) records;   /* the innermost first */
} activation;

/* enter.c: see exec/parts.h. */
tier_result tier_enter(exec *, state *, uint64_t limit);

/* access.c: calls from native code. */
bool activation_load(native_context *, native_site *, uint64_t address, uint64_t looks);
bool activation_store(native_context *, native_site *, uint64_t address,
                      uint64_t bits);
bool activation_block(native_context *, uint32_t op, uint64_t to,
                      uint64_t from, uint64_t size);
bool activation_placeless(native_context *, const ir_insn *, uint64_t, uint64_t);
bool activation_heap(native_context *, native_heap, uint64_t, uint64_t);
void activation_open(native_context *, native_region *, uint64_t serial,
                     uint64_t frames_left);
void activation_close(native_context *, native_region *, uint64_t first_slot);
void activation_live(native_context *, native_region *, uint64_t first_slot,
                     uint32_t slot, bool begins);
bool activation_renew(native_context *, native_region *, uint64_t first_slot,
                      uint32_t slot);
void activation_refresh(native_context *, native_region *);
/* No site knows an object any more. */
void activation_forget(activation *, native_region *);

/* unwind.c */
value *activation_record(native_context *, native_region *, uint64_t result,
                         uint64_t serial);
/* Makes the frames that the interpreter would have at the exit; returns the result of the
 * innermost frame. */
uint64_t activation_unwind(activation *, uint64_t result);
void activation_release(activation *);

#endif
