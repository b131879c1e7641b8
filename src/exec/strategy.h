#ifndef EXEC_STRATEGY_H
#define EXEC_STRATEGY_H

#include "exec/exec.h"
#include "summary/summary.h"

/*
 * Requests of joins, z-equivalence and templates to the executor.  All zero is none: the
 * reference semantics, except that jumps are reported from the start if there is a hook.
 */
typedef struct exec_strategy {
  bool reports_jumps;           /* to the hook `jumped`, if present */
  bool joins;                   /* states pause where others can catch up ... */
  bool merges;                  /* ... and at the end of annotated blocks
                                 * (BRAID_MERGE): state->waits */
  bool has_events;              /* calls of the user's functions become events: a state
                                 * pauses when returning from a call with forks: `left` */
  bool notes_heads;             /* ... and at the head of a user's loop if the path forked
                                 * since the last head: `at_head` */
  bool pauses_at_heads;         /* ... at every head, and behind each longjmp, and
                                 * nothing runs natively */
  bool stops_at_heads;          /* the same; `at_head` at each arrival */
  bool stops_at_recursion;      /* states pause where a recursive function is entered:
                                 * `at_call` */
  bool crosses;                 /* states with other stacks may be joined: exec/fan.h */
  bool shares;                  /* ... have one store: merge/commons.h.  What is loaded is
                                 * restricted to the path */
  bool counts_each;             /* a slice ends where its fuel does, not at the next jump */
  summaries *summaries;         /* for joined values; NULL: plain terms */
} exec_strategy;

exec_strategy exec_get_strategy(const exec *);
void exec_set_strategy(exec *, exec_strategy);

/* Running ------------------------------------------------------------------ */

/* As exec_run, but after `soft` instructions work on terms ends the time slice: an
 * operation on a term may take as long as many instructions on numbers. */
exec_result exec_run_within(exec *, state *, uint64_t fuel, uint64_t soft);

/* Marks the edge taken by a freshly born state.  Required before a join; exec_run does the
 * same. */
exec_result exec_catch_up(exec *, state *);

/* Another solver and other hooks for a while: returns the previous ones. */
typedef struct exec_company {
  solver *solver;
  exec_hooks hooks;
} exec_company;
exec_company exec_change_company(exec *, exec_company);

/* From now on states do not pause, nor are their jumps reported, in fork-free regions:
 * exec/forkfree.h.  A region is fork-free after `enough` iterations without a fork, or by
 * the analysis, which is made when so many instructions were executed under watch for each
 * of the program's. */
void exec_use_relevancy(exec *, const relevancy_options *,
                        uint64_t after_each, uint32_t enough);
/* Time of the analysis; for reports only. */
double exec_relevancy_ms(const exec *);
/* The last state pauses behind a longjmp. */
bool exec_has_landed(const exec *);
/* Nobody looks at jumps where the state is. */
bool exec_is_forkfree(const exec *, const state *);
/* A template was applied where the state is: there is a use in looking. */
void exec_note_template(exec *, const state *);

/* Another state at the same place; the caller makes the difference. */
state *exec_split_off(exec *, state *);

/* Calls of recursive functions: merge/contract.c. */

/* The state has just entered a function.  Returns the same call, made where `base` is at
 * `pc` after so many calls, with nothing in between; the call does not return.  NULL:
 * impossible. */
state *exec_call_alone(exec *, const state *, frame *base, uint32_t pc, uint32_t calls);
/* Removes the top frame, as if returned to nowhere. */
void exec_drop_top(exec *, state *);
/* The top function returns these, as the instruction says. */
void exec_return_values(exec *, state *, const ir_insn *, const value *);

/* What a state is ---------------------------------------------------------- */

/* The present object of the frame's renewed slot; 0: none. */
uint32_t exec_slot_instance(const exec *, const state *, const frame *,
                            uint32_t slot);
/* Whether the name is of a stack object that does not live in the state. */
bool exec_is_dead_slot(const exec *, const state *, uint64_t name);

/* The object's bytes have this value under the state's path: stores the number. */
void exec_put_number(exec *, state *, uint32_t name, uint64_t offset,
                     uint32_t count, uint64_t bits);
/* Whether some state called setjmp so far. */
bool exec_has_jumps(const exec *);

/* Whether the term may be an address: a number with the name of an object in the upper bits
 * that a memory has, or had; a sum or difference with such a number, or a choice among
 * several. */
bool exec_is_address(const exec *, const memory *const *, unsigned count, expr);

/* The kind of the annotation at which the state waits, as in the program. */
uint32_t exec_annotation(const exec *, const state *);
/* The terms of the annotation's expressions in the state, which waits there, and where the
 * terms are defined: elsewhere the expressions have errors.  False: not computable.
 * Changes nothing. */
typedef VEC(expr) exec_terms;
bool exec_probe(exec *, const state *, exec_terms *, expr *defined);

/* leaves.c: a summary covers every joined path, and most leaves are infeasible on this
 * path: the term without these leaves. */
expr exec_restrict(exec *, const state *, expr);
/* ... without all leaves that conditions of the path exclude as diagrams do. */
expr exec_own_value(exec *, const state *, expr);

/* Inputs ------------------------------------------------------------------- */

/* The index of the path's input with the symbol; UINT32_MAX: none. */
uint32_t exec_input_index(const exec *, uint32_t symbol);
/* The made-up object with the symbol in its contents; 0: none. */
uint32_t exec_input_object(const exec *, uint32_t symbol);

/* The first symbol of such an input, as the path's n-th. */
uint32_t exec_input_symbol(exec *, const input *like, uint32_t index);
/* The inputs of a loop's iteration, oldest first, were requested in each of so many
 * iterations, and always answered by the symbols from `symbols` on, a list entry for each
 * input. */
void exec_log_iterations(exec *, state *, expr count,
                         const input *const *asked, const uint32_t *symbols,
                         uint32_t asked_count);

/* A missing definition as a value of its own, as a read would see: of bytes of the named
 * object, or of a register for 0. */
value exec_make_undefined(exec *, state *, unsigned width, uint32_t name,
                          uint64_t offset);

#endif
