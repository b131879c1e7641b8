#ifndef IR_TIDY_H
#define IR_TIDY_H

#include "ir/draft.h"

/* Makes the draft shorter and the frame smaller without changing behaviour, errors and
 * missing definitions included.  A correct answer is obtained if this is omitted. */
void tidy(draft *);

/* Its passes; each leaves a valid draft. ---------------------------------- */

void tidy_flow(draft *);        /* joins blocks, bypasses empty blocks */
void tidy_forward(draft *);     /* copies, constants, patterns; in each block */
bool tidy_bounds(draft *);      /* checks of indices that cannot fail; returns whether any */
void tidy_dead(draft *);        /* unused results; values made in place */
void tidy_params(draft *);      /* a parameter that is only copied */
void tidy_hoist(draft *);       /* constants out of loops */
void tidy_registers(draft *);   /* numbers registers anew, compactly */

/* In place of an opcode, between passes of a file: the instruction is removed. */
enum { TIDY_GONE = IR_OPCODES };
void tidy_sweep(draft_block *);

/* Liveness over the blocks of a draft.  A register that every block writes before reading
 * is local to the blocks and has no bit. */
typedef struct liveness {
  uint32_t *bit;                /* of a register, plus 1; 0: local */
  uint32_t *reg;                /* of a bit */
  uint32_t bits, words;
  uint64_t *in, *out;           /* a row of words a block */
} liveness;

liveness liveness_of(draft *);
void liveness_release(liveness *);

static inline bool liveness_has(const liveness *l, const uint64_t *rows,
                                uint32_t block, uint32_t reg) {
  const uint32_t bit = l->bit[reg];
  return bit && rows[(size_t) block * l->words + (bit - 1) / 64] >>
                    (bit - 1) % 64 & 1;
}

#endif
