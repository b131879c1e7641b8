/* inih: parse a short text and count what the handler is given. */
#include <braid.h>
#include <ini.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 6
#endif

static int count(void *user, const char *section, const char *name,
                 const char *value) {
  *(size_t *) user += strlen(section) + strlen(name) + strlen(value);
  return 1;
}

int main(void) {
  char text[LENGTH + 1];
  size_t total = 0;
  braid_string(text, sizeof text, "text");
  ini_parse_string(text, count, &total);
  braid_assert(total <= 3 * LENGTH * LENGTH);
  return 0;
}
