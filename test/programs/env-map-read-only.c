/* What is mapped or protected read-only cannot be written. */
// options: --sym-arg 1
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                 -1, 0);
  char *q = mmap(0, 100, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (argc < 2 || p == MAP_FAILED || q == MAP_FAILED) return 1;
  p[1] = 1;
  if (argv[1][0] == 'q') q[0] = 1;              // expect: read-only
  assert(!mprotect(p, 4096, PROT_READ));
  assert(p[1] == 1);
  if (argv[1][0] == 'p') p[1] = 2;              // expect: read-only
  assert(!mprotect(p, 4096, PROT_READ | PROT_WRITE));
  p[1] = 3;
  assert(!madvise(p, 4096, MADV_WILLNEED) && p[1] == 3);
  assert(!madvise(p, 4096, MADV_DONTNEED) && p[1] == 0);
  return 0;
}
