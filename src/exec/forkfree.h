#ifndef EXEC_FORKFREE_H
#define EXEC_FORKFREE_H

#include "exec/state.h"
#include "relevancy/relevancy.h"

/*
 * Fork-free regions: loops and functions with unreported jumps.
 *
 * While states are joined they pause at join points for others to catch up; while loops are
 * replaced by templates each iteration is analysed.  In a loop or function without forks
 * there is nothing to wait for: states that meet inside could have met before the region,
 * and can meet behind it; and the number of iterations does not depend on an input.
 * Callees are part of the region.  A state may pause when entering and does pause when
 * leaving; native code may run in between.
 *
 * A region counts as fork-free when the relevancy analysis excludes forks, or after many
 * iterations without a fork, since the analysis marks too much; never again after a fork.
 * Both rules, and so the time slices of a run, are independent of native code.  A correct
 * answer is obtained wherever states meet: a region wrongly counted as fork-free costs
 * joins, nothing else.
 */
typedef struct forkfree_place {
  uint32_t around;              /* place of the enclosing loop; 0: none */
  uint32_t seen;                /* iterations, or calls, before counting as fork-free */
  uint32_t known;               /* weighted iterations of the region's loops analysed for
                                 * templates since */
  bool is_forkfree;
  bool has_forked;
  bool has_templates;           /* a template was applied: analysis continues */
} forkfree_place;

typedef struct forkfree_function {
  uint32_t whole;               /* its place */
  uint32_t *loops;              /* by block: place of the innermost loop; 0: none */
  uint32_t *now;                /* by block: place of the outermost fork-free loop */
  uint64_t forks;              /* forks of paths where none had forked */
} forkfree_function;

typedef struct forkfree_map {
  const ir_program *program;
  uint32_t enough;              /* iterations, or calls, that make a region fork-free */
  VEC(forkfree_place) places;      /* number 0 is none */
  forkfree_function *functions;    /* by number */
} forkfree_map;

forkfree_map *forkfree_new(const ir_program *, uint32_t enough);
void forkfree_free(forkfree_map *);

/* The place of the block of a frame's function; 0: not fork-free. */
uint32_t forkfree_at(const forkfree_map *, const frame *, uint32_t block);
/* The place of a whole call, made from `place`; 0: from outside fork-free regions, then the
 * call is counted. */
uint32_t forkfree_call(forkfree_map *, uint32_t place, const ir_function *);
/* An iteration of a loop that is not fork-free. */
void forkfree_iteration(forkfree_map *, const ir_function *, uint32_t head);
/* Templates analyse an iteration of a loop in the place. */
void forkfree_note(forkfree_map *, uint32_t place, const ir_function *,
                uint32_t head);
/* Whether templates have seen enough of the place. */
bool forkfree_is_known(const forkfree_map *, uint32_t place);
/* The state's path forks. */
void forkfree_fork(forkfree_map *, const state *);
/* Marks regions where the analysis, made with joins, excludes forks. */
void forkfree_mark(forkfree_map *, const relevancy *);

#endif
