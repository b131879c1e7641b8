// Symbolic variables of the environment: any string up to the length, never longer,
// and others as they are.
// options: --sym-env MODE:4 --sym-env PLACE:2 --env FIXED=yes
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(int argc, char **argv, char **environment) {
  const char *mode = getenv("MODE"), *place = getenv("PLACE");
  assert(argc == 1 && mode && place && environment == environ);
  assert(strlen(mode) <= 4 && strlen(place) <= 2);
  assert(!strcmp(getenv("FIXED"), "yes"));
  assert(!getenv("MOD"));
  if (!strcmp(mode, "fast") && place[0] == '/')
    return 1 / (int) strlen(place + 1);         // expect: div-by-zero
  return 0;
}
