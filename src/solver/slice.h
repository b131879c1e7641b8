#ifndef SOLVER_SLICE_H
#define SOLVER_SLICE_H

#include "base/hash.h"
#include "base/vec.h"
#include "expr/sweep.h"
#include "solver/domain.h"
#include "solver/reasons.h"
#include "solver/wordset.h"

/*
 * A slice is a set of conjuncts connected by common symbols, interned: equal sets are equal
 * pointers, so states with the same slice share answer and model.  A slice is the
 * difference to one or two parent slices: a fork costs a small record however long the
 * path.
 *
 * Paths hold slices, and slices hold their parents.  A slice without holder is idle: an
 * idle slice stays until enough others became idle later, and longer if asked for
 * meanwhile.  So knowledge depends on queries only, not on the times of sweeps.
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
  struct slice *left, *right;   /* the parents; may be NULL */
  struct slice *next;           /* with the same hash slot */
  struct slice_table *table;
  const model *model;           /* NULL with SLICE_SAT: all zero */
  domain *domain;               /* for a single symbol of at most 8 bits; owned */
  wordset *wordset;               /* for comparisons of a single word with numbers; owned */
  uint64_t hash;                /* a sum over the conjuncts, in any order */
  uint64_t signature;           /* a bit a conjunct, for subset tests */
  expr conjunct;                /* beside the parents; {0} for a mere union */
  uint32_t count;               /* conjuncts in all */
  varset vars;
  uint32_t refs;                /* of paths and of child slices */
  uint32_t stamp;               /* used while collecting */
  uint8_t status;               /* a slice_status */
  uint8_t reason;               /* an unknown_reason */
  bool is_idle;                 /* in the list of idle slices */
  bool is_asked_for;            /* since becoming idle */
  bool has_no_wordset;           /* the conjuncts have another form, or another word */
} slice;

typedef VEC(expr) conjuncts;

/* The conjunct's bit in signatures. */
static inline uint64_t slice_signature(expr conjunct) {
  return UINT64_C(1) << (hash_word(2, conjunct.id) >> 58);
}

typedef struct slice_table {
  slice **slots;                /* chained; a power of two.  Not base/index.h: slices die
                                 * one by one */
  uint32_t count, capacity;
  slice *chunk;                 /* records are cut from chunks */
  uint32_t chunk_left;
  slice *free;                  /* ... or used again: linked by `next` */
  slice **idle;                 /* oldest first, from idle_first on, in a circle */
  uint32_t idle_first, idle_count, idle_capacity;       /* a power of two */
  uint32_t stamp;
  uint32_t swept_models;        /* models left by the last sweep */
  VEC(slice *) chunks;
  VEC(model *) models;
  VEC(const slice *) walk;
  conjuncts one, other;         /* scratch of set comparison */
} slice_table;

void slice_table_release(slice_table *);

void slice_retain(slice *);
void slice_release(slice *);
/* Drops the oldest idle slices if there are many; no work on unheld slices may be
 * pending. */
void slice_trim(slice_table *);

/* Sweeping: marks the terms and sets of all slices; frees models without a slice, except
 * models for which `keep` is true. */
void slice_mark(slice_table *, expr_table *);
void slice_sweep_models(slice_table *, expr_table *, const model *const *keep,
                        uint32_t count);

/* The slice of left, right and another conjunct; parents may be NULL, and the conjunct {0}
 * if both are there. */
slice *slice_extend(slice_table *, expr_table *, slice *left, slice *right,
                    expr conjunct);

/* Appends all conjuncts, the newest first; a conjunct that occurs twice is appended
 * twice. */
void slice_collect(slice_table *, const slice *, conjuncts *out);

/* Models -------------------------------------------------------------------*/

/* A model of these symbols with all values 0, to be filled. */
model *model_new(slice_table *, expr_table *, varset);
/* Of the symbol at this index of the set, from EXPR_MAX_LIMBS limbs. */
void model_set(model *, uint32_t index, const uint64_t *limbs);
/* Into limbs of the symbol's width; 0 for a symbol without a value. */
void model_get(const model *, const expr_table *, uint32_t symbol,
               uint64_t *limbs, unsigned limb_count);

#endif
