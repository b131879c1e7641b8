#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include "base/outcomes.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The options of `braid run`, from the table options.def, and the rest of the command
 * line. */
typedef enum option_kind {
  OPTION_SWITCH, OPTION_NUMBER, OPTION_TIME, OPTION_SIZE, OPTION_CHOICE,
  OPTION_MODE, OPTION_MERGE, OPTION_TEXT, OPTION_CHECKS, OPTION_TESTS, OPTION_LIMIT,
  OPTION_WORDS
} option_kind;

/* Choices, in the order of their words. */
enum { UNINIT_ERROR, UNINIT_NONDET };
enum {
  SEARCH_AUTO, SEARCH_DFS, SEARCH_BFS, SEARCH_RANDOM_PATH, SEARCH_COVERAGE,
  SEARCH_FUNCTION
};
enum { ZEQ_AUTO, ZEQ_OFF, ZEQ_ON };
enum { MERGE_OFF, MERGE_ITE, MERGE_SUMMARY, MERGE_ANNOTATED, MERGE_LATTICE, MERGE_MULTISE,
       MERGE_STORE };
enum { LOOPS_AUTO, LOOPS_UNROLL, LOOPS_TEMPLATE, LOOPS_INVARIANT };
enum { NATIVE_ON, NATIVE_OFF };
enum { RELEVANCY_ON, RELEVANCY_OFF };
enum { SWEEP_AUTO, SWEEP_ALWAYS, SWEEP_NEVER };
enum { JOIN_PAYS, JOIN_EVERYWHERE };
enum { SOLVER_CHAIN, SOLVER_SAT, SOLVER_Z3 };
enum { FLOATS_BITS, FLOATS_Z3 };
enum { TARGET_NATIVE, TARGET_X86_64, TARGET_I386 };
enum { FORMAT_LAZY, FORMAT_EXACT };
enum { SYM_AUTO, SYM_NONE };
enum { LIBC_GNU, LIBC_MUSL };
#ifdef __GLIBC__
enum { LIBC_HOST = LIBC_GNU };
#else
enum { LIBC_HOST = LIBC_MUSL };
#endif
enum { REPLAY_CONFINED, REPLAY_UNCONFINED, REPLAY_OFF };
enum { OUTPUT_OFF, OUTPUT_SHOW, OUTPUT_FILE };
enum { LAZY_BOUNDS_CUT, LAZY_BOUNDS_ERROR };

/* Formats of tests; 0 is none. */
enum { OPTIONS_KTEST = 1, OPTIONS_XML = 2, OPTIONS_RAW = 4, OPTIONS_PACK = 8 };

/* A set of outcomes is a bit each: there are fewer than 64. */
#define OPTIONS_BIT(OUTCOME) (UINT64_C(1) << (OUTCOME))
#define OPTIONS_ALL_BUGS UINT64_MAX     /* stands for "every BUG" */

typedef bool option_type_SWITCH;
typedef uint64_t option_type_NUMBER;
typedef uint64_t option_type_TIME;
typedef uint64_t option_type_SIZE;
typedef uint64_t option_type_CHOICE;
typedef uint64_t option_type_MODE;
typedef uint64_t option_type_MERGE;
typedef const char *option_type_TEXT;   /* into argv */
typedef uint64_t option_type_CHECKS;
typedef uint64_t option_type_TESTS;
typedef uint64_t option_type_LIMIT;     /* how often given */
typedef uint64_t option_type_WORDS;     /* how often given */

typedef struct options {
#define OPTION(FIELD, TEXT, KIND, DEFAULT, LOW, HIGH, ARGUMENT, HELP, GROUP) \
  option_type_##KIND FIELD;
#include "base/options.def"
  const char *lattices;         /* --merge=lattice:...; into argv */
  uint64_t test_paths;          /* --tests=paths:N, UINT64_MAX without N; 0: not
                                 * asked for */
  bool test_new;                /* --tests=new: only tests with new coverage */
  VEC(char *) libraries, headers;       /* of -lNAME: an archive and a directory each */
  VEC(const char *) files;      /* *.c, *.i, *.bc, libraries: into argv, as all below */
  VEC(const char *) originals;  /* not empty: `files` are copies of these */
  VEC(const char *) flags;      /* for the compiler */
  VEC(const char *) arguments;  /* of the program, after "--" */
  VEC(const char *) world;      /* WORDS options, each "--name" and its words */
  uint32_t chosen;              /* the last words of `world`, which braid chose ... */
  uint32_t chosen_size;         /* ... and which sizes: finding/inputs.h */
  int argc;                     /* the whole command line, as given */
  char **argv;
  struct seed_files *seed_files;        /* of --seeds; NULL: none */
  bool is_work;                 /* braid work: jobs of a run led by another process */
  const char *run_token;        /* ... the run's token */
  const struct follow_goal *goal;       /* of --witness: only the witness's bug counts */
} options;

/* The defaults, with nothing to run. */
void options_init(options *);
void options_release(options *);

/* Reads argv[1] .. argv[argc-1] over the defaults; argv must stay.  Wrong usage (nothing to
 * run, an unknown option, a value out of range): false, and a message to be freed. Limits
 * are set at once, for the whole process. */
bool options_parse(options *, int argc, char **argv, char **message);

/* The n-th of the user's files, as reports name the program; NULL: no more files. */
static inline const char *options_file(const options *o, uint32_t n) {
  if (o->originals.count)
    return n < o->originals.count ? o->originals.items[n] : NULL;
  return n < o->files.count ? o->files.items[n] : NULL;
}

/* Does the run look for this bug? */
static inline bool options_has_check(const options *o, outcome bug) {
  return o->checks & OPTIONS_BIT(bug);
}

void options_help(FILE *);

/* Quantities of the command line: "90s", "2GiB". */
bool options_read_time(const char *text, uint64_t *ms);
bool options_read_size(const char *text, uint64_t *bytes);

#endif
