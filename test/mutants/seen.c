/* What gcc's -fsanitize-coverage=trace-pc calls at each block: keeps the block's address in the
 * file $MUTANT_SEEN, which all processes of a test share. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SLOTS_LOG = 15, SLOTS = 1 << SLOTS_LOG };

extern char __executable_start;
static uint64_t *seen;

__attribute__((constructor)) static void start(void) {
  const char *name = getenv("MUTANT_SEEN");
  const int fd = name ? open(name, O_RDWR | O_CREAT, 0600) : -1;
  if (fd < 0 || ftruncate(fd, SLOTS * sizeof *seen)) return;
  void *at = mmap(NULL, SLOTS * sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at != MAP_FAILED) seen = at;
  close(fd);
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
  if (!seen) return;
  const uint64_t pc = (uint64_t) ((char *) __builtin_return_address(0) - &__executable_start);
  uint64_t at = pc * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SLOTS_LOG);
  for (unsigned k = 0; k < SLOTS && seen[at] != pc; k++, at = (at + 1) % SLOTS)
    if (!seen[at]) seen[at] = pc;       /* races lose a block at most */
}
