#ifndef EXPLORE_FIELDS_H
#define EXPLORE_FIELDS_H

#include "exec/extension.h"

/* The scheduler's fields in a state. */
typedef struct explore_fields {
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) TYPE NAME;
#include "explore/state.def"
} explore_fields;

extern state_extension explore_extension;

static inline explore_fields *explore_of(const state *s) {
  return state_fields(s, &explore_extension);
}

#endif
