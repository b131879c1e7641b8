#ifndef ZEQ_FIELDS_H
#define ZEQ_FIELDS_H

#include "exec/extension.h"

/* A conjunct of the path that is still relevant; newest first. */
typedef struct open_conjunct {
  uint32_t refs;
  uint32_t number;              /* in the path */
  expr conjunct;
  struct open_conjunct *before;
} open_conjunct;

typedef struct zeq_fields {
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) TYPE NAME;
#include "zeq/state.def"
} zeq_fields;

extern state_extension zeq_extension;

static inline zeq_fields *zeq_of(const state *s) {
  return state_fields(s, &zeq_extension);
}

void open_release(open_conjunct *);     /* a reference; accepts NULL */

#endif
