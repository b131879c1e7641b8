#ifndef IR_ANNOTATE_H
#define IR_ANNOTATE_H

#include "ir/draft.h"

/* Puts the point where a block with BRAID_MERGE in front is joined behind it.
 * Before anything is tidied. */
void draft_annotate(draft *);

/* The annotations of the finished program are well formed; else false, and a
 * message that the caller frees.  `check` judges one: a message, or NULL. */
bool ir_check_annotations(const ir_program *,
                          char *(*check)(uint64_t kind, uint32_t expressions),
                          uint32_t *count, char **message);

#endif
