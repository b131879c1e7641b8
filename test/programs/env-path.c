/* A symbolic path names what the same path, concrete, would: every model is
 * confirmed, or nothing is proved. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: a symbolic path leads through no directory
// options: --sym-arg 3 --sym-files 1 1
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
  struct stat st;
  const char *p = argv[1];
  if (argc < 2 || stat(p, &st)) return 1;
  assert(p[0]);
  if (S_ISREG(st.st_mode)) {
    assert(p[0] == 'A' || p[0] == '/' || p[0] == '.');
    return 2;
  }
  assert(p[0] == '/' || p[0] == '.' || p[0] == 'd' || p[0] == 't');
  return 3;
}
