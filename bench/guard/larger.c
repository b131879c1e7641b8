/* The bug needs four arguments, one of them longer than eight characters: more than is chosen at
 * first, all of which is soon explored. */
#include <stdlib.h>
#include <string.h>

enum { NONE, COPY, MOVE, LINK };

static int command(const char *name) {
  return !strcmp(name, "copy") ? COPY : !strcmp(name, "move") ? MOVE
         : !strcmp(name, "link") ? LINK : NONE;
}

int main(int argc, char **argv) {
  int forced = 0, kind = argc > 1 ? command(argv[1]) : NONE, at = 2;
  if (!kind) return 2;
  if (argc > at && !strcmp(argv[at], "--overwrite")) forced = at++;
  if (argc - at != 2) return 2;
  if (forced && kind == LINK && argv[at][0] == '/') abort();
  return 0;
}
