#ifndef TIER_TIER_H
#define TIER_TIER_H

#include "exec/strategy.h"
#include "native/native.h"

/*
 * Which code is hot, and the way into native code and out of it.
 *
 * Every so many instructions the interpreter takes a sample of where it is.
 * A loop, or a function, that was met often enough is compiled.  Its first
 * instruction is then marked, in a copy of the function's code that only the
 * interpreter runs: a state that comes there enters the native code, unless a
 * register that it needs is symbolic.  Samples are counted in instructions,
 * never by a clock, and native code does what the interpreter does: a run's
 * result does not depend on what was compiled.
 */
/* In place of an opcode: native code begins here. */
enum { TIER_ENTRY = IR_OPCODES };

typedef struct tier_stats {
#define STAT(NAME, TEXT) uint64_t NAME;
#include "tier/stats.def"
} tier_stats;

typedef struct tier_region {
  native_region *code;          /* NULL: it is only watched */
  uint64_t entries, instructions;       /* since it was last judged */
  uint64_t before;              /* instructions until then */
  uint32_t refused;             /* entries */
  uint32_t tries;               /* compiled so often before */
  uint32_t covered;             /* edges of the function when it was compiled */
  /* While it is watched: */
  uint32_t longest;             /* iteration, in instructions */
  uint32_t activations;         /* times that the loop was entered */
  uint32_t serial;              /* of the frame that came last, and ... */
  uint64_t came;                /* ... after how many instructions */
} tier_region;

typedef struct tier_function {
  uint32_t *samples;            /* by block: of the loop, or of the function */
  uint32_t *enough;             /* by block: so many make it hot; 0: not yet
                                 * asked */
  uint32_t *regions;            /* by block: number, plus 1; 0: none */
  uint64_t symbolic;            /* times it met symbolic data */
  uint64_t ran;                 /* instructions in native code entered here */
} tier_function;

typedef struct exec_tier {
  const ir_program *program;
  const names *names;
  native_options options;
  uint64_t interval;            /* instructions between samples */
  uint64_t after;               /* instructions in a region make it hot */
  native_compiler *compiler;    /* made when first needed */
  bool is_off;                  /* it cannot be made */
  tier_function *functions;     /* by number */
  ir_insn **code;               /* by number: a copy of the function's with entries
                                 * marked; NULL: none */
  VEC(tier_region) regions;
  VEC(native_region *) called;  /* functions that native code calls ... */
  uint64_t largest_frame;       /* ... and the most stack that one needs */
  uint64_t executed;            /* instructions of all paths so far, and ... */
  uint64_t spent;               /* ... how many quick code cost, in time */
  uint64_t epoch;               /* changes when no site knows anything ... */
  VEC(native_region *) fresh;   /* ... except, by now, those of these */
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
/* The region has run long: better code is made for it. */
void tier_improve(exec_tier *, const ir_function *, uint32_t block);
void tier_give_up(exec_tier *, const ir_function *, uint32_t block);
/* Native code was left at that instruction of the function.  It came from a
 * native function; NULL: from the region itself.  The budget may be why. */
void tier_note_exit(exec_tier *, const ir_function *, uint32_t insn,
                    const native_region *from, bool is_late);
/* The edges of the function that some path has taken. */
uint32_t tier_covered(const exec_tier *, const ir_function *);

/* What native code did, counts that are not 0.  Of the last kinds one a function:
 * instructions, how often it met symbolic data and left the rest to the
 * interpreter, and how often forks in a fork-free region forked. */
#define TIER_RAN_NATIVELY "instructions, by native code entered"
#define TIER_MET_SYMBOLIC "symbolic data met"
#define TIER_FORKED "forks in a fork-free region"
typedef void (*tier_reporter)(void *context, const char *what,
                            const char *function, uint64_t count);
void tier_report(const exec *, tier_reporter, void *context);

extern const exec_native tier_native;

#endif
