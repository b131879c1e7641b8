#ifndef ZEQ_CONSTRAINT_H
#define ZEQ_CONSTRAINT_H

#include "base/vec.h"
#include "expr/expr.h"

/*
 * A caller's knowledge about a state, as a constraint: conjuncts that hold, and slots (the
 * result, a word of memory) with a term each.  Symbols born inside the call cannot be named
 * outside.  Two constraints say the same to a caller if their projections are equal: the
 * same values of the observable symbols and of the slots, for some values of the others.
 *
 * The form of a constraint is a sequence of words such that equal forms have equal
 * projections. The converse does not hold: a state not found equal is kept, and a correct
 * answer is obtained.
 */
typedef enum zeq_sight {
  ZEQ_OBSERVABLE,               /* named by its label, the same in all states */
  ZEQ_FREE,                     /* unknown outside: any value */
  ZEQ_RIGID,                    /* likewise, but more depends on the label: may be renamed,
                                 * not existentially quantified */
} zeq_sight;

typedef struct zeq_symbol { zeq_sight sight; uint64_t label; } zeq_symbol;

typedef struct zeq_view {
  zeq_symbol (*look)(void *context, uint32_t symbol);
  void *context;
} zeq_view;

typedef struct zeq_slot {
  uint64_t place[2];
  expr term;
  bool is_any;                  /* a free symbol without other occurrence, if the caller
                                 * knows; costs nothing */
} zeq_slot;

typedef struct zeq_constraint {
  VEC(expr) conjuncts;          /* in any order */
  VEC(zeq_slot) slots;          /* in the order of their places */
  bool is_feasible;             /* the conjuncts are known to be satisfiable */
} zeq_constraint;

void zeq_constraint_clear(zeq_constraint *);
void zeq_constraint_release(zeq_constraint *);

typedef VEC(uint64_t) zeq_form;

typedef struct zeq_core zeq_core;

zeq_core *zeq_core_new(expr_table *);
void zeq_core_free(zeq_core *);

/* Appends the form of the constraint, in time linear in its nodes except for sorting the
 * conjuncts. */
void zeq_append_form(zeq_core *, const zeq_constraint *, const zeq_view *, zeq_form *);

/* Nodes of the last form. */
uint32_t zeq_core_nodes(const zeq_core *);

#endif
