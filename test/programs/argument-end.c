// An argument is no longer than its string: what lies behind its end is not the
// program's, however many characters --sym-arg allows.
// options: --sym-arg 4
// exit: 10
#include <string.h>
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  const char *p = argv[1];
  const size_t n = strlen(p);
  if (n == 2 && p[0] == 'x') return p[n + 1];        // expect: out-of-bounds
  if (n == 3 && p[0] == 'y') return p[n] + p[n - 3];
  return 0;
}
