#ifndef EXEC_STRATEGY_H
#define EXEC_STRATEGY_H

#include "exec/exec.h"
#include "summary/summary.h"

/*
 * What joins, z-equivalence and templates ask of the executor.  All zero is none
 * of them: the reference semantics, but for jumps, which are reported from the
 * start if there is a hook.
 */
typedef struct exec_strategy {
  bool reports_jumps;           /* to the hook `jumped`, if there is one */
  bool joins;                   /* states pause where others can catch up ... */
  bool merges;                  /* ... and at the end of annotated blocks
                                 * (BRAID_MERGE): state->waits */
  bool has_events;              /* calls of the user's functions become events:
                                 * a state pauses when it returns from one in
                                 * which paths split: `left` */
  bool notes_heads;             /* ... and at the head of a loop of the user's
                                 * if its path split since it was last at one:
                                 * `at_head` */
  bool pauses_at_heads;         /* ... at every head, and behind each longjmp, and
                                 * nothing runs natively */
  bool stops_at_heads;          /* the same; `at_head` at each arrival */
  const uint32_t *components;   /* by function: which of those that call each other it
                                 * is one of; 0: none.  States pause where one is
                                 * entered: `at_call`.  NULL: nowhere */
  summaries *summaries;         /* for joined values; NULL: plain terms */
} exec_strategy;

exec_strategy exec_get_strategy(const exec *);
void exec_set_strategy(exec *, exec_strategy);

/* Running ------------------------------------------------------------------ */

/* As exec_run, but after `soft` instructions a time slice ends where work was done
 * on terms, of which one may take as long as many instructions on numbers. */
exec_result exec_run_within(exec *, state *, uint64_t fuel, uint64_t soft);

/* Marks the edge that a state which was just born took.  To be called before it
 * is joined; exec_run does so by itself. */
exec_result exec_catch_up(exec *, state *);

/* Another solver and other hooks for a while: returns those of before. */
typedef struct exec_company {
  solver *solver;
  exec_hooks hooks;
} exec_company;
exec_company exec_change_company(exec *, exec_company);

/* From now on states do not pause, nor are their jumps reported, where paths do
 * not fork: exec/forkfree.h.  That is so where none did in `enough` iterations,
 * or where the analysis says so, which is made when so many instructions were
 * executed under watch for each of the program's. */
void exec_use_relevancy(exec *, const relevancy_options *,
                        uint64_t after_each, uint32_t enough);
/* What the analysis took; for reports only. */
double exec_relevancy_ms(const exec *);
/* The state that ran last pauses behind a longjmp. */
bool exec_has_landed(const exec *);
/* Nobody looks at jumps where the state is. */
bool exec_is_forkfree(const exec *, const state *);
/* A template was applied where the state is: there is a use in looking. */
void exec_note_template(exec *, const state *);

/* A further state where this one is; the caller says how they differ. */
state *exec_split_off(exec *, state *);

/* Calls of functions that call themselves: merge/contract.c. */

/* The state has just entered a function.  The same call, made where `base` is at `pc`
 * after so many calls, with nothing in between; it does not return.  NULL: that cannot
 * be. */
state *exec_call_alone(exec *, const state *, frame *base, uint32_t pc, uint32_t calls);
/* The top frame is gone, as if it had returned to nobody. */
void exec_drop_top(exec *, state *);
/* The top function returns these, as the instruction says. */
void exec_return_values(exec *, state *, const ir_insn *, const value *);

/* What a state is ---------------------------------------------------------- */

/* The object that the renewed slot of the frame is now; 0: none. */
uint32_t exec_slot_instance(const exec *, const state *, const frame *,
                            uint32_t slot);
/* Whether the name is a stack object's that does not live in the state. */
bool exec_is_dead_slot(const exec *, const state *, uint64_t name);

/* Those bytes of the object have that value in the state, as its path says. */
void exec_put_number(exec *, state *, uint32_t name, uint64_t offset,
                     uint32_t count, uint64_t bits);
/* Whether some state called setjmp so far. */
bool exec_has_jumps(const exec *);

/* Whether the term may be an address: a number whose upper bits name an object that
 * one of the memories has, or had; a sum or difference with one, or a choice
 * among several. */
bool exec_is_address(const exec *, const memory *const *, unsigned count, expr);

/* The annotation at which the state waits: its kind, as the program has it. */
uint32_t exec_annotation(const exec *, const state *);
/* The terms that the annotation's expressions have in the state, which waits
 * there, and where they are defined: elsewhere they have errors.  False: they
 * could not be computed.  Changes nothing. */
typedef VEC(expr) exec_terms;
bool exec_probe(exec *, const state *, exec_terms *, expr *defined);

/* Inputs ------------------------------------------------------------------- */

/* Which one of its path's inputs a symbol denotes; UINT32_MAX: none. */
uint32_t exec_input_index(const exec *, uint32_t symbol);
/* The made-up object whose contents the symbol is part of; 0: none. */
uint32_t exec_input_object(const exec *, uint32_t symbol);

/* The first symbol of such an input, if it will be the path's n-th. */
uint32_t exec_input_symbol(exec *, const input *like, uint32_t index);
/* The inputs of one iteration of a loop, oldest first, were asked for in each
 * of so many iterations, and always answered by the symbols from `symbols` on,
 * one list entry an input. */
void exec_log_iterations(exec *, state *, expr count,
                         const input *const *asked, const uint32_t *symbols,
                         uint32_t asked_count);

/* A missing definition as a value of its own, as a read would see it; of bytes of
 * the object of that name, or of a register if it is 0. */
value exec_make_undefined(exec *, state *, unsigned width, uint32_t name,
                          uint64_t offset);

#endif
