#ifndef FINDING_SEEDS_H
#define FINDING_SEEDS_H

#include "base/options.h"
#include "explore/seeds.h"
#include "files/testcase.h"

/*
 * The files of --seeds, each a test or plain bytes.  A test (*.ktest) has inputs by
 * their names.  Plain bytes are a fuzz target's input; of other programs they are,
 * whatever of it is symbolic first: the first file, standard input, the arguments
 * (each ended by a zero byte), or all symbolic objects one after the other.
 *
 * The directories are looked at again while the run goes on: what is new in there is
 * taken up, if it is no longer than the symbolic input.
 */
typedef enum seed_form {
  SEED_FUZZ, SEED_FILE, SEED_STDIN, SEED_ARGUMENTS, SEED_OBJECTS
} seed_form;

typedef struct seed_file {
  char *name;
  uint64_t size;
  bool is_test;
  testcase test;                /* inputs by name, or ... */
  uint8_t *bytes;               /* ... these */
} seed_file;

typedef struct seed_files {
  char *directories;            /* with ':' in between */
  VEC(seed_file) all;
  VEC(char *) known;            /* names that need not be looked at again */
  uint64_t limit;               /* bytes of a file that is taken up */
  uint32_t left_out;            /* files that are no seeds, or too long */
  seed_form form;
  double looked_ms;
  seed_source source;
} seed_files;

/* False and a message: no directory, or it cannot be read.  The symbolic inputs
 * become as long as the longest seed. */
bool seed_files_init(seed_files *, options *, char **message);
void seed_files_release(seed_files *);
/* Of no directory: what seed_files_add brings. */
void seed_files_init_own(seed_files *);
/* Once it is known whether the program is a fuzz target. */
void seed_files_set_form(seed_files *, const options *, bool is_fuzz);
/* One more, of the run's own; copied. */
void seed_files_add(seed_files *, const testcase *);
/* A file of that name is the run's own: its path was run. */
void seed_files_know(seed_files *, const char *name);
/* Looks for more, if it is time to. */
void seed_files_look(seed_files *);

/* Its path was run before it came: nothing to be said first. */
static inline bool seed_is_known(const seeds *q, uint32_t seed) {
  return q && seed < q->stories.count && q->stories.items[seed].end == SEED_KNOWN;
}

/* What became of a seed; to be freed. */
char *seed_story_text(const seed_files *, const seeds *, const ir_program *,
                      uint32_t seed);

/* The bytes that make a test of such a program a plain file; to be freed. */
uint8_t *seed_raw(const testcase *, seed_form, size_t *size);
seed_form seed_form_of(const options *, bool is_fuzz);

#endif
