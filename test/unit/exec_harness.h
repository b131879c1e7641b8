#ifndef TEST_UNIT_EXEC_HARNESS_H
#define TEST_UNIT_EXEC_HARNESS_H

#include "test/unit/ir_harness.h"

#include "exec/exec.h"
#include "merge/containment.h"

/* An engine beside a program of one path that says nothing. */
typedef struct machine {
  ir_program *program;
  expr_table *t;
  solver *chain;
  exec *x;
} machine;

static inline void machine_ended(void *context, const state *s, const ending *end) {
  (void) context, (void) s, (void) end;
}

static inline void machine_born(void *context, state *child, const state *parent) {
  (void) context, (void) child, (void) parent;
  fatal("the program splits");
}

static inline void machine_says(void *context, const char *said) {
  (void) context;
  fatal("the program says: %s", said);
}

static inline machine machine_begin(const char *text) {
  static const exec_hooks hooks = {.born = machine_born, .ended = machine_ended,
                                   .message = machine_says};
  machine m = {.program = harness_load("", text), .t = expr_table_new()};
  m.chain = solver_new(m.t, &solver_defaults);
  m.x = exec_new(m.program, m.t, m.chain, &exec_defaults, &hooks);
  return m;
}

static inline state *machine_start(const machine *m) {
  char *message = NULL, *argv[] = {(char[]) {"prog"}};
  state *s = exec_start(m->x, "main", 1, argv, &message);
  if (!s) fatal("%s", message);
  return s;
}

static inline void machine_end(machine *m) {
  exec_free(m->x);
  solver_free(m->chain);
  expr_table_free(m->t);
  ir_program_free(m->program);
}

static inline bool machine_contains(const machine *m, const state *outer, const state *inner) {
  containment c;
  containment_begin(&c, m->x, outer, inner);
  containment_compare(&c, path_count(&outer->path));
  const bool holds = containment_holds(&c);
  containment_release(&c);
  return holds;
}

#endif
