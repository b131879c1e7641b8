/* A loop that makes memory read-only leaves more than values: a template that had only these
 * would let the write behind the loop through. */
#include <braid.h>
#include <sys/mman.h>

int main(void) {
  unsigned n = (unsigned) braid_int("n");
  braid_assume(n > 0 && n < 40);
  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 1;
  for (unsigned i = 0; i < n; i++) mprotect(p, 4096, PROT_READ);
  if (n > 30) p[3] = 1;                         // expect: read-only
  return 0;
}
