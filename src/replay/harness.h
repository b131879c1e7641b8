#ifndef REPLAY_HARNESS_H
#define REPLAY_HARNESS_H

#include "base/vec.h"
#include "replay/replay.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * What was made up for one path: arguments, objects behind pointers, variables
 * and results of functions that are not there.  It is written in C-like words,
 * the precondition of a bug, and written as a C file that builds all of it and
 * calls the function, so that the bug happens natively.
 */
typedef enum harness_kind {
  HARNESS_INTEGER, HARNESS_UNSIGNED, HARNESS_BOOL, HARNESS_FLOAT,
  HARNESS_POINTER, HARNESS_BYTES, HARNESS_RECORD, HARNESS_VOID
} harness_kind;

/* A scalar of a block. */
typedef struct harness_leaf {
  harness_kind kind;
  char *text;                   /* "p->next" */
  uint64_t offset;
  uint32_t size;
  bool matters;                 /* some condition of the path speaks of it */
  char *target;                 /* of a pointer: a C expression */
  char *points_to;              /* "a struct node"; NULL: null or a number */
} harness_leaf;

typedef enum harness_role {
  HARNESS_PARAMETER, HARNESS_OBJECT, HARNESS_VARIABLE, HARNESS_RESULT,
  HARNESS_EFFECT
} harness_role;

typedef struct harness_type {
  harness_kind kind;
  uint32_t size;
  const char *name;             /* of a record: "struct point" */
} harness_type;

typedef struct harness_block {
  harness_role role;
  uint32_t number;              /* of an object or a function */
  char *text;                   /* what C calls it */
  const char *symbol;           /* of a variable */
  bool is_defined;              /* the variable is, in a source */
  harness_type type;            /* of a parameter or a result */
  uint32_t argument;            /* of an effect, as C counts */
  uint8_t *bytes;
  uint32_t size;
  VEC(harness_leaf) leaves;
} harness_block;

/* A function that is not there, or that a made-up pointer points to. */
typedef struct harness_stub {
  uint32_t number;
  const char *symbol;           /* NULL: only a pointer knows it */
  harness_type result;
  VEC(harness_type) parameters;
} harness_stub;

typedef struct harness {
  const char *function;         /* to be called; NULL: the program's main */
  const char *source;           /* that defines it, absolute */
  VEC(harness_block) blocks;    /* in the order in which they were made */
  VEC(harness_stub) stubs;
  /* What the sources want and this path does without: name, and the size of a
   * variable or 0. */
  VEC(struct harness_absent { const char *symbol; uint64_t size; }) absent;
  bool is_partial;              /* something in it has no way into C */
} harness;

void harness_release(harness *);

/* "p points to a struct node; p->next == NULL; n == 7", to be freed; NULL if
 * nothing matters. */
char *harness_precondition(const harness *);
void harness_write(const harness *, FILE *);

/* The program with the harness in the file: it replaces the source that it
 * includes.  The list of sources is the caller's to release. */
typedef VEC(const char *) harness_sources;
replay_program harness_program(const replay_program *, const char *file,
                               harness_sources *);

#endif
