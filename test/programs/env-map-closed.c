/* The page below a stack of its own is closed, the rest is in use; memory that is reserved first
 * and opened later. */
// verdict: proved-under-assumptions
// exit: 5
#include <braid.h>
#include <sys/mman.h>

int main(void) {
  char *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 0;
  braid_assert(!mprotect(p, 4096, PROT_NONE));
  p[4096 + braid_range(0, 4095, "i")] = 1;
  munmap(p, 8192);

  char *q = mmap(0, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (q == MAP_FAILED) return 0;
  braid_assert(!mprotect(q, 4096, PROT_READ | PROT_WRITE));
  q[0] = 1;
  braid_assert(mprotect(q + 1, 4096, PROT_NONE) < 0);
  munmap(q, 8192);
  return 0;
}
