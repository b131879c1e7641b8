#ifndef MUSL_WIDE_MEMORY_H
#define MUSL_WIDE_MEMORY_H

#include "../world.h"
#include "locale_impl.h"

/*
 * Streams over wide strings.  musl's hold bytes in the code of the locale, so the locale C
 * refuses characters from 128 on; GNU's hold wide characters.  Here such a stream has a
 * locale of its own, which can write every character.  setup/musl edits both calls into
 * musl's code.
 */
static inline locale_t locale_of_wide(void) { return braid_world.is_gnu ? UTF8_LOCALE : 0; }

/* The stream's locale becomes the current one; returns what was. */
static inline locale_t enter_locale(locale_t stream) {
  const locale_t was = CURRENT_LOCALE;
  if (stream) CURRENT_LOCALE = stream;
  return was;
}

#endif
