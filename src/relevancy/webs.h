#ifndef RELEVANCY_WEBS_H
#define RELEVANCY_WEBS_H

#include "ir/ir.h"

/*
 * Registers are shared by values with disjoint lives.  A web is one such value: definitions
 * with a common use, and their uses.  To an analysis without order a function is a set of
 * instructions over webs, nearly as good as SSA form.
 *
 * Reads of an instruction come in the order c, b, a of the opcode's operands; a call's
 * target, then the arguments; the values of a RETURN.
 *
 * A function with a call of setjmp has a single web for each register: a jump may come back
 * with any value of the register.
 */
typedef struct webs {
  uint32_t count;
  uint32_t *first;              /* of an instruction, into `at` ... */
  uint32_t *at;                 /* ... webs written, then webs read */
  uint16_t *written;            /* how many an instruction writes */
  uint32_t *params;             /* WEBS_NONE: never read */
  uint32_t *first_live;         /* of a block, into `live` */
  uint32_t *live;               /* webs live at the starts of blocks */
} webs;

enum { WEBS_NONE = UINT32_MAX };

webs *webs_new(const ir_function *);
void webs_free(webs *);

#endif
