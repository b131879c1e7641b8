#ifndef BASE_OUTCOMES_H
#define BASE_OUTCOMES_H

#include <stdbool.h>

/* How a path can end: the table outcomes.def as an enum and as observers. */
typedef enum outcome {
  OUTCOME_NONE,                 /* the path has not ended */
#define KIND(NAME, CLASS, TEXT, CWE, NATIVELY, SENTENCE) OUTCOME_##NAME,
#include "base/outcomes.def"
  OUTCOME_COUNT
} outcome;

typedef enum outcome_class {
  OUTCOME_CLASS_NONE,
  OUTCOME_CLASS_BUG,
  OUTCOME_CLASS_END,
  OUTCOME_CLASS_CUT
} outcome_class;

/* Who sees a bug in a native run.  EFFECT: any observer, by exit status or signal. */
typedef enum outcome_native {
  OUTCOME_BY_NOBODY,
  OUTCOME_BY_ASAN,
  OUTCOME_BY_LSAN,
  OUTCOME_BY_UBSAN,
  OUTCOME_BY_MSAN,
  OUTCOME_BY_EFFECT
} outcome_native;

/* The outcome of this text; "_" may replace "-", "free" means "invalid-free", "ptr" means
 * "bad-pointer".  OUTCOME_NONE: unknown text. */
outcome outcome_find(const char *text);

const char *outcome_text(outcome);              /* "div-by-zero"; "none" */
const char *outcome_sentence(outcome);
outcome_class outcome_class_of(outcome);
outcome_native outcome_native_of(outcome);
unsigned outcome_cwe(outcome);                  /* 0: no entry fits */

/* The path ends at the error here, but not on a machine: code behind the error was not
 * looked at. */
bool outcome_hides(outcome);

static inline bool outcome_is_bug(outcome o) {
  return outcome_class_of(o) == OUTCOME_CLASS_BUG;
}

static inline bool outcome_is_cut(outcome o) {
  return outcome_class_of(o) == OUTCOME_CLASS_CUT;
}

#endif
