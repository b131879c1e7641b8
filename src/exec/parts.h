#ifndef EXEC_PARTS_H
#define EXEC_PARTS_H

#include "exec/state.h"

/*
 * The parts of the executor with rooms of their own.  Without them nothing is made up, and
 * every instruction is interpreted.
 */
struct lazy_table;
struct exec_tier;

/* Symbols and objects for the unknown: lazy/lazy.h. */
typedef struct exec_unknowns {
  /* A table for an executor and its twins. */
  struct lazy_table *(*make)(void);
  void (*free)(struct lazy_table *);
  /* The symbol is a pointer of unknown origin. */
  bool (*is_pointer)(const exec *, uint32_t symbol);
  /* Decides unknown pointers in the term: null, a new object, or an earlier object; other
   * choices are born at the same pc.  The term is then the chosen address's.  False: the
   * state is gone. */
  bool (*decide)(exec *, state *, expr *);
  /* The path has got this condition: settles equalities of unknown pointers. */
  void (*note_condition)(exec *, state *, expr condition);
  /* The program branches on the condition. */
  void (*note_asked)(exec *, expr condition);
  /* Makes the named absent object if made up. */
  void (*reach)(exec *, state *, uint32_t name);
  /* A call of a function without code; *is_done: the function may return anything, and the
   * call is done. */
  bool (*call)(exec *, state *, uint32_t symbol, const ir_call *,
               bool *is_done);
  /* The same for the target of a made-up function pointer, if the address is a made-up
   * function's. */
  bool (*call_address)(exec *, state *, uint64_t address, const ir_call *,
                       bool *is_done);
} exec_unknowns;

typedef enum tier_result {
  TIER_RAN,                     /* the state is at its pc */
  TIER_SIDE,                    /* ... and the interpreter executes the next instruction */
  TIER_ENDED,                   /* the state is gone */
} tier_result;

/* Native code: tier/tier.h. */
typedef struct exec_native {
  /* Sets the executor's `tier` and `code`. */
  void (*make)(exec *);
  void (*free)(struct exec_tier *);
  /* A sample is due; sets the next time. */
  void (*sample)(exec *, const state *);
  /* Runs the native code at the state's pc, or nothing. */
  tier_result (*enter)(exec *, state *, uint64_t limit);
} exec_native;

#endif
