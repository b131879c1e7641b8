/*
 * This replaces src/misc/getauxval.c: facts of the machine.
 */
#include "../posix/posix.h"

#include <errno.h>
#include <sys/auxv.h>

unsigned long getauxval(unsigned long item) {
  __posix_assume(ASSUME_SYSTEM);
  switch (item) {
  case AT_PAGESZ: return PAGE_SIZE;
  case AT_CLKTCK: return 100;
  case AT_SECURE: return 0;
  case AT_UID: case AT_EUID: case AT_GID: case AT_EGID: case AT_HWCAP: case AT_HWCAP2:
  case AT_MINSIGSTKSZ: case AT_PLATFORM: case AT_RANDOM: case AT_EXECFN: case AT_PHDR:
  case AT_PHENT: case AT_PHNUM: case AT_BASE: case AT_ENTRY: case AT_SYSINFO_EHDR: case AT_FLAGS:
    __braid_unsupported("an answer of getauxval()");
  }
  errno = ENOENT;
  return 0;
}

unsigned long __getauxval(unsigned long item) { return getauxval(item); }
