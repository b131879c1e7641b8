#include "explore/part.h"

#include "exec/fields.h"

/* What the scheduler keeps in a state. */

static void begin(void *part) { ((explore_part *) part)->share = 1; }

static void copied(void *part) {
  explore_part *s = part;
  (void) s;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) COPY_##KIND(NAME)
#include "explore/state.def"
}

static void release(void *part) {
  explore_part *s = part;
  (void) s;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) RELEASE_##KIND(NAME)
#include "explore/state.def"
}

static void joined(void *part, const void *other) {
  explore_part *s = part;
  const explore_part *b = other;
  (void) s, (void) b;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) JOIN_##JOIN(NAME, KIND)
#include "explore/state.def"
}

EXTENSION(explore, begin, NULL)
