#ifndef COMPACT_COMPACT_H
#define COMPACT_COMPACT_H

#include "base/hash.h"
#include "compact/fields.h"
#include "exec/exec.h"

/*
 * Compact symbolic execution: loops as templates (Slaby, Strejcek, Trtik; ATVA 2013).  At a
 * loop's head a state is analysed: if a way round the loop has a template that covers more
 * than the next iteration, the state becomes the state after any number of iterations;
 * otherwise the state is unchanged and the loop is unrolled.  Differences from the paper:
 * doc/loops.md.
 */
typedef struct compact compact;

/* `covered` gets a state in an iteration with new coverage, as far as the state came; freed
 * afterwards.  NULL: not wanted. */
compact *compact_new(exec *, void (*covered)(void *context, state *),
                     void *context);
void compact_free(compact *);

/* From now on conditions on all iterations are quantifiers, however few iterations;
 * otherwise few iterations are spelled out, which is cheaper then. */
void compact_quantify(compact *);

/* Call at each jump: records the way taken at a loop's head. */
static inline void compact_note_jump(state *s, uint32_t to) {
  compact_of(s)->trail = hash_word(compact_of(s)->trail, to);
}

/* Whether a state at this block should be passed to compact_enter. */
bool compact_wants(compact *, const state *, uint32_t block);

typedef enum compact_result {
  COMPACT_UNROLL,               /* the state is unchanged */
  COMPACT_APPLIED,              /* ... after any number of iterations */
  COMPACT_ENDLESS,              /* the state never leaves the loop; still the caller's */
} compact_result;

/* Facts about inputs that do not leave a loop. */
typedef enum compact_staying {
  COMPACT_STAYS,                /* never left, without input and system call */
  COMPACT_STAYS_ACTIVE,         /* ... or with some, or perhaps left */
  COMPACT_MAY_STAY,             /* perhaps never left, without input and system call */
} compact_staying;

/* The state is at the head of a loop.  If states are joined, a loop that only branches
 * inside is unrolled: its iterations meet again at the head.  Inputs that never leave the
 * loop, or may never leave, become *stays; NULL: no such inputs.  `how` describes *stays,
 * or an endless state. */
compact_result compact_enter(compact *, state *, bool joins, state **stays,
                             compact_staying *how);

/* Whether the state, which runs on numbers, comes within so many heads to a loop that it
 * never leaves, without input and system call. *ended: the state is gone. */
bool compact_never_leaves(exec *, state *, unsigned heads, bool *ended);

/* Totals, and for each loop visited by a state; loops and cycles of the user's code. */
typedef struct compact_totals {
  uint64_t loops, cycles, templates, applied, endless, failed;
} compact_totals;

compact_totals compact_count(const compact *);

/* A loop visited by a state: number of applied templates, number of unrollings, and the
 * most frequent reason. */
typedef struct compact_loop {
  const ir_function *function;
  uint32_t place;               /* of the head; 0: unknown */
  uint64_t arrivals, applied, unrolled;
  const char *reason;           /* NULL: never unrolled */
} compact_loop;

uint32_t compact_loop_count(const compact *);
compact_loop compact_get_loop(const compact *, uint32_t);
void compact_print(const compact *, FILE *);

#endif
