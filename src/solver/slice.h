#ifndef SOLVER_SLICE_H
#define SOLVER_SLICE_H

#include "base/hash.h"
#include "base/vec.h"
#include "expr/sweep.h"
#include "solver/domain.h"
#include "solver/wordset.h"
#include "solver/reasons.h"

/*
 * A slice is a set of conjuncts that hang together by their symbols, interned:
 * equal sets are equal pointers, so every state that shares a slice shares its
 * answer and its model.  It is kept as the difference to the one or two slices
 * it grew from: a fork costs one small record however long its path is.
 *
 * Paths hold slices, and slices those that they grew from.  One that nobody holds is
 * idle: it stays until so many others became idle after it, and longer if it was
 * asked for meanwhile.  What is known thus depends on what was asked, and not on
 * when memory is swept.
 */
typedef enum slice_status {
  SLICE_OPEN, SLICE_UNSAT, SLICE_SAT, SLICE_UNKNOWN
} slice_status;

/* Values of the symbols of `vars`, little-endian, `stride` bytes each; symbols
 * outside are 0.  Shared between slices and never changed. */
typedef struct model {
  varset vars;
  uint32_t stride;
  bool is_marked;               /* while a sweep is at work */
  uint8_t bytes[];
} model;

typedef struct slice {
  struct slice *left, *right;   /* the parts it grew from; may be NULL */
  struct slice *next;           /* with the same hash slot */
  struct slice_table *table;
  const model *model;           /* NULL with SLICE_SAT: all zero */
  domain *domain;               /* only for one symbol of at most 8 bits; owned */
  wordset *wordset;               /* only for comparisons of one word with numbers; owned */
  uint64_t hash;                /* a sum over the conjuncts, in any order */
  uint64_t signature;           /* a bit a conjunct, for subset tests */
  expr conjunct;                /* on top of its parts; {0} for a mere union */
  uint32_t count;               /* conjuncts in all */
  varset vars;
  uint32_t refs;                /* of paths and of slices that grew from it */
  uint32_t stamp;               /* used while collecting */
  uint8_t status;               /* a slice_status */
  uint8_t reason;               /* an unknown_reason */
  bool is_idle;                 /* in the list of those */
  bool is_asked_for;            /* since it was put there */
  bool has_no_wordset;           /* its conjuncts say more, or otherwise */
} slice;

typedef VEC(expr) conjuncts;

/* The bit that stands for a conjunct in signatures. */
static inline uint64_t slice_signature(expr conjunct) {
  return UINT64_C(1) << (hash_word(2, conjunct.id) >> 58);
}

typedef struct slice_table {
  slice **slots;                /* chained; a power of two of them.  No
                                 * base/index.h: slices die one by one */
  uint32_t count, capacity;
  slice *chunk;                 /* records are cut from chunks */
  uint32_t chunk_left;
  slice *free;                  /* ... or used again: linked by `next` */
  slice **idle;                 /* oldest first, from idle_first on, in a circle */
  uint32_t idle_first, idle_count, idle_capacity;       /* a power of two */
  uint32_t stamp;
  uint32_t swept_models;        /* models that the last sweep left */
  VEC(slice *) chunks;
  VEC(model *) models;
  VEC(const slice *) walk;
  conjuncts one, other;         /* scratch of set comparison */
} slice_table;

void slice_table_release(slice_table *);

void slice_retain(slice *);
void slice_release(slice *);
/* Drops the oldest idle slices if there are many; work on slices that are not
 * held must be done. */
void slice_trim(slice_table *);

/* Sweeping: marks the terms and sets of all slices; frees the models that no slice
 * has, and that `keep` does not say to keep. */
void slice_mark(slice_table *, expr_table *);
void slice_sweep_models(slice_table *, expr_table *, const model *const *keep,
                        uint32_t count);

/* The slice of left and right and one conjunct more; parts may be NULL, and
 * the conjunct {0} if both are there. */
slice *slice_extend(slice_table *, expr_table *, slice *left, slice *right,
                    expr conjunct);

/* Appends them, the newest first; each once for each of its occurrences. */
void slice_collect(slice_table *, const slice *, conjuncts *out);

/* Models -------------------------------------------------------------------*/

/* A model of these symbols with all values 0, to be filled. */
model *model_new(slice_table *, expr_table *, varset);
/* Of the symbol at this index of the set, from EXPR_MAX_LIMBS limbs. */
void model_set(model *, uint32_t index, const uint64_t *limbs);
/* Into limbs of the symbol's width; 0 for a symbol it does not have. */
void model_get(const model *, const expr_table *, uint32_t symbol,
               uint64_t *limbs, unsigned limb_count);

#endif
