#ifndef SMT2_ARRAY_H
#define SMT2_ARRAY_H

#include "base/vec.h"
#include "expr/expr.h"
#include "base/idmap.h"

/*
 * Arrays are removed while they are read: a select walks over stores and
 * conditionals to variables, where it becomes a fresh symbol for each index
 * term.  What holds of those symbols (equal indices read equal values; equal
 * arrays are equal at every index in sight, unequal ones at a fresh index) are
 * constraints to be asserted beside the formula.
 */
typedef struct array { uint32_t id; } array;    /* {0}: none */

typedef enum array_kind {
  ARRAY_VARIABLE, ARRAY_STORE, ARRAY_ITE, ARRAY_CONSTANT
} array_kind;

typedef struct array_node {
  array_kind kind;
  unsigned index_width, value_width;
  array a, b;                   /* STORE: a; ITE: a and b */
  expr condition, index, value; /* ITE; STORE: index and value; CONSTANT */
  uint32_t reads;               /* VARIABLE: 1 + its list in `lists` */
} array_node;

typedef struct array_read { expr index, value; } array_read;
typedef VEC(array_read) array_reads;

typedef struct array_equality {
  array a, b;
  expr holds;
  uint32_t done;                /* indices of `indices` instantiated */
} array_equality;

typedef struct arrays {
  expr_table *table;
  VEC(array_node) nodes;        /* [0] is none */
  VEC(array_reads) lists;
  VEC(array_equality) equalities;
  VEC(expr) indices;            /* every index term in sight, once */
  idmap index_seen;
  idmap default_index;          /* width -> 1 + symbol of an index of no use */
  bool has_constants;
  VEC(expr) constraints;
} arrays;

void arrays_init(arrays *, expr_table *);
void arrays_release(arrays *);

array array_variable(arrays *, unsigned index_width, unsigned value_width);
array array_store(arrays *, array, expr index, expr value);
array array_ite(arrays *, expr condition, array, array);
array array_constant(arrays *, unsigned index_width, expr value);
expr array_read_at(arrays *, array, expr index);
expr array_equal(arrays *, array, array);

/* Completes `constraints` for all that was read and compared so far. */
void arrays_constrain(arrays *);

#endif
