#ifndef EXEC_PARTS_H
#define EXEC_PARTS_H

#include "exec/state.h"

/*
 * The parts of the executor that are rooms of their own, as it calls them.  It
 * runs without either: then nothing is made up, and every instruction is
 * interpreted.
 */
struct lazy_table;
struct exec_tier;

/* Symbols and objects for what is unknown: lazy/lazy.h. */
typedef struct exec_unknowns {
  /* One for an executor and its twins. */
  struct lazy_table *(*make)(void);
  void (*free)(struct lazy_table *);
  /* The symbol is a pointer of unknown origin. */
  bool (*is_pointer)(const exec *, uint32_t symbol);
  /* Such pointers in the term are decided: null, a new object, an earlier one;
   * other choices are born at the same pc.  The term is then that of the address
   * chosen.  False: the state is gone. */
  bool (*decide)(exec *, state *, expr *);
  /* The path has come to say so: what unknown pointers are equal to is settled. */
  void (*note_condition)(exec *, state *, expr condition);
  /* The program branches on it. */
  void (*note_asked)(exec *, expr condition);
  /* The object of that name, which is not there, is made if it is a made-up
   * one. */
  void (*reach)(exec *, state *, uint32_t name);
  /* A call of a function without code; *is_done: it may return anything, and
   * this was done. */
  bool (*call)(exec *, state *, uint32_t symbol, const ir_call *,
               bool *is_done);
  /* The same for a function that a made-up pointer points to, if the address is
   * one's. */
  bool (*call_address)(exec *, state *, uint64_t address, const ir_call *,
                       bool *is_done);
} exec_unknowns;

typedef enum tier_result {
  TIER_RAN,                     /* the state is at its pc */
  TIER_SIDE,                    /* ... and the interpreter does what is there */
  TIER_ENDED,                   /* the state is gone */
} tier_result;

/* Native code: tier/tier.h. */
typedef struct exec_native {
  /* Sets the executor's `tier` and `code`. */
  void (*make)(exec *);
  void (*free)(struct exec_tier *);
  /* A sample is due; says when the next one is. */
  void (*sample)(exec *, const state *);
  /* Runs the native code that begins at the state's pc, or none of it. */
  tier_result (*enter)(exec *, state *, uint64_t limit);
} exec_native;

#endif
