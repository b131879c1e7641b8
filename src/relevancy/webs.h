#ifndef RELEVANCY_WEBS_H
#define RELEVANCY_WEBS_H

#include "ir/ir.h"

/*
 * Registers are shared by values that never live at the same time.  A web is
 * one such value: definitions that reach a common use, and their uses.  To an
 * analysis without order a function is a set of instructions over webs, which
 * is nearly as good as SSA form.
 *
 * What an instruction reads comes in the order c, b, a as its opcode has them;
 * a call's target, then its arguments; what a RETURN gives back.
 *
 * A function that calls setjmp has one web a register: a jump may come back
 * with any of its values.
 */
typedef struct webs {
  uint32_t count;
  uint32_t *first;              /* of an instruction, into `at` ... */
  uint32_t *at;                 /* ... the webs it writes, then those it reads */
  uint16_t *written;            /* how many an instruction writes */
  uint32_t *params;             /* WEBS_NONE: never read */
  uint32_t *first_live;         /* of a block, into `live` */
  uint32_t *live;               /* webs that are live where blocks begin */
} webs;

enum { WEBS_NONE = UINT32_MAX };

webs *webs_new(const ir_function *);
void webs_free(webs *);

#endif
