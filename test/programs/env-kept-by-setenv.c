// exit: 5
// verdict: proved-under-assumptions
// assumes: no environment variable is set but LC_ALL=C and those of --env
// What setenv() must not overwrite may be there.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  if (setenv("HOME", "here", 0)) return 0;
  assert(!strcmp(getenv("HOME"), "here"));
  return 0;
}
