#ifndef COMPACT_FIELDS_H
#define COMPACT_FIELDS_H

#include "exec/extension.h"

/* Fields of templates in a state. */
typedef struct compact_fields {
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) TYPE NAME;
#include "compact/state.def"
} compact_fields;

extern state_extension compact_extension;

static inline compact_fields *compact_of(const state *s) {
  return state_fields(s, &compact_extension);
}

#endif
