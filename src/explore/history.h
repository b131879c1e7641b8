#ifndef EXPLORE_HISTORY_H
#define EXPLORE_HISTORY_H

#include "exec/exec.h"

/*
 * The record of how paths split and were joined, for people to
 * look at; nothing depends on it.  A node is something that happened, an edge
 * the path that led there.  A state's `node` is its last one.
 *
 * It is bounded: a level (the longest way from the start) holds so many nodes,
 * and levels far down share a number of them.  What finds no room is counted in
 * the last node that has some.  So the top of a large tree is whole whatever
 * order the search has, and a long narrow braid is seen to its end.  Edges lead
 * to deeper levels only.
 */
typedef enum history_kind {
#define HISTORY(NAME, TEXT, SENTENCE) HISTORY_##NAME,
#include "explore/history.def"
  HISTORY_KINDS
} history_kind;

const char *history_text(history_kind);
const char *history_sentence(history_kind);
bool history_find(const char *text, history_kind *);

typedef struct history_node {
  history_kind kind;
  outcome end;                  /* of END */
  uint32_t depth;
  uint32_t place;               /* in the user's code; 0: not known */
  const ir_function *function;  /* or NULL */
  uint64_t instructions;        /* of the path so far */
  uint32_t children;            /* edges from it */
  uint64_t hidden[HISTORY_KINDS];        /* below it, for lack of room */
  uint64_t hidden_bugs;         /* of the hidden ends */
} history_node;

typedef struct history_edge { uint32_t from, to; } history_edge;

/* What happened at one place, also of what is hidden. */
typedef struct history_place {
  const ir_function *function;
  uint32_t counts[HISTORY_KINDS];
} history_place;

typedef struct history {
  VEC(history_node) nodes;       /* the first is the start */
  VEC(history_edge) edges;
  VEC(uint32_t) levels;         /* nodes by depth */
  VEC(history_place) places;     /* by place, as far as any was met */
  uint32_t deep, bugs;          /* nodes that go by another quota */
  uint64_t totals[HISTORY_KINDS];        /* also of what is hidden */
} history;

void history_release(history *);

/* What was in the first is lost. */
void history_copy(history *, const history *);

/* Forgets everything; the state is the first one. */
void history_start(history *, state *);

/* The child was just born: it and the parent go on from one node. */
void history_split(history *, state *child, state *parent);

/* Two states gave way to one. */
void history_join(history *, state *joined, const state *, const state *);

/* Something else happened, and the state goes on. */
void history_note(history *, history_kind, state *);

/* The state is gone, since another is kept in its place. */
void history_drop(history *, history_kind, const state *);
void history_end(history *, const state *, const ending *);

#endif
