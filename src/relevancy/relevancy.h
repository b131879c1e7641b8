#ifndef RELEVANCY_RELEVANCY_H
#define RELEVANCY_RELEVANCY_H

#include "ir/ir.h"

/*
 * Relevancy: where in a program may a symbolic value come? After Li, Shannon, Ghosh, Ogawa,
 * Rajan and Khurshid, "Context-Sensitive Relevancy Analysis for Efficient Symbolic
 * Execution": a weighted dependence graph over registers and memory, solved as a weighted
 * pushdown system.  Differences: doc/relevancy.md.
 *
 * "Symbolic" means: from an input.  A value never defined is not symbolic: users of the
 * marks look for undefined values at loads and at UNINIT. A correct answer is obtained if
 * relevancy is omitted.
 */

/* Inputs made by the runtime under a run's options. */
typedef enum relevancy_world {
  RELEVANCY_ARGUMENTS = 1,      /* --sym-arg, --sym-args, --sym-argv */
  RELEVANCY_STDIN = 2,
  RELEVANCY_FILES = 4,
  RELEVANCY_SYSCALLS = 8,       /* system calls may fail */
  RELEVANCY_MALLOC = 16,        /* may fail */
  RELEVANCY_HOST = 32,          /* --sym-host */
  RELEVANCY_ENVIRONMENT = 64,   /* --sym-env */
  RELEVANCY_PEERS = 128         /* --sym-socket */
} relevancy_world;

typedef struct relevancy_options {
  const char *entry;            /* "__braid_start", or a function by name */
  bool any_arguments;           /* ... with any arguments (--entry) */
  bool havoc_arguments;         /* unknown functions write through theirs */
  bool havoc_globals;           /* variables hold anything at first */
  uint32_t world;               /* of relevancy_world */
  bool joins;                   /* states are joined: control matters, too */
  bool templates;               /* loops are taken at once: so does each check */
  bool refines;                 /* globals by context (section 3.2) */
  const char *source;           /* the only source: results of this function, and targets of
                                 * result pointers; NULL: all inputs */
} relevancy_options;

extern const relevancy_options relevancy_defaults;

/* Facts about a function. */
typedef struct relevancy_marks {
  bool is_reached;              /* some call is possible */
  bool is_irrelevant;           /* without marked instruction ... */
  bool is_closed;               /* ... also in callees */
  const uint64_t *insns;        /* a bit each: reads, writes or moves a possibly symbolic
                                 * value.  NULL: not reached */
  const uint64_t *parts;        /* a bit a block: paths may fork there, or in a callee.
                                 * NULL: not asked for, or not reached */
} relevancy_marks;

typedef struct relevancy_stats {
  uint32_t instances, objects, cells, relevant_cells;
  uint64_t transitions, rules;
  double points_ms, depend_ms;  /* for reports only; no decision reads the times */
} relevancy_stats;

typedef struct relevancy relevancy;

relevancy *relevancy_new(const ir_program *, const relevancy_options *);
void relevancy_free(relevancy *);

/* By number of the function in program->functions. */
const relevancy_marks *relevancy_of(const relevancy *, uint32_t function);
static inline bool relevancy_has(const relevancy_marks *m, uint32_t insn) {
  return m->insns && m->insns[insn / 64] >> insn % 64 & 1;
}
/* Of a reached function, in a program with joined states. */
static inline bool relevancy_parts(const relevancy_marks *m, uint32_t block) {
  return m->parts[block / 64] >> block % 64 & 1;
}
const relevancy_stats *relevancy_get_stats(const relevancy *);

/* How a value gets somewhere: instructions, the oldest first. */
typedef struct relevancy_step {
  const ir_function *function;
  uint32_t insn;
} relevancy_step;
typedef VEC(relevancy_step) relevancy_chain;

/* Whether an argument of some call of the function, or the target of an argument, may be
 * symbolic; then the way from the input. */
bool relevancy_reaches(relevancy *, const char *function, relevancy_chain *);

/* Possibly symbolic memory, object by object; the name is the caller's to free.  False: no
 * such object. */
typedef struct relevancy_memory {
  char *name;
  bool is_whole;                /* as far as the analysis distinguishes */
  bool is_library;
} relevancy_memory;
bool relevancy_next_memory(const relevancy *, uint32_t *object,
                           relevancy_memory *);

/* The targets of every pointer register, by function; library functions on request. */
void relevancy_print_points(const relevancy *, bool library, FILE *);

#endif
