#ifndef FUZZ_FUZZER_H
#define FUZZ_FUZZER_H

#include "base/options.h"
#include "base/vec.h"

#include <sys/types.h>

/*
 * One fuzzer beside braid: how the target is built for it, how it is started, and
 * what it says of its work.  All that it shares with braid is a directory of inputs.
 *
 * A second process beside it is always libFuzzer, on a target without sanitizers: fast, and
 * led by other things than AFL++.  What it finds the first one runs as well.
 */
typedef enum fuzzer_kind {
#define FUZZER(NAME, WORD, COMPILER, PACKAGE) FUZZER_##NAME,
#include "fuzz/fuzzers.def"
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
  char *binary;                 /* the target, built for it with sanitizers */
  char *fast;                   /* for the second; is there when that has begun */
  char *compares;               /* for AFL++: tells what is compared; is there if it
                                 * could be built */
  char *words;                  /* a dictionary; is there if the target has any */
  char *units;                  /* AFL++'s second has inputs of its own: the first takes
                                 * what is of use */
  const char *corpus;           /* what it shares */
  char *crashes;                /* where its crashing inputs are */
  char *own;                    /* AFL++'s directory, ... */
  char *begin;                  /* ... the inputs that were there at first, ... */
  bool has_seeds;               /* ... if any were, ... */
  char *counts;                   /* ... and what the feeder counts */
  uint64_t max_len;             /* of inputs; 0: it decides itself */
  uint64_t copied;              /* number of the newest file of AFL++'s that was */
  uint64_t edges, edges_first, runs_a_second, runs, inputs;
  uint64_t edges_taken;         /* that came with inputs which it did not find */
  uint64_t counted_taken;          /* ... as the feeder counted last, since AFL++ began */
  uint64_t files, copies;       /* in the corpus, of which so many are AFL++'s */
  uint64_t second_edges, second_news;   /* of the second, and those it found itself */
  char *summary;                /* of a crash whose input is not named yet */
  VEC(fuzzer_crash) found;
  VEC(char *) unnamed;          /* inputs that crash, of which nobody knows how, ... */
  char *naming;                 /* ... the one that is run to see, ... */
  pid_t namer;                  /* ... and who does that */
} fuzzer;

const char *fuzzer_word(fuzzer_kind);
/* FUZZERS: there is none of that name. */
fuzzer_kind fuzzer_find(const char *word);

/* What is in the corpus now it begins with; the target will be in the scratch directory. */
void fuzzer_init(fuzzer *, fuzzer_kind, const options *, const char *scratch);
/* Builds the target, and calls the function again and again until that is done.  NULL, or a
 * message. */
char *fuzzer_build(fuzzer *, const options *, void (*meanwhile)(void *), void *context);
void fuzzer_release(fuzzer *);

/* A command line, NULL at the end, and those of its words that are to be freed. */
typedef struct fuzzer_command {
  VEC(const char *) words;
  VEC(char *) owned;
} fuzzer_command;
void fuzzer_command_own(fuzzer_command *, char *word);
void fuzzer_command_release(fuzzer_command *);

/* Inputs are at most so long; 0: the fuzzer decides. */
void fuzzer_start(fuzzer *, uint64_t max_len, fuzzer_command *);
/* Of the second process.  The first time it is built; false: that failed. */
bool fuzzer_start_second(const fuzzer *, const options *, bool is_first, fuzzer_command *);

/* A line that it printed. */
void fuzzer_read(fuzzer *, const char *line);
void fuzzer_read_second(fuzzer *, const char *line);
/* Now and then: finds out what the crashes are of which only the input is known, one at a
 * time, by a process of its own.  Whether there are any left. */
bool fuzzer_name_crashes(fuzzer *);
/* What is left are crashes. */
void fuzzer_name_no_more(fuzzer *);
/* Now and then: brings what it found into the corpus, if it does not itself. */
void fuzzer_exchange(fuzzer *);
/* At the end: all that the second found is in the corpus. */
void fuzzer_collect(const fuzzer *);
/* It ended: a crashing input must not be in the corpus, or it would end again. */
void fuzzer_tidy(fuzzer *);

/* Makes the first input of each crash smaller, for so many seconds each. */
void fuzzer_minimise(fuzzer *, unsigned seconds);

#endif
