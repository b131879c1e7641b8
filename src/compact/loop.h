#ifndef COMPACT_LOOP_H
#define COMPACT_LOOP_H

#include "base/vec.h"
#include "ir/ir.h"

/*
 * A natural loop of a function: which blocks it has and which registers it
 * carries from iteration to iteration.  Found once.
 */
typedef enum refusal {
#define REFUSAL(NAME, TEXT) REFUSED_##NAME,
#include "compact/refusals.def"
  REFUSALS
} refusal;

const char *refusal_text(refusal);

typedef struct loop_register {
  uint32_t reg;
  unsigned width;               /* of what the loop leaves in it; 0: varies */
} loop_register;

/* A symbol that stands for a carried value while an iteration is looked at; the
 * same one each time, so that terms and answers are shared. */
typedef struct loop_symbol {
  uint32_t name;                /* of the object; 0: a register */
  uint64_t at;                  /* the register, or the offset */
  unsigned width;
  uint32_t symbol;
} loop_symbol;

typedef struct loop {
  const ir_function *function;
  uint32_t head;                /* its block */
  bool *inside;                 /* by block */
  VEC(loop_register) registers; /* live at the head and written inside */
  VEC(loop_symbol) symbols;
  uint32_t cycles;              /* of Definition 1 with the head as entry */
  uint32_t place;               /* of the head's code; 0: none */
  /* What was done at its head. */
  uint64_t arrivals, applied, endless, failed;
  uint64_t refused[REFUSALS];
  uint32_t patience;            /* arrivals to pass before the next look */
  uint32_t misses;              /* looks in a row without a template */
} loop;

loop *loop_new(const ir_program *, const ir_function *, uint32_t head);
void loop_free(loop *);

#endif
