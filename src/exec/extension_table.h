/*
 * Expands EXTENSION for a strategy's table of fields, in the words of exec/fields.h;
 * included once by the room's part.c, which defines:
 *
 *   EXTENSION_FIELDS the type ROOM_fields
 *   EXTENSION_TABLE "ROOM/state.def"
 */
#include "exec/fields.h"

static void copied(void *part) {
  EXTENSION_FIELDS *s = part;
  (void) s;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) COPY_##KIND(NAME)
#include EXTENSION_TABLE
}

static void release(void *part) {
  EXTENSION_FIELDS *s = part;
  (void) s;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) RELEASE_##KIND(NAME)
#include EXTENSION_TABLE
}

static void joined(void *part, const void *other) {
  EXTENSION_FIELDS *s = part;
  const EXTENSION_FIELDS *b = other;
  (void) s, (void) b;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) JOIN_##JOIN(NAME, KIND)
#include EXTENSION_TABLE
}
