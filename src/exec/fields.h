#ifndef EXEC_FIELDS_H
#define EXEC_FIELDS_H

#include "exec/event.h"

#include <stdlib.h>
#include <string.h>

/*
 * Meaning of the words in the tables of fields (listed in exec/state.def).  `s` is a state,
 * or a strategy's part of a state, copied byte by byte; `b` is the state to be joined.
 */

/* A row with an unwritten function must not compile. */
#pragma GCC diagnostic error "-Wimplicit-function-declaration"

/* Copied: shared parts are counted. */
#define COPY_NUMBER(F)
#define COPY_SCRATCH(F) memset(&s->F, 0, sizeof s->F);
#define COPY_TERM(F)
#define COPY_NUMBERS(F) s->F = pmap_copy(s->F);
#define COPY_TERMS(F) s->F = pmap_copy(s->F);
#define COPY_LIST(F) if (s->F) s->F->refs++;
#define COPY_FRAMES(F) if (s->F) s->F->refs++;
#define COPY_MEMORY(F) s->F = memory_copy(s->F);
#define COPY_PATH(F) s->F = path_copy(s->F);
#define COPY_EVENT(F) event_retain(s->F);

#define RELEASE_NUMBER(F)
#define RELEASE_SCRATCH(F)
#define RELEASE_TERM(F)
#define RELEASE_NUMBERS(F) pmap_release(&s->F, &pmap_borrowed);
#define RELEASE_TERMS(F) pmap_release(&s->F, &pmap_borrowed);
#define RELEASE_LIST(F) FIELDS_RELEASE_LIST(s->F)
#define RELEASE_FRAMES(F) frame_release(s->F);
#define RELEASE_MEMORY(F) memory_release(&s->F);
#define RELEASE_PATH(F) path_release(&s->F);
#define RELEASE_EVENT(F) event_release(s->F);

/* Lists are freed iteratively: a list can be as long as a run. */
#define FIELDS_RELEASE_LIST(FIRST) \
  for (__typeof__(FIRST) item = (FIRST), next; item && !--item->refs; \
       item = next) { \
    next = item->before; \
    free(item); \
  }

/* Joined. */
#define JOIN_LEFT(F, KIND)
#define JOIN_GREATEST(F, KIND) if (b->F > s->F) s->F = b->F;
#define JOIN_LEAST(F, KIND) if (b->F < s->F) s->F = b->F;
#define JOIN_SUM(F, KIND) s->F += b->F;
#define JOIN_EITHER(F, KIND) s->F |= b->F;
#define JOIN_CLEARED(F, KIND) \
  RELEASE_##KIND(F) \
  memset(&s->F, 0, sizeof s->F);

#endif
