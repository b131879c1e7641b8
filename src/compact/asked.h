#ifndef COMPACT_ASKED_H
#define COMPACT_ASKED_H

#include "compact/iteration.h"

/*
 * Inputs requested by an iteration.  Each iteration gets values of its own, yet a template
 * has a single list of symbols for all.  Nothing is lost where no iteration sees another
 * iteration's inputs: inputs occur in conditions without carried values, and in carried
 * values that nothing else in the loop reads.  The rest of the loop then depends on the
 * last iteration's inputs alone, and any values that serve the last iteration serve all.
 *
 * The inputs of the iteration after the last are the state's next requests: their symbols
 * are known before the request.
 */
typedef struct asked {
  VEC(const input *) inputs;    /* oldest first; the iteration's */
  VEC(uint32_t) from;           /* symbols in the iteration ... */
  VEC(expr) repeated;           /* ... in all iterations of the template ... */
  VEC(expr) next;               /* ... and in the iteration after */
  VEC(uint32_t) firsts;         /* of `repeated`: an input's first symbol */
} asked;

/* False: another iteration sees the inputs, or an input has an unsupported kind. */
bool asked_init(asked *, exec *, const iteration *, const carried_list *,
                const state *);
void asked_release(asked *);

/* The term for iterations of the template, or for the iteration afterwards. */
expr asked_repeat(const asked *, expr_table *, expr);
expr asked_advance(const asked *, expr_table *, expr);

#endif
