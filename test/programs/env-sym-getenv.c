/* Whether a variable is set is decided once, when the program asks for it; not where the program
 * itself took the variable away. */
// options: --sym-getenv 2
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *home = getenv("HOME");
  assert(getenv("HOME") == home);
  assert(!unsetenv("GONE") && !getenv("GONE"));
  assert(!strcmp(getenv("LC_ALL"), "C"));
  if (!home) {
    assert(!setenv("HOME", "mine", 0) && !strcmp(getenv("HOME"), "mine"));
    return 0;
  }
  assert(strlen(home) <= 2);
  if (home[0] == '/') return 1 / (int) strlen(home + 1);        // expect: div-by-zero
  assert(!clearenv() && !getenv("HOME") && !getenv("PATH"));
  return 0;
}
