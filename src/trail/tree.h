#ifndef TRAIL_TREE_H
#define TRAIL_TREE_H

#include "expr/expr.h"
#include "ir/ir.h"

/*
 * The path of one run as a tree: an activation of a function is a list of items in order, and an
 * item is a visit to a source line, with the calls made there, or a loop.  Rounds of a loop that
 * went the same way stand together; of these the last one's items are kept.
 */
typedef VEC(expr) trail_terms;

typedef struct trail_value {
  char *name, *text;            /* owned */
  trail_terms terms;            /* of its bytes that are no numbers */
} trail_value;

typedef VEC(struct trail_item) trail_items;

typedef struct trail_call {
  const ir_function *function;
  uint32_t serial, depth;       /* of the frame */
  trail_items items;
  uint64_t lines;               /* visits kept below ... */
  uint64_t hidden;              /* ... and left out */
  bool has_returned;
} trail_call;

typedef VEC(trail_call *) trail_calls;

typedef struct trail_round {
  uint64_t count;               /* rounds in a row that went the same way */
  uint64_t shape;
  uint64_t skipped;             /* other rounds before, which were left out */
  trail_items items;            /* of the last of them */
} trail_round;

typedef struct trail_item {
  uint32_t place;               /* of a visit; 0: a loop */
  uint32_t head;                /* of a loop: its block */
  VEC(trail_value) values;
  trail_terms asked;            /* conditions of the input that were decided here */
  trail_calls calls;
  VEC(trail_round) rounds;
} trail_item;

trail_call *trail_call_new(const ir_function *);
void trail_call_free(trail_call *);     /* accepts NULL */
void trail_items_release(trail_items *);
/* Without the first items: where loops have no head, as by longjmp, a list grows for ever. */
void trail_items_drop(trail_items *, uint32_t count);
void trail_values_release(trail_item *);

/* Visits in the items, those in calls, too. */
uint64_t trail_count_lines(const trail_items *);

/* What the last round of the loop did is complete: joins it to the round before if they went
 * the same way.  Of more than `most` sets of rounds the first and the last ones are kept. */
void trail_close_round(trail_item *loop, const ir_program *, uint32_t most);

#endif
