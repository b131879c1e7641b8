#ifndef RUNTIME_LIBC_DIFFERENCES_H
#define RUNTIME_LIBC_DIFFERENCES_H

#include "../primitives.h"

/* The texts of differences.def: __braid_note_here(differs_NAME). */
#define ASSUMED(NAME, FUNCTIONS, TEXT) \
  static const char differs_##NAME[] __attribute__((unused)) = TEXT;
#include "differences.def"

#endif
