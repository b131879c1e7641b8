#ifndef EXEC_EXTENSION_H
#define EXEC_EXTENSION_H

#include "exec/state.h"

/*
 * A strategy's fields in each state.  The strategy's room has a table of the fields,
 * ROOM/state.def, in the words of exec/state.def:
 *
 *   FIELD(type, name, kind, file, join)
 *
 * and registers the table before main begins.  The fields lie behind the state's own, so a
 * copy is still a single block.  The executor knows nothing else about the fields.  No
 * comparison of states sees them, and templates keep them unchanged: an answer of a run
 * depends on no such field.
 */
typedef struct state_extension {
  const char *owner;
  size_t size;
  void (*begin)(void *);        /* of a new state, all zero; or NULL */
  void (*copied)(void *);       /* after a copy byte by byte */
  void (*release)(void *);
  void (*joined)(void *, const void *other);    /* after a copy of the left state */
  void (*check)(exec *, const state *); /* for state_check; or NULL */
  size_t offset;                /* set by state_register */
} state_extension;

/* Before the first state is made. */
void state_register(state_extension *);

static inline void *state_fields(const state *s, const state_extension *e) {
  return (char *) (uintptr_t) s + e->offset;
}

/* Joins the strategies' fields of a joined state, a copy of the left state. */
void state_join_extensions(state *, const state *right);
void state_check_extensions(exec *, const state *);

/* Makes the extension ROOM_extension, behind exec/extension_table.h. */
#define EXTENSION(ROOM, BEGIN, CHECK) \
  state_extension ROOM##_extension = { \
    .owner = #ROOM, .size = sizeof(ROOM##_fields), .begin = BEGIN, \
    .copied = copied, .release = release, .joined = joined, .check = CHECK}; \
  __attribute__((constructor)) static void enrol(void) { \
    state_register(&ROOM##_extension); \
  }

#endif
