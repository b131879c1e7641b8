#ifndef COMPACT_COMPACT_H
#define COMPACT_COMPACT_H

#include "base/hash.h"
#include "compact/part.h"
#include "exec/exec.h"

/*
 * Compact symbolic execution: loops as templates (Slaby, Strejcek, Trtik; ATVA
 * 2013).  A state that comes to a loop's head is looked at: if a way round the
 * loop has a template that says more than the next iteration, the state becomes
 * the one after any number of iterations, else it goes on as it is and the loop
 * is unrolled.  How this differs from the paper is in doc/loops.md.
 */
typedef struct compact compact;

/* `covered` is given a state that took an iteration which covers something new,
 * as far as it came; it is freed after it.  NULL: nobody asks. */
compact *compact_new(exec *, void (*covered)(void *context, state *),
                     void *context);
void compact_free(compact *);

/* From now on conditions on all iterations are quantifiers, however few
 * iterations; else few are spelled out, which is cheaper then. */
void compact_quantify(compact *);

/* To be called at each jump: at a loop's head it says which way was taken. */
static inline void compact_note_jump(state *s, uint32_t to) {
  compact_of(s)->trail = hash_word(compact_of(s)->trail, to);
}

/* Whether a state that comes to this block should be brought here. */
bool compact_wants(compact *, const state *, uint32_t block);

typedef enum compact_result {
  COMPACT_UNROLL,               /* the state goes on as it was */
  COMPACT_APPLIED,              /* ... after any number of iterations */
  COMPACT_ENDLESS,              /* it never leaves the loop; still the caller's */
} compact_result;

/* What is known of inputs with which a loop is not left. */
typedef enum compact_staying {
  COMPACT_STAYS,                /* it never is, with no input and no system call */
  COMPACT_STAYS_ACTIVE,         /* ... with some, or it may stay so */
  COMPACT_MAY_STAY,             /* perhaps it never is, with none */
} compact_staying;

/* The state is at the head of a loop.  If states are joined, a loop that only
 * branches inside is unrolled: its iterations meet again at the head.  Inputs
 * with which the loop is never left, or may never be, become *stays; NULL: there are
 * none.  `how` says it of those, or of the state if that is endless. */
compact_result compact_enter(compact *, state *, bool joins, state **stays,
                             compact_staying *how);

/* Whether the state, which runs on numbers, comes to a loop that it never leaves, with
 * no input and no system call, within so many heads.  *ended: the state is gone. */
bool compact_never_leaves(exec *, state *, unsigned heads, bool *ended);

/* What was done, in all and for each loop that a state came to; loops and cycles
 * are those of the user's code. */
typedef struct compact_totals {
  uint64_t loops, cycles, templates, applied, endless, failed;
} compact_totals;

compact_totals compact_count(const compact *);

/* One loop that a state came to: how often a template was applied, how often it
 * was unrolled, and the reason that was given most often. */
typedef struct compact_loop {
  const ir_function *function;
  uint32_t place;               /* of its head; 0: not known */
  uint64_t arrivals, applied, unrolled;
  const char *reason;           /* NULL: it was never unrolled */
} compact_loop;

uint32_t compact_loop_count(const compact *);
compact_loop compact_get_loop(const compact *, uint32_t);
void compact_print(const compact *, FILE *);

#endif
