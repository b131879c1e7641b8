#ifndef EXEC_QUIET_H
#define EXEC_QUIET_H

#include "exec/state.h"
#include "relevancy/relevancy.h"

/*
 * Where nobody needs to look at jumps.
 *
 * While states are joined they pause where control flows together, so that others
 * can catch up; while loops are taken by templates each turn is looked at.  In a
 * loop, or a function, in which paths do not part there is nothing to wait for:
 * states that meet inside could have met before it, and can meet behind it; and
 * how often it turns does not depend on an input.  Such a place is quiet, with all
 * that is called from there: a state may pause when it comes and does when it
 * leaves, and native code may run in between.
 *
 * A place becomes quiet when the relevancy analysis says that no path can part
 * there, or when none has in many turns, since the analysis marks too much; it is
 * loud for good once a path parts there.  Either way is the same with and without
 * native code, and so are the turns of a run.  A correct answer is obtained
 * whenever states meet, so if a place is quiet that should not be, joins are
 * missed, and nothing else.
 */
typedef struct quiet_place {
  uint32_t around;              /* the place of the loop round it; 0: none */
  uint32_t seen;                /* turns, or calls, while it was not yet quiet */
  uint32_t told;                /* turns of its loops that templates looked at
                                 * while it was, weighted */
  bool is_quiet;
  bool has_parted;
  bool has_templates;           /* one was applied: they look on */
} quiet_place;

typedef struct quiet_function {
  uint32_t whole;               /* its place */
  uint32_t *loops;              /* by block: place of the innermost loop; 0: none */
  uint32_t *now;                /* by block: place of the outermost quiet loop */
  uint64_t parted;              /* paths that did where it was quiet */
} quiet_function;

typedef struct quiet_map {
  const ir_program *program;
  uint32_t enough;              /* turns, or calls, make a place quiet */
  VEC(quiet_place) places;      /* number 0 is none */
  quiet_function *functions;    /* by number */
} quiet_map;

quiet_map *quiet_new(const ir_program *, uint32_t enough);
void quiet_free(quiet_map *);

/* The place of the block of a frame's function; 0: it is not quiet there. */
uint32_t quiet_at(const quiet_map *, const frame *, uint32_t block);
/* Of all of a call, made from that place or, if it is 0, from where it is not
 * quiet; such a call is counted. */
uint32_t quiet_call(quiet_map *, uint32_t place, const ir_function *);
/* A turn of a loop that is not quiet. */
void quiet_turn(quiet_map *, const ir_function *, uint32_t head);
/* Templates look at a turn of a loop that is part of the place. */
void quiet_tell(quiet_map *, uint32_t place, const ir_function *,
                uint32_t head);
/* Whether templates have seen enough of the place. */
bool quiet_is_told(const quiet_map *, uint32_t place);
/* The state's path parts. */
void quiet_part(quiet_map *, const state *);
/* Where the analysis, made with joins, sees no path part, it is quiet. */
void quiet_mark(quiet_map *, const relevancy *);

#endif
