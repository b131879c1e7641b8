/* Limits and facts of the system, which machines and C libraries differ in. */
#include "../posix/posix.h"

#define sysconf __musl_sysconf
#include "src/conf/sysconf.c"
#undef sysconf

long sysconf(int name) {
  if (name != _SC_CLK_TCK && name != _SC_VERSION)
    __posix_assume(ASSUME_SYSTEM);
  return __musl_sysconf(name);
}
