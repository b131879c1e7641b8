#ifndef RANDOM_CHECK_H
#define RANDOM_CHECK_H

#include "answer.h"
#include "counts.h"

#include "ir/ir.h"

enum { MAX_OPTIONS = 14 };

typedef VEC(ending) endings;

typedef enum strength {
  SHARED,                       /* each path, by several processes */
  PATHS, JOINED, ABSTRACT
} strength;

/* configurations.def */
typedef struct configuration {
  const char *name;
  const char *options[MAX_OPTIONS];
  unsigned model;               /* of data_models */
  strength strength;
  rule_name rule;
} configuration;

extern const configuration configurations[];
extern const unsigned configuration_count;

/* Whether the program can be run so: what is annotated by flags must have no
 * annotations of its own.  Known after program_mark_used. */
bool configuration_suits(const configuration *, const program *);

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
  OTHER_PATHS,                  /* than --classic follows */
  WRONG_COVERAGE,               /* not the branches that --classic takes */
  IRRELEVANT,                   /* so relevancy says, but it saw an input */
  NATIVE_DIFFERS                /* the oracle itself is wrong */
} difference;

const char *difference_text(difference);

typedef struct checker {
  const char *braid;            /* NULL: run here, launch.h */
  char *scratch;                /* a directory for everything in between */
  unsigned wall_ms;
  char detail[512];             /* of the last difference */
  /* Of the program of the last run: */
  ir_program *loaded[MODEL_COUNT];      /* NULL: not yet */
  bool is_run[MODEL_COUNT];
  rule_name rule;               /* by which they were */
  endings real[MODEL_COUNT];    /* by input; none: unclear */
  answer reference;             /* --classic's */
  bool has_reference;
  counts n;                     /* of all runs */
  uint64_t bugs[OUTCOME_COUNT]; /* ... by kind */
} checker;

/* The program is another one, or has changed. */
void checker_forget(checker *);
void checker_release(checker *);        /* the same for ever */

/* check.c: runs braid once and compares it with every input's ending. */
difference check_program(checker *, program *, const configuration *);

/* native.c: compares the oracle with the program compiled natively under
 * sanitizers, on some inputs. */
difference check_native(checker *, program *);

/* shrink.c: makes the program smaller as long as it differs in the same way. */
void shrink_program(checker *, program *, const configuration *, difference);

#endif
