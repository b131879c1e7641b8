#ifndef TRAIL_TRAIL_H
#define TRAIL_TRAIL_H

#include "trail/record.h"

/*
 * One run along the inputs of a test, from the program's first instruction to its end: what
 * `braid explain` tells.  Values are the test's; terms beside them say where values come from.
 */
typedef struct trail {
  exec *exec;
  testcase *test;
  const testcase *unset;
  state *start;                 /* of each run; borrowed */
  trail_inputs inputs;
  trail_record record;
  bool is_recorded;
  bool has_ended;
  ending end;
  char *message;                /* of the end, or NULL; owned */
  uint32_t line;                /* ... and its line and function of the user's; 0: not known */
  const char *file, *function;
  uint64_t instructions;
} trail;

/* For the executor that is then given to trail_init. */
exec_hooks trail_hooks(trail *);
void trail_init(trail *, exec *, state *start, testcase *, const testcase *unset, bool all);
void trail_release(trail *);

/* Runs for at most so many instructions.  Recoverable errors that are not of this kind and line
 * are passed, as the run passed them.  False: it did not end. */
bool trail_follow(trail *, outcome kind, uint32_t line, uint64_t fuel, volatile const int *stop);

/* elsewhere.c: the last lines where another input would have gone another way. */
typedef struct trail_detour {
  uint32_t place;
  char *changed;                /* the inputs that differ, "i = 11"; owned */
  char *then;                   /* how the program ends with it; owned */
} trail_detour;

typedef VEC(trail_detour) trail_detours;

void trail_find_detours(trail *, volatile const int *stop, trail_detours *);
void trail_detours_release(trail_detours *);

/* print.c: the last `rows` lines of the source, or all of them for 0. */
void trail_print(const trail *, const trail_detours *, uint32_t rows, FILE *);
/* json.c */
void trail_write_json(const trail *, const trail_detours *, FILE *);

#endif
