#ifndef COMPACT_LOOP_H
#define COMPACT_LOOP_H

#include "base/vec.h"
#include "ir/ir.h"

/*
 * A natural loop of a function: its blocks and carried registers.  Found once.
 */
typedef enum refusal {
#define REFUSAL(NAME, TEXT) REFUSED_##NAME,
#include "compact/refusals.def"
  REFUSALS
} refusal;

const char *refusal_text(refusal);

typedef struct loop_register {
  uint32_t reg;
  unsigned width;               /* of the register at the loop's end; 0: varies */
} loop_register;

/* A symbol for a carried value during an analysis; always the same symbol, so terms and
 * answers are shared. */
typedef struct loop_symbol {
  uint32_t name;                /* of the object; 0: a register */
  uint64_t at;                  /* the register, or the offset */
  unsigned width;
  uint32_t symbol;
} loop_symbol;

typedef struct loop {
  const ir_function *function;
  uint32_t head;                /* block number */
  bool *inside;                 /* by block */
  VEC(loop_register) registers; /* live at the head and written inside */
  VEC(loop_symbol) symbols;
  uint32_t cycles;              /* of Definition 1 with the head as entry */
  uint32_t place;               /* of the head's code; 0: none */
  /* Counts for the loop's head. */
  uint64_t arrivals, applied, endless, failed;
  uint64_t refused[REFUSALS];
  uint32_t patience;            /* arrivals to pass before the next look */
  uint32_t misses;              /* looks in a row without a template */
} loop;

loop *loop_new(const ir_program *, const ir_function *, uint32_t head);
void loop_free(loop *);

#endif
