#ifndef RANDOM_CHECK_H
#define RANDOM_CHECK_H

#include "program.h"

enum { MAX_OPTIONS = 5 };

/* Ways to run braid that must all give the same answer. */
typedef struct configuration {
  const char *name;
  const char *options[MAX_OPTIONS];
  unsigned model;               /* of data_models */
  bool joins;                   /* one path may stand for many */
} configuration;

extern const configuration configurations[];
extern const unsigned configuration_count;

/* How braid and the oracle can differ. */
typedef enum difference {
  AGREES,
  SKIPPED,                      /* the oracle does not know */
  CRASHED, TIMED_OUT, NOT_COMPILED,
  INCONCLUSIVE,                 /* something was cut */
  WRONG_VERDICT,
  MISSED_BUG, EXTRA_BUG,
  WRONG_TEST,                   /* its input does not do what was predicted */
  MISSED_PATH, MISSED_EXIT,
  NATIVE_DIFFERS                /* the oracle itself is wrong */
} difference;

const char *difference_text(difference);

typedef struct checker {
  const char *braid;
  char *scratch;                /* a directory for everything in between */
  unsigned wall_ms;
  char detail[512];             /* of the last difference */
  uint64_t tests, proved;       /* of all runs */
  uint64_t bugs[OUTCOME_COUNT]; /* predicted, of all runs */
} checker;

/* check.c: runs braid once and compares it with every input's ending. */
difference check_program(checker *, program *, const configuration *);

/* native.c: compares the oracle with the program compiled natively under
 * sanitizers, on some inputs. */
difference check_native(checker *, program *);

/* shrink.c: makes the program smaller as long as it differs in the same way. */
void shrink_program(checker *, program *, const configuration *, difference);

#endif
