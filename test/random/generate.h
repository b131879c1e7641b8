#ifndef RANDOM_GENERATE_H
#define RANDOM_GENERATE_H

#include "base/random.h"
#include "program.h"

/*
 * What may occur in a program.  Each program draws its own set: one that has
 * everything dies of its first bug, and one feature hides another.
 */
typedef enum feature {
#define FEATURE(NAME, PERCENT) FEATURE_##NAME,
#include "features.def"
  FEATURE_COUNT
} feature;

/* What a program is made of mostly: all kinds of statements, loops that
 * progress, calls whose returns differ in what nobody sees, values that a
 * branch chooses and an assertion asks for, loops on numbers that run to the
 * end of a type's range, objects that live on some paths only, or pointers to
 * what a block had when it was last entered. */
typedef enum taste {
  TASTE_ANYTHING, TASTE_LOOPS, TASTE_RETURNS, TASTE_CHOICES, TASTE_EDGES,
  TASTE_LIVES, TASTE_SCOPES, TASTES
} taste;

typedef struct generator {
  program *p;
  random_source random;
  bool has[FEATURE_COUNT];
  taste taste;
  VEC(variable *) visible;
  uint32_t callable;            /* functions with a lower number */
  function *deep;               /* calls itself as deep as it is told; NULL: none */
  function *recursive;          /* the one whose body is made, if it may call
                                 * itself */
  bool in_main, in_loop, in_table;
  unsigned labels;
  unsigned budget;              /* statements that may still be made */
  unsigned extent[1024];        /* by pointer variable: elements it certainly
                                 * points to */
  block *block;                 /* the innermost */
} generator;

static inline unsigned pick(generator *g, unsigned bound) {
  return (unsigned) random_below(&g->random, bound);
}

static inline bool chance(generator *g, unsigned percent) {
  return pick(g, 100) < percent;
}

/* A bug of this kind may be made here: now and then, if at all. */
static inline bool dares(generator *g, feature f) {
  return g->has[f] && chance(g, 22);
}

/* generate.c */
void name_variable(variable *, const char *prefix);
variable *add_local(generator *, variable *);
variable *add_counter(generator *);
void add_statement(generator *, statement *);
void add_assignment_of(generator *, node *place, node *value);
void add_ask(generator *);
void add_say(generator *, variable *);
void random_merge(generator *, statement *);
void random_statement(generator *, unsigned depth);

/* What it points to from here on; on another path it may still point where it
 * did, unless it is new. */
void set_pointer(generator *, variable *, node *to, unsigned extent,
                 bool is_new);

/* generate_loop.c */
void add_progression(generator *);

/* generate_edge.c */
void add_edge(generator *);

/* generate_life.c */
void add_life(generator *);

/* generate_scope.c */
void add_scope(generator *);

/* generate_value.c */
int_type random_type(generator *);
node *random_constant(generator *);
node *random_value(generator *, unsigned depth);
node *random_condition(generator *, unsigned depth);
node *random_place(generator *, bool to_write);
node *masked(generator *, node *, unsigned mask);
node *constant(generator *, int_type, uint64_t);
node *read_of(generator *, node *place);
node *place_of(generator *, variable *);

/* A pointer to that type, and how many elements it certainly points to. */
node *random_pointer(generator *, int_type, uint32_t first_visible,
                     unsigned *extent);

#endif
