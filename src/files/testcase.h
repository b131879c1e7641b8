#ifndef FILES_TESTCASE_H
#define FILES_TESTCASE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * A test: the program's arguments and, in the order of input events, the bytes received.
 * Bytes are in the target's order (little endian).  A testcase owns all contents; all zero
 * is an empty testcase.
 *
 * Standard input, files and symbolic arguments are objects under the names of KLEE's POSIX
 * model: "stdin", "A_data", "arg00", "n_args"; of the first two as many bytes as
 * "stdin_size" and "A_size" say, if present.  A fuzz target's bytes are the object
 * TESTCASE_FUZZ_DATA, cut to the number in the object TESTCASE_FUZZ_SIZE if present.  The
 * parameters of the function of `--entry` are the objects "param0", "param1", ...
 *
 * In a .ktest file a nondet value of type T is an object with the name
 * TESTCASE_VALUE_PREFIX "T", recognised by the reader.
 */
/*
 * Arguments may hold KLEE's words for symbolic input (--sym-args 0 2 8, ...), each in place
 * of the objects of the test; and, each with a further word:
 */
#define TESTCASE_ENV "--braid-env"      /* a variable, NAME=value */
#define TESTCASE_ROOT "--braid-root"    /* the directory of --root */

#define TESTCASE_VALUE_PREFIX "__VERIFIER_nondet_"
#define TESTCASE_FUZZ_DATA "data"
#define TESTCASE_FUZZ_SIZE "size"

typedef enum testcase_kind {
  TESTCASE_OBJECT,              /* name: the object's */
  TESTCASE_VALUE                /* name: the type's, as in __VERIFIER_nondet_X */
} testcase_kind;

typedef struct testcase_input {
  char *name;
  testcase_kind kind;
  uint8_t *bytes;
  uint32_t size;
} testcase_input;

typedef struct testcase {
  VEC(char *) arguments;        /* argv[0] first */
  VEC(testcase_input) inputs;
} testcase;

void testcase_release(testcase *);              /* leaves an empty testcase */

/* Both copy their arguments. */
void testcase_add_argument(testcase *, const char *);
void testcase_add_input(testcase *, testcase_kind, const char *name,
                        const void *bytes, uint32_t size);

/* The first object of this name; NULL: none. */
const testcase_input *testcase_find(const testcase *, const char *name);

/* The contents of standard input ("stdin") or of a symbolic file ("A_data"), as long as the
 * object "stdin_size" or "A_size" says if present.  Borrowed from the testcase; NULL: no
 * such object. */
const uint8_t *testcase_contents(const testcase *, const char *name, size_t *size);

/* .ktest, version 3.  A reader's error is a message to be freed, and the testcase is then
 * empty; NULL: success. */
void ktest_write(const testcase *, FILE *);
/* NULL, or a message to be freed. */
char *ktest_write_file(const testcase *, const char *path);
char *ktest_parse(testcase *, const void *bytes, size_t size);
char *ktest_read(testcase *, const char *path);

/* A fuzz target's input: the bytes, borrowed from the testcase; NULL: not a fuzz target's.
 * An input of no bytes has only its size. */
const uint8_t *testcase_fuzz_data(const testcase *, size_t *size);

#endif
