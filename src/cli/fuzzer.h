#ifndef CLI_FUZZER_H
#define CLI_FUZZER_H

#include "base/options.h"
#include "base/vec.h"

/*
 * One fuzzer beside braid: how the target is built for it, how it is started, and
 * what it says of its work.  All that it shares with braid is a directory of inputs.
 */
typedef enum fuzzer_kind {
#define FUZZER(NAME, WORD, COMPILER, PACKAGE) FUZZER_##NAME,
#include "cli/fuzzers.def"
  FUZZERS
} fuzzer_kind;

/* A crash, by what the sanitizer sums it up as. */
typedef struct fuzzer_crash {
  char *summary;                /* kind and place */
  char *first;                  /* path of the first such input */
  uint32_t count;
} fuzzer_crash;

typedef struct fuzzer {
  fuzzer_kind kind;
  char *binary;                 /* the target, built for it */
  const char *corpus;           /* what it shares */
  char *crashes;                /* where its crashing inputs are */
  char *own;                    /* a directory of its own */
  uint64_t max_len;             /* of inputs; 0: it decides itself */
  uint64_t copied;              /* number of the newest file of AFL++'s that was */
  uint64_t edges, edges_first, edges_by_braid, runs_a_second, runs, inputs;
  char *summary;                /* of a crash whose input is not named yet */
  VEC(fuzzer_crash) found;
} fuzzer;

const char *fuzzer_word(fuzzer_kind);
/* FUZZERS: there is none of that name. */
fuzzer_kind fuzzer_find(const char *word);

/* Builds the target in the scratch directory.  NULL, or a message. */
char *fuzzer_build(fuzzer *, fuzzer_kind, const options *, const char *scratch);
void fuzzer_release(fuzzer *);

/* Its command line, NULL at the end, with up to two texts to be freed.  Inputs are at
 * most so long; 0: the fuzzer decides. */
typedef VEC(const char *) fuzzer_command;
void fuzzer_start(fuzzer *, uint64_t max_len, fuzzer_command *, char **texts);

/* A line that it printed. */
void fuzzer_read(fuzzer *, const char *line);
/* Now and then: brings what it found into the corpus, if it does not itself. */
void fuzzer_exchange(fuzzer *);
/* It ended: a crashing input must not be in the corpus, or it would end again. */
void fuzzer_tidy(fuzzer *);

/* Makes the first input of each crash smaller, for so many seconds each. */
void fuzzer_minimise(fuzzer *, unsigned seconds);

#endif
