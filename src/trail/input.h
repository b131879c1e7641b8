#ifndef TRAIL_INPUT_H
#define TRAIL_INPUT_H

#include "exec/model.h"
#include "files/testcase.h"

/*
 * The inputs of a path that has those of a test, as symbols with values: while the solver
 * follows them (solver_follow), the path is the test's, and each term says which inputs are in
 * it.  Where no test sets a value (unwritten memory), another list has them, by kind; or zero.
 */
typedef struct trail_input {
  input_kind kind;
  const char *name;             /* the executor's */
  uint32_t symbol, size, number;        /* the how-manieth value; 0: an object */
  bool is_bytes;                /* a symbol a byte */
  uint8_t *bytes;
} trail_input;

typedef struct trail_inputs {
  exec *exec;
  const testcase *test, *unset;
  const state *state;           /* the path's, set before an instruction runs */
  uint32_t next;                /* of the test's inputs ... */
  idmap next_unset;             /* ... and by kind of the others, */
  const input *last;            /* of the path's that were taken */
  uint32_t values;              /* of the test's single values taken, */
  uint32_t unset_values;        /* ... of the other list's */
  VEC(trail_input) all;
  idmap by_symbol;              /* symbol + 1: input + 1 */
  bool differ;                  /* the path asked for one that the test does not have */
} trail_inputs;

void trail_inputs_release(trail_inputs *);
/* For solver_follow; valid as long as the inputs. */
sole_input trail_inputs_follow(trail_inputs *);

/* "stdin[3], n", the inputs in these terms, most of all `most` of them; to be freed, NULL: none. */
char *trail_inputs_text(const trail_inputs *, const expr_table *, const expr *terms,
                        uint32_t count);
/* Whether tests have it: a value that was not written has none. */
bool trail_input_is_set(const trail_input *);
/* The input with the symbol; NULL: none. */
const trail_input *trail_input_of(const trail_inputs *, uint32_t symbol);
/* How it is called: as in reports, or "input 3 (int)"; to be freed. */
char *trail_input_name(const trail_input *);

#endif
