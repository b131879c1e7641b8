#include "formats/scope.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char *format(scope_item item, const char *word) {
  switch (item) {
#define SCOPE(NAME, TEXT) case SCOPE_##NAME: return mem_format(TEXT, word);
#include "formats/scope.def"
  case SCOPE_COUNT: break;
  }
  return NULL;
}

void scope_say(scope *s, scope_item item, const char *word) {
  assert(item < SCOPE_COUNT && !s->text[item]);
  s->text[item] = format(item, word);
}

char *scope_line(const scope *s) {
  char *line = mem_string("");
  for (unsigned k = 0; k < SCOPE_COUNT; k++) {
    if (!s->text[k]) continue;
    char *longer = mem_format("%s%s%s", line, *line ? "; " : "", s->text[k]);
    free(line);
    line = longer;
  }
  return line;
}

void scope_release(scope *s) {
  for (unsigned k = 0; k < SCOPE_COUNT; k++) free(s->text[k]);
  *s = (scope) {0};
}
