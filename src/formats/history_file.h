#ifndef FORMATS_HISTORY_FILE_H
#define FORMATS_HISTORY_FILE_H

#include "explore/history.h"
#include "files/json_read.h"
#include "files/outdir.h"

/*
 * history.json: splits and joins of a run's paths.  A node a line, in order of time; `from`
 * are the preceding nodes.
 */
#define HISTORY_FILE "history.json"

bool history_write(const history *, const ir_program *, outdir *);

/* A node as read; texts belong to the JSON. */
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
  VEC(history_edge) edges;       /* by target node */
  uint64_t totals[HISTORY_KINDS];
} history_read;

/* NULL, or a message to be freed; then the result is empty. */
char *history_take(history_read *, const json_value *);
void history_read_release(history_read *);

#endif
