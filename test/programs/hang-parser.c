// A parser that does not get past a slash at the end of a path.
// matrix: endless
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static int parts(const char *path) {
  int count = 0;
  while (*path) {               // expect: hang
    size_t n = strcspn(path, "/");
    if (n) count++;
    path += n;
    if (*path == '/' && path[1]) path++;
  }
  return count;
}

int main(void) {
  char path[4];
  for (int k = 0; k < 3; k++) path[k] = __VERIFIER_nondet_char();
  path[3] = 0;
  return parts(path);
}
