#ifndef FORMATS_WITNESS_H
#define FORMATS_WITNESS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Verification witnesses, format 2.0 (YAML), as exchanged between verifiers and validators:
 * a way to a violation, or invariants of a correct program.  A witness owns its texts.
 */
typedef enum witness_type {
#define WAYPOINT(NAME, TEXT) WITNESS_##NAME,
#include "formats/waypoints.def"
  WITNESS_TYPES
} witness_type;

typedef struct witness_place {
  char *file;
  uint32_t line, column;        /* column 0: the first match on the line */
  char *function;               /* or NULL */
} witness_place;

/* An execution passes the segments one after the other: each until its `follow` holds,
 * without passing any `avoid` of the segment before. */
typedef struct witness_waypoint {
  witness_type type;
  bool is_avoid;
  uint32_t segment;
  char *constraint;             /* C; \result is the returned value.  NULL: true */
  witness_place place;
} witness_waypoint;

/* Holds whenever an execution comes to the place; of a loop, before each evaluation of its
 * condition. */
typedef struct witness_invariant {
  bool is_loop;
  char *value;                  /* a C expression without side effects */
  witness_place place;
} witness_invariant;

typedef struct witness {
  bool is_correctness;
  char *specification;
  char *data_model;             /* "LP64", "ILP32" */
  VEC(char *) files, hashes;    /* of the task; hash "": not said */
  VEC(witness_waypoint) waypoints;      /* of a violation; the last is the target */
  uint32_t segments;            /* target included */
  VEC(witness_invariant) invariants;    /* else */
} witness;

void witness_release(witness *);

/* Both copy their arguments.  A followed waypoint ends its segment. */
void witness_add_waypoint(witness *, witness_type, const char *constraint,
                          const witness_place *);
void witness_add_invariant(witness *, bool is_loop, const char *value,
                           const witness_place *);
void witness_add_file(witness *, const char *path);

void witness_write(const witness *, FILE *);
/* NULL, or a message to be freed; the witness is then empty. */
char *witness_read(witness *, const char *path);

#endif
