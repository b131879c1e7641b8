#ifndef EXEC_EXTENSION_H
#define EXEC_EXTENSION_H

#include "exec/state.h"

/*
 * What a strategy keeps in each state.  Its room has a table of these fields,
 * ROOM/state.def, in the words of exec/state.def:
 *
 *   FIELD(type, name, kind, file, join)
 *
 * and registers them before main begins.  They lie behind the state's own, so
 * that a copy is still one block.  The executor knows no more of them than is
 * here.  No comparison of states sees them, and templates keep them as they are:
 * what a run's answer depends on is no field of a strategy's.
 */
typedef struct state_extension {
  const char *owner;
  size_t size;
  void (*begin)(void *);        /* of a new state: it is all zero; or NULL */
  void (*copied)(void *);       /* it is a copy byte by byte */
  void (*release)(void *);
  void (*joined)(void *, const void *other);    /* it is a copy of the left one's */
  void (*check)(exec *, const state *); /* for state_check; or NULL */
  size_t offset;                /* set by state_register */
} state_extension;

/* Before the first state is made. */
void state_register(state_extension *);

static inline void *state_part(const state *s, const state_extension *e) {
  return (char *) (uintptr_t) s + e->offset;
}

/* The strategies' fields of a joined state, a copy of the left one. */
void state_join_parts(state *, const state *right);
void state_check_parts(exec *, const state *);

/* Makes the extension ROOM_extension, behind exec/extension_table.h. */
#define EXTENSION(ROOM, BEGIN, CHECK) \
  state_extension ROOM##_extension = { \
    .owner = #ROOM, .size = sizeof(ROOM##_part), .begin = BEGIN, \
    .copied = copied, .release = release, .joined = joined, .check = CHECK}; \
  __attribute__((constructor)) static void enrol(void) { \
    state_register(&ROOM##_extension); \
  }

#endif
