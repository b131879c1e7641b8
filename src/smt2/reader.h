#ifndef SMT2_READER_H
#define SMT2_READER_H

#include "base/index.h"
#include "smt2/array.h"
#include "smt2/lex.h"

#include <setjmp.h>
#include <stdio.h>

/* Shared by the reader's files: values with sorts, names, and the way out on an error. */
typedef enum sort_kind {
  SORT_BOOL, SORT_BITS, SORT_ARRAY, SORT_FLOAT, SORT_ROUNDING, SORT_REAL, SORT_OWN
} sort_kind;

typedef struct sort {
  sort_kind kind;
  unsigned width;               /* BITS, FLOAT */
  uint32_t id;                  /* ARRAY: 1 + place in array_sorts; OWN: number */
  unsigned exponent;            /* FLOAT: in bits */
} sort;

struct array_sort { sort index, element; };

typedef struct value {
  sort sort;
  expr term;                    /* of all but ARRAY: see sort_term_width */
  array array;                  /* ARRAY */
  bool is_rounded;              /* REAL: to odd, from a number outside long double */
} value;

typedef enum smt2_op {
#define SMT2(NAME, TEXT, FEWEST, MOST, INDICES) SMT2_##NAME,
#include "smt2/ops.def"
  SMT2_OPS
} smt2_op;

typedef enum binding_kind {
  BINDING_VALUE, BINDING_MACRO, BINDING_SORT, BINDING_OP
} binding_kind;

/* A function with parameters.  The body is a term over symbols for the parameters or, where
 * arrays are involved, text to be read again at each use. */
typedef struct macro {
  sort result;
  VEC(struct parameter { uint32_t name; sort sort; uint32_t symbol; }) formal;
  bool is_text;
  array function;               /* uninterpreted: at the operands in order */
  value body;
  smt2_lexer text;
} macro;

typedef struct binding {
  binding_kind kind;
  uint32_t name;
  uint32_t shadowed;            /* 1 + the binding hidden by this binding */
  bool is_local;                /* of a let or a parameter */
  bool is_declared;             /* to be shown by get-model */
  value value;                  /* VALUE; the sort of a SORT */
  uint32_t symbol;              /* of a declared value other than an array */
  macro *macro;                 /* MACRO */
  smt2_op op;                   /* OP */
} binding;

typedef enum frame_kind {
  FRAME_APPLY, FRAME_CALL, FRAME_BINDINGS, FRAME_LET, FRAME_NOTE, FRAME_TEXT,
  FRAME_FORALL, FRAME_EXISTS
} frame_kind;

/* An open term: an application, a let, ... */
typedef struct frame {
  frame_kind kind;
  smt2_op op;                   /* APPLY */
  uint32_t index[2];
  sort as;
  macro *macro;                 /* CALL, TEXT */
  uint32_t operands;            /* first operand */
  uint32_t pending;             /* first binding of the let */
  uint32_t bindings;            /* restored at the end */
  uint32_t floor;
  smt2_lexer after;             /* TEXT: where the call ended */
  uint64_t array_uses;          /* FORALL, EXISTS: before the quantifier */
  struct spelling {             /* ... over few values: the body is read for each value */
    uint64_t values;            /* of all variables together; 0: too many */
    uint64_t at;
    uint32_t bindings;          /* the variables and all earlier bindings */
    expr all;                   /* of the values so far */
    smt2_lexer body;
  } each;
} frame;

struct pending { uint32_t name; value value; };
struct scope { uint32_t assertions, bindings; };

typedef struct reader {
  const char *file;
  smt2_lexer lexer;
  smt2_token token;             /* the last token */
  volatile const int *stop;     /* a flag to end the reading; may be NULL */
  bool is_stopped;
  expr_table *table;
  arrays arrays;
  uint64_t array_uses;          /* counts selects, stores, comparisons */
  uint64_t quantifiers;
  uint32_t quantified;          /* open quantifiers */
  uint64_t spelled;             /* readings within quantifiers over few values */
  /* Names: interned, each with the innermost binding. */
  VEC(struct name { char *text; uint32_t bound; }) names;
  hash_index name_index;        /* of names but the first */
  VEC(binding) bindings;        /* a stack */
  uint32_t floor;               /* locals below are hidden */
  VEC(macro *) macros;
  /* Terms being read. */
  VEC(frame) frames;
  VEC(value) operands;
  VEC(struct pending) pending;
  VEC(struct scope) scopes;
  VEC(expr) assertions;
  uint32_t predefined;          /* bindings */
  VEC(struct array_sort) array_sorts;   /* each once */
  uint32_t own_sorts;
  VEC(struct identity { array array; uint32_t sort; expr term; }) identities;
  idmap zeros;                  /* fp.min and fp.max of -0 and 0, either order: open */
  idmap open_integers;          /* of floats out of range: array of operation and sorts */
  jmp_buf out;
  char *message;                /* set when jumping out */
} reader;

extern const struct smt2_op_info {
  const char *text;
  unsigned fewest, most, indices;
} smt2_op_infos[];

/* Leaves by r->out with "file:line:column: message" of the last token. */
_Noreturn void reader_fail(reader *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void reader_init(reader *, const char *file, const char *text, size_t size,
                 expr_table *);
void reader_release(reader *);

smt2_token reader_next(reader *);
void reader_expect(reader *, smt2_kind, const char *what);
uint32_t reader_name(reader *, const smt2_token *);     /* interned */
const char *reader_text(const reader *, uint32_t name);
/* Skips an s-expression after its first token. */
void reader_skip(reader *);

binding *reader_bind(reader *, uint32_t name, binding_kind, bool is_local);
void reader_unbind_to(reader *, uint32_t count);
binding *reader_find(reader *, uint32_t name);          /* NULL if unknown */

sort reader_sort(reader *);
value reader_term(reader *);
uint32_t reader_number(reader *, const char *what, uint32_t most);

bool sort_same(sort, sort);
/* Of indices and elements of arrays, and of functions. */
sort reader_array_sort(reader *, sort index, sort element);
array_shape reader_shape(reader *, sort of_array);
array_domain sort_domain(sort);         /* of any but ARRAY and REAL */
/* Bits common to all equal values. */
expr sort_canonical(expr_table *, const value *);
/* A function's view of an operand: the same for all equal operands. */
expr reader_operand(reader *, const value *);
unsigned reader_operand_width(sort);
/* A select at an index, or a call of a function: an element, or a row. */
value reader_element(reader *, array, expr index, sort element);
unsigned sort_term_width(sort);         /* of the term of any but an ARRAY */
/* The operator applied to the values; indices of `extract` and the like. */
value reader_apply(reader *, smt2_op, const uint32_t indices[2], sort as,
                   const value *operands, uint32_t count);


/* Floats (float.c).  A value is its bits; a NaN has many patterns, all equal. */
sort float_sort(reader *, uint32_t exponent, uint32_t significand);
value float_special(reader *, const smt2_token *name, sort);    /* +oo, ... */
value float_apply(reader *, smt2_op, const uint32_t index[2], const value *,
                  uint32_t count);
expr float_same(expr_table *, sort, expr, expr);
expr float_canonical(expr_table *, sort, expr); /* NaN becomes soft_nan's pattern */
value real_constant(reader *, const smt2_token *);
value real_apply(reader *, smt2_op, const value *);

#endif
