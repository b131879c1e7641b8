#ifndef EXEC_FORKFREE_H
#define EXEC_FORKFREE_H

#include "exec/state.h"
#include "relevancy/relevancy.h"

/*
 * Fork-free regions: loops and functions inside of which jumps are not looked at.
 *
 * While states are joined they pause at join points, so that others can catch up; while
 * loops are taken by templates each iteration is looked at.  In a loop or function in
 * which no path forks there is nothing to wait for: states that meet inside could have
 * met before it, and can meet behind it; and its number of iterations does not depend on
 * an input.  All that is called from the region is part of it.  A state may pause when
 * it enters and does when it leaves; native code may run in between.
 *
 * A region counts as fork-free when the relevancy analysis says that no path can fork
 * there, or when none has in many iterations, since the analysis marks too much; it
 * never does again once a path forks there.  Either way is the same with and without
 * native code, and so are the time slices of a run.  A correct answer is obtained
 * whenever states meet: a region that wrongly counts as fork-free costs joins, and
 * nothing else.
 */
typedef struct forkfree_place {
  uint32_t around;              /* the place of the loop round it; 0: none */
  uint32_t seen;                /* iterations, or calls, before it counted */
  uint32_t known;               /* iterations of its loops that templates
                                 * looked at since, weighted */
  bool is_forkfree;
  bool has_forked;
  bool has_templates;           /* one was applied: they look on */
} forkfree_place;

typedef struct forkfree_function {
  uint32_t whole;               /* its place */
  uint32_t *loops;              /* by block: place of the innermost loop; 0: none */
  uint32_t *now;                /* by block: place of the outermost fork-free loop */
  uint64_t forks;              /* paths that did where none had forked */
} forkfree_function;

typedef struct forkfree_map {
  const ir_program *program;
  uint32_t enough;              /* iterations, or calls, make it fork-free */
  VEC(forkfree_place) places;      /* number 0 is none */
  forkfree_function *functions;    /* by number */
} forkfree_map;

forkfree_map *forkfree_new(const ir_program *, uint32_t enough);
void forkfree_free(forkfree_map *);

/* The place of the block of a frame's function; 0: it is not fork-free. */
uint32_t forkfree_at(const forkfree_map *, const frame *, uint32_t block);
/* Of all of a call, made from that place or, if it is 0, from where it is not
 * fork-free; such a call is counted. */
uint32_t forkfree_call(forkfree_map *, uint32_t place, const ir_function *);
/* An iteration of a loop that is not fork-free. */
void forkfree_iteration(forkfree_map *, const ir_function *, uint32_t head);
/* Templates look at an iteration of a loop that is part of the place. */
void forkfree_note(forkfree_map *, uint32_t place, const ir_function *,
                uint32_t head);
/* Whether templates have seen enough of the place. */
bool forkfree_is_known(const forkfree_map *, uint32_t place);
/* The state's path forks. */
void forkfree_fork(forkfree_map *, const state *);
/* Where the analysis, made with joins, sees no path fork, it is fork-free. */
void forkfree_mark(forkfree_map *, const relevancy *);

#endif
