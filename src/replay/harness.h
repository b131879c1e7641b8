#ifndef REPLAY_HARNESS_H
#define REPLAY_HARNESS_H

#include "base/vec.h"
#include "replay/replay.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Objects made up for a path: arguments, objects behind pointers, variables and results of
 * missing functions.  Written in C-like words, the precondition of a bug, and as a C file
 * that builds the objects and calls the function, so the bug happens natively.
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
  bool matters;                 /* a condition of the path mentions the value */
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
  char *text;                   /* as a C expression */
  const char *symbol;           /* of a variable */
  bool is_defined;              /* the variable is, in a source */
  harness_type type;            /* of a parameter or a result */
  uint32_t argument;            /* of an effect, as C counts */
  uint8_t *bytes;
  uint32_t size;
  VEC(harness_leaf) leaves;
} harness_block;

/* A missing function, or the target of a made-up pointer. */
typedef struct harness_stub {
  uint32_t number;
  const char *symbol;           /* NULL: known only to a pointer */
  harness_type result;
  VEC(harness_type) parameters;
} harness_stub;

typedef struct harness {
  const char *function;         /* to be called; NULL: the program's main */
  const char *source;           /* with the definition, absolute */
  VEC(harness_block) blocks;    /* in order of creation */
  VEC(harness_stub) stubs;
  /* Symbols wanted by the sources and unused on this path: name, and the size of a variable
   * or 0. */
  VEC(struct harness_absent { const char *symbol; uint64_t size; }) absent;
  bool is_partial;              /* a part cannot be expressed in C */
} harness;

void harness_release(harness *);

/* "p points to a struct node; p->next == NULL; n == 7", to be freed; NULL if
 * nothing matters. */
char *harness_precondition(const harness *);
void harness_write(const harness *, FILE *);

/* The program with the harness in the file: the harness replaces the source that it
 * includes.  The list of sources is the caller's to release. */
typedef VEC(const char *) harness_sources;
replay_program harness_program(const replay_program *, const char *file,
                               harness_sources *);

#endif
