#ifndef SMT2_ARRAY_H
#define SMT2_ARRAY_H

#include "base/idmap.h"
#include "base/vec.h"
#include "expr/expr.h"

/*
 * Arrays are removed while read: a select walks over stores and conditionals to variables,
 * where the select becomes a fresh symbol for each index term.  Facts about these symbols
 * (equal indices read equal values; equal arrays are equal at every index in sight, unequal
 * arrays differ at a fresh index) are constraints to be asserted beside the formula.
 *
 * An array of arrays is an array with several indices, read at all indices in order; a
 * select at the first index is a row.
 */
typedef struct array { uint32_t id; } array;    /* {0}: none */

/* Values of an index or element as bits.  Equal values have the same bits: the only NaN is
 * soft_nan's. */
typedef struct array_domain {
  unsigned width;
  unsigned exponent;            /* 0: all; of floats, their bits of exponent; ... */
} array_domain;

enum { ARRAY_MODES = 1 };       /* or, as `exponent`: the five rounding modes */

enum { ARRAY_MOST_INDICES = 8 };

typedef struct array_shape {
  unsigned count;               /* of indices, 1.. */
  array_domain index[ARRAY_MOST_INDICES], value;
} array_shape;

typedef enum array_kind {
  ARRAY_VARIABLE, ARRAY_STORE, ARRAY_ITE, ARRAY_CONSTANT,
  ARRAY_ROW,                    /* of a, at index: the others are free */
  ARRAY_STORE_ROW,              /* b is a's row at the first index `index` */
  ARRAY_ROWS,                   /* a at every first index */
} array_kind;

typedef struct array_node {
  array_kind kind;
  array_shape shape;
  array a, b;                   /* STORE: a; ITE: a and b; ROW, ... */
  expr condition, index, value; /* ITE; STORE: index and value; CONSTANT */
  uint32_t reads;               /* VARIABLE: 1 + the list's place in `lists` */
  unsigned depth;               /* rows of rows: recursion of a read */
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
  /* Every index term in sight, once with each domain. */
  VEC(struct array_index { expr term; array_domain domain; }) indices;
  idmap index_seen;
  idmap default_index;          /* domain -> symbol of an index of no use */
  idmap rows;                   /* array and index -> the value read there */
  bool has_constants;
  VEC(expr) constraints;
} arrays;

void arrays_init(arrays *, expr_table *);
void arrays_release(arrays *);

/* Deeper arrays must not be made: see array_node. */
enum { ARRAY_MOST_DEPTH = 1000 };

array array_variable(arrays *, const array_shape *);
array array_store(arrays *, array, expr index, expr value);
array array_ite(arrays *, expr condition, array, array);
array array_constant(arrays *, array_domain index, array_domain value, expr);
/* Arrays with several indices. */
array array_row(arrays *, array, expr index);
array array_store_row(arrays *, array, expr index, array row);
array array_rows(arrays *, array_domain index, array row);
unsigned array_depth(const arrays *, array);
/* At all indices in order. */
expr array_read_at(arrays *, array, expr index);
expr array_equal(arrays *, array, array);

/* Some bit patterns of the width are no value of the domain. */
expr array_is_valid(expr_table *, array_domain, expr);

/* Completes `constraints` for all reads and comparisons so far. */
void arrays_constrain(arrays *);

#endif
