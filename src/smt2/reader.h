#ifndef SMT2_READER_H
#define SMT2_READER_H

#include "base/index.h"
#include "smt2/array.h"
#include "smt2/lex.h"

#include <setjmp.h>
#include <stdio.h>

/* What the files of the reader share: values with their sorts, names, and the
 * way out on an error. */
typedef enum sort_kind { SORT_BOOL, SORT_BITS, SORT_ARRAY } sort_kind;

typedef struct sort {
  sort_kind kind;
  unsigned width;               /* BITS; of the values of an ARRAY */
  unsigned index_width;         /* ARRAY */
} sort;

typedef struct value {
  sort sort;
  expr term;                    /* BOOL (width 1) and BITS */
  array array;                  /* ARRAY */
} value;

typedef enum smt2_op {
#define SMT2(NAME, TEXT, FEWEST, MOST, INDICES) SMT2_##NAME,
#include "smt2/ops.def"
  SMT2_OPS
} smt2_op;

typedef enum binding_kind {
  BINDING_VALUE, BINDING_MACRO, BINDING_SORT, BINDING_OP
} binding_kind;

/* A function with parameters.  Its body is a term over symbols that stand for
 * them or, where arrays are involved, text that is read again at each use. */
typedef struct macro {
  sort result;
  VEC(struct parameter { uint32_t name; sort sort; uint32_t symbol; }) formal;
  bool is_text;
  value body;
  smt2_lexer text;
} macro;

typedef struct binding {
  binding_kind kind;
  uint32_t name;
  uint32_t shadowed;            /* 1 + the binding hidden by this one */
  bool is_local;                /* of a let or a parameter */
  bool is_declared;             /* to be shown by get-model */
  value value;                  /* VALUE; the sort of a SORT */
  uint32_t symbol;              /* of a declared value that is no array */
  macro *macro;                 /* MACRO */
  smt2_op op;                   /* OP */
} binding;

typedef enum frame_kind {
  FRAME_APPLY, FRAME_CALL, FRAME_BINDINGS, FRAME_LET, FRAME_NOTE, FRAME_TEXT
} frame_kind;

/* A term that is being read: an application, a let, ... */
typedef struct frame {
  frame_kind kind;
  smt2_op op;                   /* APPLY */
  uint32_t index[2];
  sort as;
  macro *macro;                 /* CALL, TEXT */
  uint32_t operands;            /* where its operands begin */
  uint32_t pending;             /* where the bindings of its let begin */
  uint32_t bindings;            /* to return to at its end */
  uint32_t floor;
  smt2_lexer after;             /* TEXT: where the call ended */
} frame;

struct pending { uint32_t name; value value; };
struct scope { uint32_t assertions, bindings; };

typedef struct reader {
  const char *file;
  smt2_lexer lexer;
  smt2_token token;             /* the one read last */
  expr_table *table;
  arrays arrays;
  uint64_t array_uses;          /* counts selects, stores, comparisons */
  /* Names: interned, each with its innermost binding. */
  VEC(struct name { char *text; uint32_t bound; }) names;
  hash_index name_index;        /* of names but the first */
  VEC(binding) bindings;        /* a stack */
  uint32_t floor;               /* locals below it are not seen */
  VEC(macro *) macros;
  /* Terms being read. */
  VEC(frame) frames;
  VEC(value) operands;
  VEC(struct pending) pending;
  VEC(struct scope) scopes;
  VEC(expr) assertions;
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
/* Skips one s-expression whose first token was read. */
void reader_skip(reader *);

binding *reader_bind(reader *, uint32_t name, binding_kind, bool is_local);
void reader_unbind_to(reader *, uint32_t count);
binding *reader_find(reader *, uint32_t name);          /* NULL if unknown */

sort reader_sort(reader *);
value reader_term(reader *);
uint32_t reader_number(reader *, const char *what, uint32_t most);

bool sort_same(sort, sort);
unsigned sort_term_width(sort);         /* of the term of a BOOL or BITS */
/* The operator applied to the values; indices of `extract` and the like. */
value reader_apply(reader *, smt2_op, const uint32_t indices[2], sort as,
                   const value *operands, uint32_t count);

#endif
