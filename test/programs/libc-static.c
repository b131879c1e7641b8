/* Static functions with names of the library's are the program's own, also where another file
 * calls the library's. */
// sources: more/libc-static-other.c
// exit: 5
// verdict: proved-under-assumptions
// assumes: libc-static-other.c:
#include <assert.h>

double other(double);

static double cbrt(double x) { return x / 9; }
static int strcmp(const char *a, const char *b) { return *a == *b ? 0 : 1; }

int main(void) {
  volatile double x = 27;
  assert(cbrt(x) == 3);
  assert(strcmp("b", "a") == 1);
  assert(other(x) > 2);
  return 0;
}
