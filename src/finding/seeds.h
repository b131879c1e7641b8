#ifndef FINDING_SEEDS_H
#define FINDING_SEEDS_H

#include "base/options.h"
#include "explore/seeds.h"
#include "files/testcase.h"

/*
 * The files of --seeds, each a test or plain bytes.  A test (*.ktest) has inputs by name.
 * Plain bytes are a fuzz target's input; for other programs the first symbolic of these:
 * the first file, standard input, the arguments (each ended by a zero byte), or all
 * symbolic objects one after the other.
 *
 * The directories are searched again during the run: new files are taken if no longer than
 * the symbolic input.
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
  VEC(char *) known;            /* names already handled */
  uint64_t limit;               /* bytes of an accepted file */
  uint32_t left_out;            /* files that are no seeds, or too long */
  seed_form form;
  double looked_ms;
  seed_source source;
} seed_files;

/* False and a message: no directory, or unreadable.  The symbolic inputs become as long as
 * the longest seed. */
bool seed_files_init(seed_files *, options *, char **message);
void seed_files_release(seed_files *);
/* Without directory: only seeds of seed_files_add. */
void seed_files_init_own(seed_files *);
/* Once known whether the program is a fuzz target. */
void seed_files_set_form(seed_files *, const options *, bool is_fuzz);
/* Another seed, of the run's own; copied. */
void seed_files_add(seed_files *, const testcase *);
/* A file of this name is the run's own: its path was run. */
void seed_files_know(seed_files *, const char *name);
/* Looks for new files, if due. */
void seed_files_look(seed_files *);

/* Its path was run before the seed came: nothing to report first. */
static inline bool seed_is_known(const seeds *q, uint32_t seed) {
  return q && seed < q->stories.count && q->stories.items[seed].end == SEED_KNOWN;
}

/* The fate of a seed; to be freed. */
char *seed_story_text(const seed_files *, const seeds *, const ir_program *,
                      uint32_t seed);

/* The plain file that yields this test for such a program; to be freed. */
uint8_t *seed_raw(const testcase *, seed_form, size_t *size);
seed_form seed_form_of(const options *, bool is_fuzz);

#endif
