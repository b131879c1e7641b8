#ifndef IR_FINISH_H
#define IR_FINISH_H

#include "ir/cfg.h"
#include "ir/draft.h"

/* The graph of the draft's blocks; edges are not repeated. */
cfg draft_graph(draft *);

/* Lays the draft out in the order of cfg_analyse and fills the function:
 * targets become instruction indices, branches get their coverage edges.
 * final, if not NULL, gets each draft block's number (CFG_NONE: gone). */
void draft_finish(draft *, uint32_t *final);

#endif
