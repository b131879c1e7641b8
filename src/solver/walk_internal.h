#ifndef SOLVER_WALK_INTERNAL_H
#define SOLVER_WALK_INTERNAL_H

#include "solver/formulas.h"
#include "solver/spans.h"
#include "solver/walk.h"

static const uint32_t NONE = UINT32_MAX;

/* An atom of the conditions.  An atom of a single input has its satisfying values as spans
 * or, up to 8 bits, as a domain. */
/* Inputs of a query that is walked, and values of one that are distinguished: each input has 4,096
 * of solver_walk_most steps; a byte's values are distinguished in four contexts. */
enum { WALK_INPUTS = 1 << 12, WALK_POINTS = 1 << 10 };

typedef struct atom {
  expr term, input;             /* input.id is 0: of several, or unknown form */
  const domain *domain;
  uint32_t span, span_count;
  uint32_t part, part_count;    /* into `parts`: of the input */
  uint32_t owner;               /* number of the input */
  uint32_t next;                /* of the same input, or NONE */
  uint32_t bits;                /* into `words`: the classes in which the atom holds */
} atom;

/* A symbol in a word: the symbol's number in the input, and its first bit. */
typedef struct word_part { uint32_t symbol, shift; } word_part;

/* An input, perhaps of several symbols, or an undecided atom: then the classes are false
 * and true. */
typedef struct input {
  bool is_decided;
  uint32_t root;                /* see find_root */
  uint32_t least;               /* symbol */
  uint32_t symbols, symbol_count;       /* into `symbols`, if decided */
  uint32_t atoms;               /* the first of a list */
  uint32_t classes;
  uint32_t values;              /* into `values`: of each class, of each symbol */
  bool is_word;                 /* all atoms are about a single word ... */
  uint32_t numbers;             /* ... with its numbers, ascending, in `numbers_of` */
} input;

/* Shares of the truth assignments of the atoms for which a formula is true, and false, as
 * if atoms were independent. */
typedef struct share { double yes, no; } share;

/* To the position left by a class of the input. */
typedef struct step {
  uint32_t class, next;
  double likely;
} step;

struct walk {
  expr_table *t;
  domain_cache *domains;
  evaluator *eval;
  idmap refused;                /* terms with an atom not understood */
  uint64_t steps, max_steps;
  uint64_t visited;             /* of all walks, for polling */
  const interrupt *end;         /* NULL: none */
  bool is_open;
  /* The conditions. */
  formulas formulas;
  idmap found;                  /* term -> 1 + formula */
  idmap numbers;                /* atom -> 1 + number */
  VEC(atom) atoms;
  spans spans;
  keys below;                   /* pairs of atoms, the first below the second */
  bool is_loose;                /* some atom is of no single input */
  /* The inputs. */
  idmap owners;                 /* symbol + 1 -> another symbol of the input, + 1 */
  VEC(uint32_t) symbols;
  VEC(word_part) parts;
  VEC(input) inputs;
  VEC(uint32_t) ranks;          /* by atom */
  VEC(uint32_t) by_rank;        /* inputs */
  VEC(uint64_t) values, words, numbers_of;
  /* The walk.  A position is a sorted list of formulas to be satisfied; 0 is the empty
   * list. */
  keys lists;                   /* formula and the rest */
  VEC(formula) exists;          /* by position less 1: over undecided atoms */
  keys cofactors;               /* node, rank and class */
  VEC(formula) cofactor;
  VEC(formula) goals;
  VEC(share) shares;            /* by number of a formula */
  VEC(step) ways;               /* from the current positions */
  uint32_t root;
  formula rest;
  VEC(expr) terms;              /* by number of a formula */
};

/* walk_inputs.c: from the atoms to the inputs, in the order in which the conditions read
 * inputs, and the inputs' classes.  False: nothing to decide, or too many. */
bool walk_find_inputs(walk *, bool with_rest);
/* The symbol's bits in the number, if the symbol is part of the term. */
bool walk_part_of(const walk *, expr term, uint32_t symbol, uint64_t number,
                  uint64_t *bits);

/* walk_order.c: pushes the possible steps from the position, by an input of this rank, onto
 * `ways`, the likeliest first; returns how many. */
uint32_t walk_find_steps(walk *, uint32_t position, uint32_t rank);
/* The position that remains in this class of the input; false: none. */
bool walk_next(walk *, uint32_t position, uint32_t rank, uint32_t class,
               uint32_t *next);

/* walk_word.c: the same for an input whose atoms are all about a single word. */
bool walk_is_word(const walk *, const input *);
bool walk_find_word_classes(walk *, input *);
void walk_find_word_bits(walk *, const input *, const atom *);

#endif
