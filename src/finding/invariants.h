#ifndef FINDING_INVARIANTS_H
#define FINDING_INVARIANTS_H

#include "finding/session.h"

/*
 * The invariants of a proof, for reports and witnesses: at the head of each folded loop,
 * the conditions on its values.  Conditions are C where each symbol is the value of a
 * variable of integer type, with casts for exactly the term's arithmetic; otherwise terms
 * in braid's notation.
 */
typedef struct invariant_text {
  const ir_function *function;
  uint32_t place;               /* of the head */
  uint32_t keyword;             /* place of the `while` or `for`; 0: another loop */
  char *text;                   /* owned */
  bool is_c;
} invariant_text;

typedef VEC(invariant_text) invariant_list;

/* None if no loop was folded. */
void invariants_collect(const session *, invariant_list *);
void invariants_release(invariant_list *);

#endif
