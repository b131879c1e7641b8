#ifndef EXPLORE_STRANDS_H
#define EXPLORE_STRANDS_H

#include "exec/exec.h"

/*
 * The record of how paths split and were plaited back together, for people to
 * look at; nothing depends on it.  A node is something that happened, an edge
 * the strand that led there.  A state's `strand` is its last node.
 *
 * It is bounded: a level (the longest way from the start) holds so many nodes,
 * and levels far down share a number of them.  What finds no room is counted in
 * the last node that has some.  So the top of a large tree is whole whatever
 * order the search has, and a long narrow braid is seen to its end.  Edges lead
 * to deeper levels only.
 */
typedef enum strand_kind {
#define STRAND(NAME, TEXT, SENTENCE) STRAND_##NAME,
#include "explore/strands.def"
  STRAND_KINDS
} strand_kind;

const char *strand_text(strand_kind);
const char *strand_sentence(strand_kind);
bool strand_find(const char *text, strand_kind *);

typedef struct strand_node {
  strand_kind kind;
  outcome end;                  /* of END */
  uint32_t depth;
  uint32_t place;               /* in the user's code; 0: not known */
  const ir_function *function;  /* or NULL */
  uint64_t instructions;        /* of the path so far */
  uint32_t children;            /* edges from it */
  uint64_t hidden[STRAND_KINDS];        /* below it, for lack of room */
  uint64_t hidden_bugs;         /* of the hidden ends */
} strand_node;

typedef struct strand_edge { uint32_t from, to; } strand_edge;

/* What happened at one place, also of what is hidden. */
typedef struct strand_place {
  const ir_function *function;
  uint32_t counts[STRAND_KINDS];
} strand_place;

typedef struct strands {
  VEC(strand_node) nodes;       /* the first is the start */
  VEC(strand_edge) edges;
  VEC(uint32_t) levels;         /* nodes by depth */
  VEC(strand_place) places;     /* by place, as far as any was met */
  uint32_t deep, bugs;          /* nodes that go by another quota */
  uint64_t totals[STRAND_KINDS];        /* also of what is hidden */
} strands;

void strands_release(strands *);

/* What was in the first is lost. */
void strands_copy(strands *, const strands *);

/* Forgets everything; the state is the first one. */
void strands_start(strands *, state *);

/* The child was just born: it and the parent go on from one node. */
void strands_split(strands *, state *child, state *parent);

/* Two states gave way to one. */
void strands_join(strands *, state *joined, const state *, const state *);

/* Something else happened, and the state goes on. */
void strands_note(strands *, strand_kind, state *);

/* The state is gone, since another stands for it. */
void strands_drop(strands *, strand_kind, const state *);
void strands_end(strands *, const state *, const ending *);

#endif
