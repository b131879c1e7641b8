#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "base/outcomes.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * A random program as a tree.  It is printed as C for braid and for the native
 * compiler, and interpreted here, input by input, as the C standard and braid's
 * own rules (doc/checks.md) say.  Everything belongs to the program and is
 * freed with it.
 *
 * Evaluation order is never in doubt: values have no side effects, calls are
 * statements.  One statement is one line, so a bug's line names its statement.
 */
typedef enum int_type {
#define TYPE(NAME, TEXT, SIGNED, BITS, RANK, SUFFIX) TYPE_##NAME,
#include "types.def"
  TYPE_COUNT
} int_type;

/* What differs between targets. */
typedef struct data_model {
  const char *target;           /* as --target= says it */
  unsigned long_bits;
  bool char_is_signed;
  unsigned wide_align;          /* of 64-bit integers inside records */
  bool division_traps;          /* by zero, and where the quotient does not fit */
} data_model;

enum { MODEL_COUNT = 3 };
extern const data_model data_models[MODEL_COUNT];
const data_model *data_model_native(void);

const char *type_text(int_type);
unsigned type_bits(int_type, const data_model *);
bool type_is_signed(int_type, const data_model *);

enum { MAX_FIELDS = 4, MAX_COUNT = 6, MAX_ARGS = 3, MAX_INPUTS = 3,
       MAX_TRIED = 1 << 11, MAX_PASSED = 64, MAX_ASKS = 4, MAX_BYTES = MAX_INPUTS + MAX_ASKS,
       MAX_LOCALS = 32 };        /* of one block */

typedef struct field {
  int_type type;
  unsigned count;               /* of elements; 0: not an array */
  unsigned bits;                /* of a bit-field; 0: none.  Then all fields of
                                 * the record are, in one unsigned int */
} field;

typedef struct record {
  unsigned number;
  bool is_union;
  unsigned count;
  field fields[MAX_FIELDS];
} record;

/* Where a field lies, and the size of all of it if the field is `count`. */
unsigned record_offset(const record *, unsigned field, const data_model *);
/* The lowest bit of a bit-field. */
unsigned record_shift(const record *, unsigned field);

typedef enum variable_kind {
  SCALAR, ARRAY, RECORD, POINTER,
  POINTERS,                     /* an array of them */
  CALLEE                        /* points to a function of the table; its value
                                 * is which one */
} variable_kind;

typedef struct variable {
  variable_kind kind;
  int_type type;                /* of it, its elements, or what it points to */
  unsigned count;               /* elements of an array */
  record *record;
  char name[8];
  unsigned index;               /* among the program's variables */
  bool is_global, is_parameter;
  bool is_fixed;                /* only its loop writes it */
  bool is_constant;
  bool is_literal;              /* written as a pointer to a compound literal, which
                                 * lives as long as the variable would */
  unsigned initialised;         /* how many of: */
  uint64_t initial[MAX_COUNT];
  bool is_used;                 /* walk.c's */
} variable;

typedef enum node_op {
#define NODE(NAME, SORT, ARITY, TEXT) NODE_##NAME,
#include "nodes.def"
  NODE_COUNT
} node_op;

typedef enum node_sort { SORT_VALUE, SORT_PLACE, SORT_POINTER } node_sort;

typedef struct node {
  node_op op;
  int_type type;                /* of CONST, CAST, ALLOC */
  uint64_t value;               /* of CONST */
  variable *var;
  unsigned field;
  struct node *arg[3];
} node;

node_sort node_sort_of(node_op);
unsigned node_arity(node_op);
const char *node_text(node_op);
int_type place_type(const node *);
int_type pointee_type(const node *);

typedef struct statement statement;

typedef struct block {
  VEC(variable *) variables;
  VEC(statement *) statements;
} block;

typedef struct function {
  unsigned number;
  int_type result;
  unsigned parameter_count;
  variable *parameters[MAX_ARGS];
  block *body;
  bool is_used;                 /* walk.c's */
} function;

/* One or more labels of a switch; the last arm is the default. */
typedef struct arm {
  unsigned value;
  bool falls;                   /* into the next arm */
  block *body;
} arm;

typedef enum statement_kind {
  ASSIGN,                       /* place = value */
  UPDATE,                       /* place op= value */
  STEP,                         /* place++, or -- if op is SUB */
  SET,                          /* var = pointer, or var[value] = pointer */
  FREE,
  COPY_RECORD,                  /* var = from */
  BLOCK, IF,
  MERGED,                       /* BRAID_MERGE(kind, value) body */
  FOLDED,                       /* BRAID_FOLD, the only one in a loop's body */
  FOR,                          /* var from 0, below count unless that is 0,
                                 * while value */
  DO,                           /* the same, but once at least */
  SWITCH,
  CALL,                         /* place = callee(args) */
  CALL_TABLE,                   /* place = table[value](args) */
  AIM,                          /* var = table[value] */
  CALL_AIMED,                   /* place = var(args) */
  ASK,                          /* place = the next byte that is asked for */
  RETURN,
  LEAVE,                        /* main's return: says the value's low bits */
  EXIT,                         /* the same anywhere */
  ASSERT, ABORT, GOTO, LABEL, BREAK, CONTINUE
} statement_kind;

/* In include/braid.h's order. */
typedef enum merge_kind {
  MERGE_ITE, MERGE_SIGN, MERGE_INTERVAL, MERGE_PARITY, MERGE_CONGRUENCE,
  MERGE_PRED, MERGE_PRED_ANY, MERGE_KINDS
} merge_kind;

struct statement {
  statement_kind kind;
  unsigned line;                /* print.c's */
  node_op op;
  node *place, *value, *pointer;        /* place may be NULL in calls */
  variable *var, *from;
  function *callee;
  node *args[MAX_ARGS];
  block *body, *other;          /* other may be NULL */
  unsigned count, label;
  merge_kind merge;             /* value may be NULL, but not of pred */
  VEC(arm) arms;
};

/* An input is a byte; only its low bits reach the program. */
typedef struct input {
  unsigned bits;
  bool is_assumed;              /* bounded by an assumption, not by a mask */
  variable *var;
} input;

typedef struct program {
  uint64_t seed;
  VEC(variable *) variables;    /* all of them */
  VEC(variable *) globals;
  VEC(record *) records;
  VEC(function *) functions;    /* main is the last */
  VEC(function *) table;        /* called through pointers */
  VEC(void *) owned;
  unsigned input_count;
  input inputs[MAX_INPUTS];
  /* Bytes that ask() gets, one after the other; then it gets 0.  They follow
   * those of the inputs, at MAX_INPUTS. */
  unsigned ask_count, ask_bits[MAX_ASKS];
  bool asks_outside;            /* a function without code */
  bool ask_is_used, has_merges; /* walk.c's */
  bool table_is_used;           /* walk.c's */
  unsigned leave_line;          /* print.c's: where leave() decides */
} program;

/* program.c */
void program_free(program *);
node *node_new(program *, node_op, node *, node *, node *);
statement *statement_new(program *, statement_kind);
block *block_new(program *);
variable *variable_new(program *, variable_kind, int_type);

/* How many inputs there are, and the bytes of the n-th. */
uint32_t program_inputs(const program *);
void program_input(const program *, uint32_t n, uint8_t bytes[MAX_BYTES]);

/* generate.c: the same program for the same seed, on every machine. */
program *program_generate(uint64_t seed);

/* print.c: C text; sets the lines. */
void program_print(program *, FILE *);

/* What a program does on one input. */
typedef enum ending_kind {
  ENDING_EXIT,
  ENDING_BUG,
  ENDING_UNCLEAR,               /* an uninitialised value may or may not matter */
  ENDING_STOPPED,               /* by an error that does not count */
  ENDING_HIDDEN,                /* ... behind which a machine may go on */
  ENDING_ENDLESS,
  ENDING_BROKEN                 /* the tree is no C program: a label is gone */
} ending_kind;

/* An error behind which machines go on: the program does, with the computed value. */
typedef struct passed_bug {
  outcome bug;
  unsigned line;
} passed_bug;

typedef struct ending {
  ending_kind kind;
  int status;                   /* of EXIT */
  outcome bug;
  unsigned line;                /* of BUG; of a leak, 0 */
  uint64_t trace;               /* a hash of the decisions taken */
  unsigned deepest;             /* calls within one another; of the oracle only */
  bool asks_places;             /* the machine's business was asked: likewise */
  unsigned passed_count;        /* likewise, each once */
  passed_bug passed[MAX_PASSED];
} ending;

/* rules.def: what counts as a bug. */
typedef enum memory_rule { MEMORY_PLAIN, MEMORY_CLEANUP, MEMORY_TRACK } memory_rule;

typedef struct rule {
  uint64_t unchecked;           /* a bit an outcome */
  memory_rule memory;
  const char *option;           /* of braid; NULL: none */
} rule;

typedef enum rule_name {
#define RULE(NAME, UNCHECKED, MEMORY, OPTION) RULE_##NAME,
#include "rules.def"
  RULE_COUNT
} rule_name;
extern const rule rules[RULE_COUNT];

/* interpret.c */
/* By the rule that holds now: at first RULE_ALL. */
void program_use_rule(rule_name);
ending program_run(const program *, const data_model *,
                   const uint8_t bytes[MAX_BYTES]);

#endif
