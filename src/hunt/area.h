#ifndef HUNT_AREA_H
#define HUNT_AREA_H

#include <stdint.h>

/*
 * Shared memory of braid (src/replay/hunt.c) and a native target that looks for inputs
 * (loop.c): a mapped file.  The target runs mutated inputs until its budget is spent, keeps
 * inputs with new behaviour, and ends; its memory is the area alone, so the next process
 * continues.  The target may write anything into the area: braid trusts no number there.
 *
 * Everything is counted; nothing depends on a clock or an address: the same area and the
 * same target give the same inputs.
 */
enum {
  HUNT_EDGES = 1 << 16,         /* of the target's control flow; more share counters */
  HUNT_INPUTS = 1 << 12,        /* kept inputs, with ... */
  HUNT_BYTES = 1 << 22,         /* ... so many bytes together */
  HUNT_LONGEST = 1 << 12,       /* bytes of an input */
  HUNT_STEPS = 1 << 20,         /* edges of an execution; more is a hang, and takes ... */
  HUNT_TIMES = 16,              /* ... so many times as many as the first, of at most ... */
  HUNT_FIRST = 1 << 26,         /* ... so many */
  HUNT_PAIRS = 1 << 8,          /* compared numbers, ... */
  HUNT_RECENT = 1 << 4,         /* ... of the last execution */
  HUNT_WORDS = 1 << 5,          /* ... and texts, of ... */
  HUNT_WORD = 32,               /* ... at most so many bytes */
  HUNT_TEXTS = 1 << 9,          /* texts of the program's tables, as long */
  HUNT_PLACES = 1 << 14,        /* where undefined behaviour is looked for; more share marks */
  HUNT_ROUND = 1 << 6,          /* executions with mutations of one input */
  HUNT_SHORT = 1 << 2,          /* bytes of the longest inputs at first */
  HUNT_QUIET = 1 << 7,          /* executions that find nothing before those get longer */
  HUNT_PARTS = 1 << 6,          /* of an input, with names of ... */
  HUNT_NAME = 1 << 8            /* ... fewer bytes */
};

/* An input of a fuzz target is its bytes.  An input of a program with main() has parts, in
 * this order (parts.h). */
typedef enum hunt_part_kind {
  HUNT_TEXT,                    /* a known argument: its name; takes no bytes */
  HUNT_COUNT,                   /* least to most of the next `most` arguments are there */
  HUNT_ARGUMENT,                /* characters of a symbolic argument */
  HUNT_STDIN,                   /* contents of standard input, ... */
  HUNT_FILE,                    /* ... of a file */
  HUNT_VARIABLE                 /* value of a variable of the environment */
} hunt_part_kind;

typedef struct hunt_part {
  uint32_t kind, least, most;   /* bytes, or numbers of HUNT_COUNT */
  char name[HUNT_NAME];
} hunt_part;

typedef enum hunt_kind {
  HUNT_GIVEN,                   /* by braid; not run yet */
  HUNT_IDLE,                    /* ... without new behaviour */
  HUNT_COUNTED,                 /* takes an edge more, or less, often than any other */
  HUNT_COVERS,                  /* takes an edge first */
  HUNT_CRASHES,                 /* the first crash after this edge */
  HUNT_HANGS                    /* ... does not end */
} hunt_kind;

/* firsts: counts of edges that it had first */
typedef struct hunt_input { uint32_t offset, size, kind, firsts; } hunt_input;

typedef struct hunt_pair { uint64_t left, right, size; } hunt_pair;

typedef struct hunt_word { uint32_t size; uint8_t bytes[HUNT_WORD]; } hunt_word;

/* State of the executing process. */
typedef enum hunt_phase {
  HUNT_BETWEEN, HUNT_RUNS, HUNT_LEFT, HUNT_STUCK,
  HUNT_WAITS                    /* the program waits for an event that does not come */
} hunt_phase;

typedef struct hunt_area {
  /* The order. */
  uint64_t until;               /* `spent` when the process is to end, in units of cost: */
  uint64_t of_step, of_execution, of_process;   /* prices */
  uint32_t longest, is_done;    /* longest input */
  uint32_t parts;               /* 0: a fuzz target */
  uint32_t texts;               /* what its arguments may be */
  hunt_part part[HUNT_PARTS];
  hunt_word text[HUNT_TEXTS];

  /* Counts. */
  uint64_t spent, executions, random;
  uint64_t crashes, hangs;
  uint32_t inputs, bytes;
  uint32_t base, left;          /* the input that is mutated, for so many executions */
  uint32_t tried, unused;       /* inputs with options: tries.h */
  uint32_t grown, quiet;        /* bytes up to which an input, or each part, may grow, for now;
                                 * executions since one found something, or since it was raised */

  /* The execution. */
  uint32_t phase, size, last, taken, steps;
  uint32_t most_steps;          /* 0: the first execution was not yet */
  uint32_t compared, recent[HUNT_RECENT];       /* so often; indices of pairs */
  uint8_t bytes_now[HUNT_LONGEST];
  uint32_t edges[HUNT_EDGES];   /* taken edges, each once */
  uint8_t counts[HUNT_EDGES];   /* ... and how often */

  uint8_t seen[HUNT_EDGES];     /* a bit for each class of counts */
  uint16_t first[HUNT_EDGES][8];        /* index of the input that had it first */
  uint8_t ended[HUNT_EDGES];    /* a crash or a hang came after this edge */
  uint8_t failed[HUNT_PLACES];  /* a check of UBSan failed there, and is no crash any more */
  hunt_pair pairs[HUNT_PAIRS];
  hunt_word words[HUNT_WORDS];
  hunt_input input[HUNT_INPUTS];
  uint8_t data[HUNT_BYTES];
} hunt_area;

#endif
