#ifndef REPORT_STRANDS_FILE_H
#define REPORT_STRANDS_FILE_H

#include "explore/strands.h"
#include "report/json_read.h"
#include "report/outdir.h"

/*
 * strands.json: how the paths of a run split and joined.  One node a line, in
 * the order in which they happened; `from` are the nodes that led there.
 */
#define STRANDS_FILE "strands.json"

bool strands_write(const strands *, const ir_program *, outdir *);

/* A node as it was read; texts are those of the JSON. */
typedef struct strand_read {
  strand_kind kind;
  outcome end;
  uint32_t depth, line;
  const char *file, *function;  /* or NULL */
  uint64_t hidden[STRAND_KINDS];
  uint64_t hidden_bugs;
} strand_read;

typedef struct strands_read {
  VEC(strand_read) nodes;
  VEC(strand_edge) edges;       /* by the node that they lead to */
  uint64_t totals[STRAND_KINDS];
} strands_read;

/* NULL, or a message to be freed; then there is nothing in it. */
char *strands_take(strands_read *, const json_value *);
void strands_read_release(strands_read *);

#endif
