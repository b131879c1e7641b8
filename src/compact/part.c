#include "compact/part.h"

#include "exec/fields.h"

/* What templates keep in a state. */

static void copied(void *part) {
  compact_part *s = part;
  (void) s;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) COPY_##KIND(NAME)
#include "compact/state.def"
}

static void release(void *part) {
  compact_part *s = part;
  (void) s;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) RELEASE_##KIND(NAME)
#include "compact/state.def"
}

static void joined(void *part, const void *other) {
  compact_part *s = part;
  const compact_part *b = other;
  (void) s, (void) b;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) JOIN_##JOIN(NAME, KIND)
#include "compact/state.def"
}

EXTENSION(compact, NULL, NULL)
