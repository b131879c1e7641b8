#ifndef RELEVANCY_RELEVANCY_H
#define RELEVANCY_RELEVANCY_H

#include "ir/ir.h"

/*
 * Relevancy: where in a program may a symbolic value come?  After Li, Shannon,
 * Ghosh, Ogawa, Rajan and Khurshid, "Context-Sensitive Relevancy Analysis for
 * Efficient Symbolic Execution": a weighted dependence graph over registers and
 * memory, solved as a weighted pushdown system.  doc/relevancy.md says where
 * ours differs.
 *
 * "Symbolic" is what comes from an input.  A value that was never defined is
 * not: users of the marks look for it where it is loaded and where an
 * UNINIT writes it.  A correct answer is obtained if relevancy is omitted.
 */

/* What a run's options say about the world: inputs that the runtime makes. */
typedef enum relevancy_world {
  RELEVANCY_ARGUMENTS = 1,      /* --sym-arg, --sym-args, --sym-argv */
  RELEVANCY_STDIN = 2,
  RELEVANCY_FILES = 4,
  RELEVANCY_SYSCALLS = 8,       /* that may fail */
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
  const char *source;           /* only results of this function count, and what
                                 * its pointers point to; NULL: all inputs */
} relevancy_options;

extern const relevancy_options relevancy_defaults;

/* What is known of a function. */
typedef struct relevancy_marks {
  bool is_reached;              /* some call of it is possible */
  bool is_irrelevant;           /* none of its instructions is marked ... */
  bool is_closed;               /* ... nor any of what it calls */
  const uint64_t *insns;        /* a bit each: reads, writes or moves what may be
                                 * symbolic.  NULL: not reached */
  const uint64_t *parts;        /* a bit a block: paths may part there, or in
                                 * what is called there.  NULL: not asked for,
                                 * or not reached */
} relevancy_marks;

typedef struct relevancy_stats {
  uint32_t instances, objects, cells, relevant_cells;
  uint64_t transitions, rules;
  double points_ms, depend_ms;  /* for reports only: nothing depends on them */
} relevancy_stats;

typedef struct relevancy relevancy;

relevancy *relevancy_new(const ir_program *, const relevancy_options *);
void relevancy_free(relevancy *);

/* By number of the function in program->functions. */
const relevancy_marks *relevancy_of(const relevancy *, uint32_t function);
static inline bool relevancy_has(const relevancy_marks *m, uint32_t insn) {
  return m->insns && m->insns[insn / 64] >> insn % 64 & 1;
}
/* Of a function that is reached, in a program whose states are joined. */
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

/* Whether an argument of some call of the function may be symbolic, or what one
 * points to; then how it gets there. */
bool relevancy_reaches(relevancy *, const char *function, relevancy_chain *);

/* Memory that may be symbolic, object by object; the name is the caller's to
 * free.  False: there is no such object. */
typedef struct relevancy_memory {
  char *name;
  bool is_whole;                /* as far as it is distinguished */
  bool is_library;
} relevancy_memory;
bool relevancy_next_memory(const relevancy *, uint32_t *object,
                           relevancy_memory *);

/* What every register that holds a pointer may point to, by function; library
 * functions on request. */
void relevancy_print_points(const relevancy *, bool library, FILE *);

#endif
