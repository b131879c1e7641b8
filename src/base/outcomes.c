#include "base/outcomes.h"

#include <assert.h>
#include <string.h>

typedef struct row {
  const char *text, *sentence;
  outcome_class class_of;
  outcome_native native_of;
  unsigned cwe;
} row;

static const row rows[OUTCOME_COUNT] = {
  {"none", "The path has not ended.", OUTCOME_CLASS_NONE, OUTCOME_BY_NOBODY, 0},
#define KIND(NAME, CLASS, TEXT, CWE, NATIVELY, SENTENCE) \
  {TEXT, SENTENCE, OUTCOME_CLASS_##CLASS, OUTCOME_BY_##NATIVELY, CWE},
#include "base/outcomes.def"
};

static const row *get(outcome o) {
  assert((unsigned) o < OUTCOME_COUNT);
  return &rows[o];
}

static bool same(const char *a, const char *b) {
  for (; *a && *b; a++, b++)
    if (*a != *b && !(*a == '_' && *b == '-')) return false;
  return *a == *b;
}

outcome outcome_find(const char *text) {
  if (!strcmp(text, "free")) return OUTCOME_INVALID_FREE;
  if (!strcmp(text, "ptr")) return OUTCOME_BAD_POINTER;
  for (unsigned o = 1; o < OUTCOME_COUNT; o++)
    if (same(text, rows[o].text)) return (outcome) o;
  return OUTCOME_NONE;
}

const char *outcome_text(outcome o) { return get(o)->text; }
const char *outcome_sentence(outcome o) { return get(o)->sentence; }
outcome_class outcome_class_of(outcome o) { return get(o)->class_of; }
outcome_native outcome_native_of(outcome o) { return get(o)->native_of; }
unsigned outcome_cwe(outcome o) { return get(o)->cwe; }

bool outcome_hides(outcome o) {
  switch ((int) o) {
  case OUTCOME_OUT_OF_BOUNDS: case OUTCOME_BAD_POINTER:
  case OUTCOME_USE_AFTER_FREE: case OUTCOME_USE_AFTER_SCOPE:
  case OUTCOME_DOUBLE_FREE: case OUTCOME_INVALID_FREE:
  case OUTCOME_READ_ONLY: case OUTCOME_UNINIT: case OUTCOME_OVERLAP:
  case OUTCOME_BAD_CALL: case OUTCOME_UNREACHABLE: case OUTCOME_POINTER_ORDER:
  case OUTCOME_POINTER_DIFFERENCE: case OUTCOME_MEMBER_BOUNDS:
    return true;
  default: return false;        /* all others end it everywhere, or at its end */
  }
}
