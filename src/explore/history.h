#ifndef EXPLORE_HISTORY_H
#define EXPLORE_HISTORY_H

#include "exec/exec.h"

/*
 * The record of splits and joins of paths, for people; no decision depends on the record.
 * A node is an event, an edge the path to the event.  A state's `node` is its last event.
 *
 * The record is bounded: a level (the longest way from the start) holds so many nodes, and
 * deep levels share a number of nodes.  Events without room are counted in the last node
 * with room.  So the top of a large tree is complete in any search order, and a long narrow
 * history is recorded to its end.  Edges lead to deeper levels only.
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
  uint32_t children;            /* outgoing edges */
  uint64_t hidden[HISTORY_KINDS];        /* below, for lack of room */
  uint64_t hidden_bugs;         /* of the hidden ends */
} history_node;

typedef struct history_edge { uint32_t from, to; } history_edge;

/* Events at a place, hidden events included. */
typedef struct history_place {
  const ir_function *function;
  uint32_t counts[HISTORY_KINDS];
} history_place;

typedef struct history {
  VEC(history_node) nodes;       /* the first is the start */
  VEC(history_edge) edges;
  VEC(uint32_t) levels;         /* nodes by depth */
  VEC(history_place) places;     /* by place, as far as any was met */
  uint32_t deep, bugs;          /* nodes under another quota */
  uint64_t totals[HISTORY_KINDS];        /* hidden events included */
} history;

void history_release(history *);

/* Replaces the first. */
void history_copy(history *, const history *);

/* Forgets everything; the state is the first. */
void history_start(history *, state *);

/* The child was just born: child and parent continue from the same node. */
void history_split(history *, state *child, state *parent);

/* Two states were replaced by `joined`. */
void history_join(history *, state *joined, const state *, const state *);

/* Something else happened, and the state goes on. */
void history_note(history *, history_kind, state *);

/* The state is gone; another is kept in its place. */
void history_drop(history *, history_kind, const state *);
void history_end(history *, const state *, const ending *);

#endif
