#ifndef IR_ANNOTATE_H
#define IR_ANNOTATE_H

#include "ir/draft.h"

/* Puts the join point of a block with BRAID_MERGE in front behind the block.  Before any
 * tidying. */
void draft_annotate(draft *);

/* Facts about an argument before the program runs. */
typedef struct ir_argument {
  bool is_number;
  uint64_t number;
} ir_argument;

/* Judges an annotation: a message, or NULL. */
typedef char *ir_annotation_check(uint64_t kind, const ir_argument *expressions,
                                  uint32_t count);

/* The annotations of the finished program are well formed; otherwise false, and a message
 * to be freed. */
bool ir_check_annotations(const ir_program *, ir_annotation_check *check,
                          uint32_t *count, char **message);

#endif
