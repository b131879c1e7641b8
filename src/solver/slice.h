#ifndef SOLVER_SLICE_H
#define SOLVER_SLICE_H

#include "base/hash.h"
#include "base/vec.h"
#include "expr/varset.h"
#include "solver/domain.h"
#include "solver/reasons.h"

/*
 * A slice is a set of conjuncts that hang together by their symbols, interned:
 * equal sets are equal pointers, so every state that shares a slice shares its
 * answer and its model.  It is kept as the difference to the one or two slices
 * it grew from: a fork costs one small record however long its path is.
 * Slices live as long as their solver.
 */
typedef enum slice_status {
  SLICE_OPEN, SLICE_UNSAT, SLICE_SAT, SLICE_UNKNOWN
} slice_status;

/* Values of the symbols of `vars`, little-endian, `stride` bytes each; symbols
 * outside are 0.  Shared between slices and never changed. */
typedef struct model {
  varset vars;
  uint32_t stride;
  uint8_t bytes[];
} model;

typedef struct slice {
  struct slice *left, *right;   /* the parts it grew from; may be NULL */
  struct slice *next;           /* with the same hash slot */
  const model *model;           /* NULL with SLICE_SAT: all zero */
  const domain *domain;         /* only for one symbol of at most 8 bits */
  uint64_t hash;                /* a sum over the conjuncts, in any order */
  uint64_t signature;           /* a bit a conjunct, for subset tests */
  expr conjunct;                /* on top of its parts; {0} for a mere union */
  uint32_t count;               /* conjuncts in all */
  varset vars;
  uint32_t stamp;               /* used while collecting */
  uint32_t generation;          /* of the pool's member that holds it */
  uint16_t member;
  uint8_t status;               /* a slice_status */
  uint8_t reason;               /* an unknown_reason */
} slice;

typedef VEC(expr) conjuncts;

/* The bit that stands for a conjunct in signatures. */
static inline uint64_t slice_signature(expr conjunct) {
  return UINT64_C(1) << (hash_word(2, conjunct.id) >> 58);
}

typedef struct slice_table {
  slice **slots;                /* chained; a power of two of them */
  uint32_t count, capacity;
  slice *chunk;                 /* records are cut from chunks */
  uint32_t chunk_left;
  uint32_t stamp;
  VEC(slice *) chunks;
  VEC(model *) models;
  VEC(const slice *) walk;
  conjuncts one, other;         /* scratch of set comparison */
} slice_table;

void slice_table_release(slice_table *);

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
