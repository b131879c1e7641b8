#ifndef FUZZ_FUZZER_H
#define FUZZ_FUZZER_H

#include "base/options.h"
#include "base/vec.h"

#include <sys/types.h>

/*
 * A fuzzer beside braid: building the target, starting the fuzzer, and reading its
 * messages.  Fuzzer and braid share a directory of inputs only.
 *
 * A second process is always libFuzzer, on a target without sanitizers: fast, and guided
 * otherwise than AFL++. The first fuzzer runs the second's findings as well.
 */
typedef enum fuzzer_kind {
#define FUZZER(NAME, WORD, COMPILER, PACKAGE) FUZZER_##NAME,
#include "fuzz/fuzzers.def"
  FUZZERS
} fuzzer_kind;

/* A crash, by the sanitizer's summary. */
typedef struct fuzzer_crash {
  char *summary;                /* kind and place */
  char *first;                  /* path of the first input */
  uint32_t count;
} fuzzer_crash;

typedef struct fuzzer {
  fuzzer_kind kind;
  char *binary;                 /* the target with sanitizers */
  char *fast;                   /* for the second, once begun */
  char *compares;               /* for AFL++: reports comparisons; present if the build
                                 * succeeded */
  char *words;                  /* a dictionary; is there if the target has any */
  char *units;                  /* AFL++'s second has inputs of its own: the first takes
                                 * useful ones */
  const char *corpus;           /* shared directory */
  char *crashes;                /* directory of crashing inputs */
  char *own;                    /* AFL++'s directory, ... */
  char *begin;                  /* ... initial inputs, ... */
  bool has_seeds;               /* ... if any were, ... */
  char *counts;                   /* ... and the feeder's counts */
  uint64_t max_len;             /* of inputs; 0: the fuzzer decides */
  uint64_t copied;              /* number of AFL++'s newest copied file */
  uint64_t edges, edges_first, runs_a_second, runs, inputs;
  uint64_t edges_taken;         /* from others' inputs */
  uint64_t counted_taken;          /* ... as the feeder counted last, since AFL++ began */
  uint64_t files, copies;       /* in the corpus; copies: AFL++'s */
  uint64_t second_edges, second_news;   /* of the second, and its own findings */
  char *summary;                /* of a crash with an input still unnamed */
  VEC(fuzzer_crash) found;
  VEC(char *) unnamed;          /* crashing inputs of unknown kind, ... */
  char *naming;                 /* ... the input being run, ... */
  pid_t namer;                  /* ... and its process */
} fuzzer;

const char *fuzzer_word(fuzzer_kind);
/* FUZZERS: unknown name. */
fuzzer_kind fuzzer_find(const char *word);

/* The present corpus is the initial corpus; the target will be in the scratch directory. */
void fuzzer_init(fuzzer *, fuzzer_kind, const options *, const char *scratch);
/* Builds the target, and calls `meanwhile` repeatedly until done.  NULL, or a message. */
char *fuzzer_build(fuzzer *, const options *, void (*meanwhile)(void *), void *context);
void fuzzer_release(fuzzer *);

/* A command line, NULL at the end, and its words to be freed. */
typedef struct fuzzer_command {
  VEC(const char *) words;
  VEC(char *) owned;
} fuzzer_command;
void fuzzer_command_own(fuzzer_command *, char *word);
void fuzzer_command_release(fuzzer_command *);

/* Inputs are at most so long; 0: the fuzzer decides. */
void fuzzer_start(fuzzer *, uint64_t max_len, fuzzer_command *);
/* For the second process.  Builds the target the first time; false: failed. */
bool fuzzer_start_second(const fuzzer *, const options *, bool is_first, fuzzer_command *);

/* A line printed by the fuzzer. */
void fuzzer_read(fuzzer *, const char *line);
void fuzzer_read_second(fuzzer *, const char *line);
/* Now and then: determines the kinds of crashes, an input at a time, by a process of its
 * own.  Returns whether any are left. */
bool fuzzer_name_crashes(fuzzer *);
/* The rest are plain crashes. */
void fuzzer_name_no_more(fuzzer *);
/* Now and then: brings findings into the corpus, if the fuzzer does not. */
void fuzzer_exchange(fuzzer *);
/* At the end: all findings of the second are in the corpus. */
void fuzzer_collect(const fuzzer *);
/* The fuzzer ended: removes crashing inputs from the corpus, which would end the fuzzer
 * again. */
void fuzzer_tidy(fuzzer *);

/* Makes the first input of each crash smaller, for so many seconds each. */
void fuzzer_minimise(fuzzer *, unsigned seconds);

#endif
