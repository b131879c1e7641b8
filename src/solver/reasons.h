#ifndef SOLVER_REASONS_H
#define SOLVER_REASONS_H

/* Why an answer is unknown. */
typedef enum unknown_reason {
#define REASON(NAME, TEXT) UNKNOWN_##NAME,
#include "solver/reasons.def"
} unknown_reason;

const char *unknown_reason_text(unknown_reason);

#endif
