/* musl's getopt ends at the first operand. */
// options: --libc=musl
// replay: no
#include <assert.h>
#include <unistd.h>

int main(void) {
  char *argv[] = {"prog", "x", "-a", NULL};
  assert(getopt(3, argv, "a") == -1 && optind == 1);
  return 0;
}
