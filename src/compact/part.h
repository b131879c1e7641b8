#ifndef COMPACT_PART_H
#define COMPACT_PART_H

#include "exec/extension.h"

/* Fields of templates in a state. */
typedef struct compact_part {
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) TYPE NAME;
#include "compact/state.def"
} compact_part;

extern state_extension compact_extension;

static inline compact_part *compact_of(const state *s) {
  return state_part(s, &compact_extension);
}

#endif
