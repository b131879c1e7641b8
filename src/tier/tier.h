#ifndef TIER_TIER_H
#define TIER_TIER_H

#include "exec/strategy.h"
#include "native/native.h"

/*
 * Hot code, and the way into native code and out.
 *
 * At intervals of instructions the interpreter samples its place.  A loop, or a function,
 * sampled often enough is compiled.  Its first instruction is then marked, in a copy of the
 * function's code for the interpreter only: a state at the mark enters the native code,
 * unless a needed register is symbolic.  Samples are counted in instructions, never by a
 * clock, and native code behaves like the interpreter: a run's result does not depend on
 * compilation.
 */
/* In place of an opcode: native code begins here. */
enum { TIER_ENTRY = IR_OPCODES };

typedef struct tier_stats {
#define STAT(NAME, TEXT) uint64_t NAME;
#include "tier/stats.def"
} tier_stats;

typedef struct tier_region {
  native_region *code;          /* NULL: only watched */
  uint64_t entries, instructions;       /* since the last judgement */
  uint64_t before;              /* instructions until then */
  uint32_t refused;             /* entries */
  uint32_t tries;               /* compiled so often before */
  uint32_t covered;             /* edges of the function at compilation */
  /* While watched: */
  uint32_t longest;             /* iteration, in instructions */
  uint32_t activations;         /* number of entries of the loop */
  uint32_t serial;              /* of the last frame, and ... */
  uint64_t came;                /* ... after how many instructions */
} tier_region;

typedef struct tier_function {
  uint32_t *samples;            /* by block: of the loop, or of the function */
  uint32_t *enough;             /* by block: number that makes it hot; 0: not yet computed */
  uint32_t *regions;            /* by block: number, plus 1; 0: none */
  uint64_t symbolic;            /* number of stops at symbolic data */
  uint64_t ran;                 /* instructions in native code entered here */
} tier_function;

typedef struct exec_tier {
  const ir_program *program;
  const names *names;
  native_options options;
  uint64_t interval;            /* instructions between samples */
  uint64_t after;               /* instructions in a region that make it hot */
  native_compiler *compiler;    /* made when first needed */
  bool is_off;                  /* compilation is impossible */
  tier_function *functions;     /* by number */
  ir_insn **code;               /* by number: a copy of the function's with entries
                                 * marked; NULL: none */
  VEC(tier_region) regions;
  VEC(native_region *) called;  /* functions called by native code ... */
  uint64_t largest_frame;       /* ... and the largest stack of these */
  uint64_t executed;            /* instructions of all paths so far, and ... */
  uint64_t spent;               /* ... how many quick code cost, in time */
  uint64_t epoch;               /* changes when no site knows anything ... */
  VEC(native_region *) fresh;   /* ... except, by now, these functions' regions */
  tier_stats stats;
} exec_tier;

static inline tier_function *tier_entry(const exec_tier *t,
                                        const ir_function *f) {
  return t->functions + t->program->symbols.items[f->symbol].function;
}

static inline native_entry *tier_native_entry(const exec_tier *t,
                                              const ir_function *f) {
  return t->options.entries + t->program->symbols.items[f->symbol].function;
}

/* Makes code for the region of the block, to be entered also with these
 * registers symbolic, by number; NULL: with none. */
void tier_compile(exec_tier *, const ir_function *, uint32_t block,
                  const bool *symbolic);
/* The region has run long: makes better code. */
void tier_improve(exec_tier *, const ir_function *, uint32_t block);
void tier_give_up(exec_tier *, const ir_function *, uint32_t block);
/* Native code was left at this instruction of the function, in a native function; NULL: in
 * the region itself.  The budget may be the reason. */
void tier_note_exit(exec_tier *, const ir_function *, uint32_t insn,
                    const native_region *from, bool is_late);
/* The edges of the function taken by some path. */
uint32_t tier_covered(const exec_tier *, const ir_function *);

/* Counts of native code that are not 0.  Of the last kinds a row for each function:
 * instructions, stops at symbolic data with the rest left to the interpreter, and forks in
 * a fork-free region. */
#define TIER_RAN_NATIVELY "instructions, by native code entered"
#define TIER_MET_SYMBOLIC "symbolic data met"
#define TIER_FORKED "forks in a fork-free region"
typedef void (*tier_reporter)(void *context, const char *what,
                            const char *function, uint64_t count);
/* All zero without native code. */
tier_stats tier_get_stats(const exec *);
bool tier_has_compiler(const exec *);
void tier_report(const exec *, tier_reporter, void *context);

extern const exec_native tier_native;

#endif
