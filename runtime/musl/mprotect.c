/*
 * This replaces src/mman/mprotect.c, which rounds addresses that the host's libc
 * hands to the kernel as they are.
 */
#include <sys/mman.h>
#include "libc.h"
#include "syscall.h"

int __mprotect(void *at, size_t size, int protection) {
  return syscall(SYS_mprotect, at, size, protection);
}
weak_alias(__mprotect, mprotect);
