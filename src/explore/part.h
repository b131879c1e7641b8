#ifndef EXPLORE_PART_H
#define EXPLORE_PART_H

#include "exec/extension.h"

/* The scheduler's fields in a state. */
typedef struct explore_part {
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) TYPE NAME;
#include "explore/state.def"
} explore_part;

extern state_extension explore_extension;

static inline explore_part *explore_of(const state *s) {
  return state_part(s, &explore_extension);
}

#endif
