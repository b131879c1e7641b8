/*
 * Expands EXTENSION for a strategy's table of fields, in the words of exec/fields.h;
 * included once by the room's part.c, which defines:
 *
 *   EXTENSION_PART the type ROOM_part
 *   EXTENSION_TABLE "ROOM/state.def"
 */
#include "exec/fields.h"

static void copied(void *part) {
  EXTENSION_PART *s = part;
  (void) s;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) COPY_##KIND(NAME)
#include EXTENSION_TABLE
}

static void release(void *part) {
  EXTENSION_PART *s = part;
  (void) s;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) RELEASE_##KIND(NAME)
#include EXTENSION_TABLE
}

static void joined(void *part, const void *other) {
  EXTENSION_PART *s = part;
  const EXTENSION_PART *b = other;
  (void) s, (void) b;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) JOIN_##JOIN(NAME, KIND)
#include EXTENSION_TABLE
}
