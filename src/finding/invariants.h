#ifndef FINDING_INVARIANTS_H
#define FINDING_INVARIANTS_H

#include "finding/session.h"

/*
 * What a proof by invariants rests on, for reports and witnesses: at the head of each
 * loop that was folded, the conditions on its values.  They are C where each symbol in
 * them is what a variable of integer type holds there, and in that arithmetic, by casts,
 * they say just what the term says; else they are terms, as braid prints them.
 */
typedef struct invariant_text {
  const ir_function *function;
  uint32_t place;               /* of the head */
  uint32_t keyword;             /* place of the `while` or `for`; 0: it is another loop */
  char *text;                   /* owned */
  bool is_c;
} invariant_text;

typedef VEC(invariant_text) invariant_list;

/* None if no loop was folded. */
void invariants_collect(const session *, invariant_list *);
void invariants_release(invariant_list *);

#endif
