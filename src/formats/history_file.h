#ifndef FORMATS_HISTORY_FILE_H
#define FORMATS_HISTORY_FILE_H

#include "explore/history.h"
#include "files/json_read.h"
#include "files/outdir.h"

/*
 * history.json: how the paths of a run split and joined.  One node a line, in
 * the order in which they happened; `from` are the nodes that led there.
 */
#define HISTORY_FILE "history.json"

bool history_write(const history *, const ir_program *, outdir *);

/* A node as it was read; texts are those of the JSON. */
typedef struct history_read_node {
  history_kind kind;
  outcome end;
  uint32_t depth, line;
  const char *file, *function;  /* or NULL */
  uint64_t hidden[HISTORY_KINDS];
  uint64_t hidden_bugs;
} history_read_node;

typedef struct history_read {
  VEC(history_read_node) nodes;
  VEC(history_edge) edges;       /* by the node that they lead to */
  uint64_t totals[HISTORY_KINDS];
} history_read;

/* NULL, or a message to be freed; then there is nothing in it. */
char *history_take(history_read *, const json_value *);
void history_read_release(history_read *);

#endif
