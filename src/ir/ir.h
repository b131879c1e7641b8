#ifndef IR_IR_H
#define IR_IR_H

#include "base/vec.h"
#include "ir/callers.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * The compact IR, input of the executor.
 *
 * A program is the union of its bitcode modules, linked here by name; module-local symbols
 * stay apart.  Functions and global variables are symbols; each symbol is an object with an
 * address known at load time, so the executor sees constants as plain numbers.
 *
 * A function runs on a frame of numbered registers.  Parameters arrive in registers 0, 1,
 * ...; a register may be written by several instructions: an alloca promoted by braid is a
 * register, and a phi is a register written by each predecessor (parallel moves).
 * Aggregates and vectors are flattened: a register for each element.  No instruction is
 * undef or poison; a missing definition is an UNINIT instruction.
 */
typedef enum ir_opcode {
#define OPCODE(NAME, TEXT, SHAPE) IR_##NAME,
#include "ir/opcodes.def"
  IR_OPCODES
} ir_opcode;

/* Whether the instruction compares a register with an immediate number. */
static inline bool ir_compares_constant(ir_opcode op) {
  switch (op) {
  case IR_EQI: case IR_NEI: case IR_ULTI: case IR_ULEI: case IR_UGTI:
  case IR_UGEI: case IR_SLTI: case IR_SLEI: case IR_SGTI: case IR_SGEI:
    return true;
  default: return false;
  }
}

typedef enum ir_builtin {
#define BUILTIN(NAME, TEXT) IR_BUILTIN_##NAME,
#include "ir/builtins.def"
  IR_BUILTINS
} ir_builtin;

enum {
  IR_NSW = 1, IR_NUW = 2, IR_EXACT = 4, IR_NONNEG = 8,
  IR_POINTERS = 16,             /* a comparison or difference of pointers, in C's own
                                 * types: the user's code */
  IR_BASE = 32,                 /* of SHL: no bit may reach the sign */
  IR_INBOUNDS = 64,             /* of ADDI and INDEX: a must not be null */
  IR_ACCESSED = 128,            /* of INDEX: the same, but an access to be reported: the
                                 * instruction has no other purpose */
  IR_NUMBERS = 256,             /* of arithmetic, comparisons and casts: an operand may
                                 * be an address as an integer (lower_numbers.c) */
  IR_LOOKS = 512                /* of LOAD: of less than a pointer, and the value is
                                 * computed with, not only copied */
};

typedef struct ir_insn {
  uint16_t op;                  /* an ir_opcode */
  uint16_t width;               /* in bits */
  uint32_t d, a, b, c;          /* registers, or as the opcode says */
  uint32_t place;               /* number of the source place; 0: none */
  uint64_t imm;
  uint32_t flags;               /* IR_NSW ... */
  uint32_t block;               /* its block's number in the function */
} ir_insn;

typedef struct ir_place {
  uint32_t file;                /* number in program->files */
  uint32_t line, column;
} ir_place;

/* An argument, result or parameter after flattening. */
typedef struct ir_value {
  uint32_t reg;
  uint16_t width;               /* in bits */
  uint16_t align;               /* in bytes, as va_arg steps; 0: natural */
  uint32_t byval_bytes;         /* not 0: pass a copy of so many bytes */
  uint32_t part_offset;         /* of a part: offset in the aggregate */
  bool is_float;
} ir_value;

/* A call.  Argument i of the C call is flattened into consecutive values. */
typedef struct ir_call {
  uint32_t callee;              /* symbol number, or IR_INDIRECT */
  uint32_t target;              /* register with the address, if indirect */
  ir_value *args; uint32_t arg_count;
  uint32_t fixed_args;          /* further arguments are variadic */
  uint32_t result;              /* first result register */
  uint16_t *result_widths; uint32_t result_count;
  uint32_t result_floats;       /* of the first 32 results: a bit each */
  ir_builtin builtin;           /* of a BUILTIN */
  bool returns_twice, is_noreturn;
  bool keeps_variables;         /* during the call the registers of all variables that may
                                 * be pointers hold the variables' values, used or not */
} ir_call;
#define IR_INDIRECT UINT32_MAX

typedef struct ir_switch {
  uint64_t *values;             /* ascending, unsigned */
  uint32_t *targets;            /* instruction indices */
  uint32_t *edges;              /* coverage edge of each case */
  uint32_t count;
  uint32_t otherwise, otherwise_edge;
} ir_switch;

/* A stack object in memory. */
typedef struct ir_slot {
  const char *name;             /* of the C variable, "" if unknown */
  uint64_t size;
  uint32_t align;
  uint32_t place;
  bool has_lifetime;            /* lives from BEGIN to END, else the frame's */
  bool is_renewed;              /* begins by RENEW: each life is an object of its own,
                                 * without SLOT */
} ir_slot;

/* A local C variable.  Width: of integer type, with a unique name in the function (else 0).
 * In blocks `first` to `last` the register is then the variable's, if live. */
typedef struct ir_variable {
  const char *name;
  unsigned width;
  uint32_t type;                /* with ir_link_variables; 0: not known */
  uint32_t reg;
  uint32_t slot;                /* plus 1: in memory; 0: in the register */
  uint32_t first, last;
} ir_variable;

typedef struct ir_block {
  uint32_t first, count;        /* instructions */
  uint32_t loop_head;           /* block number of the innermost loop's head */
  bool is_loop_head;
  uint32_t loop_depth;          /* 0: in no loop */
  uint32_t order;               /* in reverse postorder, loops contiguous */
  const char *label;            /* the C label or LLVM's name; "" if none */
  uint32_t *successors; uint32_t successor_count;       /* block numbers */
} ir_block;

typedef struct ir_function {
  uint32_t symbol;
  const char *name;
  ir_insn *insns; uint32_t insn_count;  /* entry is instruction 0 */
  ir_block *blocks; uint32_t block_count;       /* in code order */
  ir_value *params; uint32_t param_count;
  uint16_t *result_widths; uint32_t result_count;
  uint32_t result_floats;       /* as of a call */
  uint32_t reg_count;
  VEC(ir_slot) slots;
  VEC(ir_variable) variables;
  VEC(ir_call) calls;
  VEC(ir_switch) switches;
  uint32_t first_edge, edge_count;      /* coverage edges of the function's branches */
  uint32_t place;               /* of the definition; 0: none */
  uint32_t component;           /* number of those who call each other; 0: not recursive */
  bool leaks_slots;             /* a pointer to a slot may outlive the call */
  bool holds_pointers;          /* a register holds a variable that may be a pointer */
  bool is_variadic;
  bool is_library;              /* from the runtime or libc, not the user's */
  uint64_t *live;               /* ir_live_in's, a row a block; NULL: not yet */
} ir_function;

typedef struct ir_relocation {
  uint64_t offset;              /* in the object */
  uint32_t symbol;
  uint32_t bytes;               /* 4 or 8 */
  int64_t addend;
} ir_relocation;

/* A global name; an alias has its own name and the symbol of its target. */
typedef struct ir_name { const char *name; uint32_t symbol; } ir_name;

/*
 * C types: of inputs; and of all symbols on request of ir_link_types, for objects made up by
 * `--entry` and unknown functions.  Typedefs and qualifiers are dropped.
 */
typedef enum ir_type_kind {
  IR_TYPE_NONE,                 /* void, or not known */
  IR_TYPE_INTEGER, IR_TYPE_FLOAT, IR_TYPE_POINTER, IR_TYPE_STRUCT,
  IR_TYPE_UNION, IR_TYPE_ARRAY, IR_TYPE_FUNCTION
} ir_type_kind;

typedef struct ir_field {
  const char *name;             /* "" if unnamed */
  uint32_t type;
  uint64_t bit;                 /* first bit */
  uint32_t bits;                /* of a bit-field; else 0 */
} ir_field;

typedef struct ir_type {
  ir_type_kind kind;
  const char *name;             /* "int", a tag, or "" */
  uint64_t size;                /* in bytes; 0: not known */
  uint32_t target;              /* of a pointer, array, or the result */
  uint64_t count;               /* of an array; 0: not known */
  bool is_signed;
  bool is_typedef;              /* the name is no tag */
  VEC(ir_field) fields;         /* or a function's parameters; or the names of an enum, an
                                 * IR_TYPE_INTEGER, with values as first bits */
} ir_type;

/* An input is known by the name that the program gives it. */
typedef struct ir_input { const char *name; uint32_t type; } ir_input;

typedef enum ir_symbol_kind { IR_FUNCTION, IR_VARIABLE } ir_symbol_kind;

typedef struct ir_symbol {
  const char *name;
  ir_symbol_kind kind;
  bool is_defined, is_local, is_weak, is_constant, is_thread_local;
  bool is_integer;              /* a variable of integer type */
  bool is_literal;              /* a string literal, or data that may share bytes with a
                                 * literal */
  bool is_library;
  uint64_t address;             /* of the object; see program->object_shift */
  uint64_t size;                /* of a variable, in bytes */
  uint32_t align;
  uint8_t *bytes;               /* initial contents; NULL: all zero */
  VEC(ir_relocation) relocations;       /* already applied to bytes */
  uint32_t function;            /* number in program->functions, if defined */
  uint32_t place;
  bool is_variadic;             /* declared so, for undefined functions */
  uint16_t *result_widths; uint32_t result_count;
  uint32_t result_floats;       /* as of a call */
  bool returns_pointer;
  uint32_t type;                /* number in program->types; 0: not known */
} ir_symbol;

/* The program's own references to parts of the library: refers.def. */
typedef enum ir_refers {
  IR_REFERS_ENVIRON = 1, IR_REFERS_ERRNO = 2, IR_REFERS_MATH = 4,
  IR_REFERS_PENDING = 8, IR_REFERS_SIGNALS = 16,
  IR_REFERS_ARGUMENTS = 32,     /* main reads argc or argv */
  IR_REFERS_INPUT = 64, IR_REFERS_FILES = 128, IR_REFERS_GETENV = 256
} ir_refers;

/* How often a product and a sum in an expression round; a set, by functions. */
enum { IR_ROUNDS_ONCE = 1, IR_ROUNDS_TWICE = 2 };

/*
 * Addresses: the bits from object_shift up name the object, the lower bits are the offset.
 * 64-bit targets: 32; 32-bit targets: 12, and an object owns as many consecutive names
 * ("pages") as its size needs.  Name 0 is NULL's.  Symbols take the names 1 ..
 * first_free_name-1 in order; dynamic objects are named from first_free_name on.  All names
 * get IR_NAME_BIT added on 64-bit targets, IR_NAME_PAGE (128 MiB) on 32-bit targets: small
 * integers are no addresses.  A block's address (computed goto) is the function's address
 * plus 1 plus the block number.
 */
#define IR_NAME_BIT (UINT32_C(1) << 30)
#define IR_NAME_PAGE (UINT32_C(1) << 15)

typedef struct ir_program {
  VEC(ir_symbol) symbols;       /* symbol 0 is none */
  VEC(ir_function *) functions;
  VEC(ir_place) places;         /* place 0 is none */
  VEC(const char *) files;      /* named as in the debug info */
  VEC(const char *) strings;    /* reasons of UNSUPPORTED and HAVOC */
  VEC(uint64_t *) wide;         /* limbs of wide constants */
  unsigned pointer_bits;        /* 32 or 64 */
  unsigned object_shift;
  uint32_t first_free_name;
  uint32_t edge_count;          /* coverage edges in all */
  uint32_t components;          /* recursive parts of the program's own call graph */
  enum { IR_AARCH64, IR_X86_64, IR_I386 } target;
  uint32_t refers;              /* set of ir_refers */
  bool has_numbers;             /* the user's code makes integers of addresses */
  bool is_packed;               /* a type of the user's has pointers at any offset */
  unsigned contracts;           /* of the program itself: IR_ROUNDS_ONCE, ... */
  bool is_x87;                  /* floats are computed without SSE */
  uint32_t ready;               /* functions translated when braid was built (ready.h) */
  bool is_optimised;            /* passes of an optimiser left marks in the program */
  VEC(uint32_t) constructors;   /* functions to call before main, in order */
  VEC(uint32_t) destructors;
  VEC(ir_name) names;           /* in the order of strcmp */
  VEC(ir_type) types;           /* type 0 is none */
  bool has_types;               /* symbols have theirs: ir_link_types */
  VEC(ir_input) inputs;         /* what calls that make inputs say of their types */
  ir_callers callers;           /* of --entry's function */
  VEC(char *) text;             /* chunks with every name above */
  uint32_t text_left;           /* bytes in the last chunk */
} ir_program;

/* Linking ---------------------------------------------------------------- */

typedef struct ir_linker ir_linker;

ir_linker *ir_linker_new(void);
void ir_linker_free(ir_linker *);

/* Adds to the program; false, and a message to be freed, when the file cannot be read, is
 * not bitcode of this LLVM, or clashes with the program (data model, symbol defined
 * twice). */
bool ir_link_file(ir_linker *, const char *path, bool is_library,
                  char **message);
/* Likewise the output of a compiler, which messages name by its source. */
bool ir_link_compiled(ir_linker *, const char *path, char **message);
/* The target of what was linked first, an ir_target; -1: nothing was. */
int ir_linker_target(const ir_linker *);
/* Whether the file can be loaded, tried in a child process, since LLVM may crash on damaged
 * bitcode.  False: a message to be freed.  For files not compiled by braid, before
 * ir_link_file. (Such crashes vary: a crash in ir_link_file itself ends the process with a
 * message and status 2.) */
bool ir_probe_file(const char *path, char **message);

/* An archive of bitcode members (llvm-ar): at ir_link_finish, members are added only to
 * define undefined symbols.  Earlier archives win over later archives. */
bool ir_link_archive(ir_linker *, const char *path, char **message);
/* The symbol is wanted even without reference (main, hooks). */
void ir_link_want(ir_linker *, const char *symbol);
/* Keeps the C types of the definitions and declarations of the user's code in the finished
 * program. */
void ir_link_types(ir_linker *);
/* Keeps each local variable of the user's functions in a register or slot of its own
 * throughout, and its C type, and those of global variables: for who follows values. */
void ir_link_variables(ir_linker *);
/* The finished program; NULL and a message on failure. */
ir_program *ir_link_finish(ir_linker *, char **message);

void ir_program_free(ir_program *);

/* Looking ---------------------------------------------------------------- */

uint32_t ir_find_symbol(const ir_program *, const char *name); /* 0: none */
/* The symbol whose object contains the address (by name); 0: none. */
uint32_t ir_symbol_at(const ir_program *, uint64_t address);
const ir_function *ir_function_of(const ir_program *, uint32_t symbol);
/* The head of the enclosing loop of the loop with head `head`; `head` itself: none. */
uint32_t ir_loop_around(const ir_function *, uint32_t head);

/* Registers read before being written on some way from the start of the block: a bit each,
 * reg_count bits; computed at first use. */
const uint64_t *ir_live_in(const ir_function *, uint32_t block);
/* The same before any instruction; bits has room for reg_count bits. */
void ir_live_at(const ir_function *, uint32_t insn, uint64_t *bits);

/* The width of the next read of the register, live there; 0: several widths. */
unsigned ir_width_at(const ir_function *, uint32_t reg, uint32_t insn,
                     unsigned pointer_bits);

/* The registers written by the instruction: count, and first. */
uint32_t ir_writes(const ir_function *, const ir_insn *, uint32_t *first);
/* The width of the n-th written register. */
unsigned ir_result_width(const ir_program *, const ir_function *,
                         const ir_insn *, uint32_t n);

void ir_print(const ir_program *, FILE *);
void ir_print_function(const ir_program *, const ir_function *, FILE *);
void ir_check(const ir_program *);      /* fatal if an invariant is broken */

#endif
