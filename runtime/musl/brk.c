/*
 * This replaces src/linux/sbrk.c, which refuses what the host's libc does.
 * This replaces src/linux/brk.c, for the same reason.
 */
#include "../primitives.h"

void *sbrk(intptr_t);
void *sbrk(intptr_t increment) {
  (void) increment;
  __braid_unsupported("sbrk: there is no heap of that kind");
}

int brk(void *);
int brk(void *end) {
  (void) end;
  __braid_unsupported("brk: there is no heap of that kind");
}
