/* At most one variable is set, of the first two, and none in a list of the program's own: that is assumed. */
// options: --sym-getenv 1
// verdict: proved-under-assumptions
// assumes: no environment variable is set
// exit: 5
// paths: 3
#include <assert.h>
#include <stdlib.h>

extern char **environ;

int main(void) {
  const int one = getenv("ONE") != NULL, two = getenv("TWO") != NULL, three = getenv("THREE") != NULL;
  assert(!(one && two) && !three);
  char *list[] = {NULL};
  environ = list;
  assert(!getenv("FOUR"));
  return 0;
}
