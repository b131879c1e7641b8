/* The name of the zone is GMT in the GNU C library. */
#include "../world.h"

#include <features.h>
#include <time.h>

#undef weak_alias
#define weak_alias(OLD, NEW)
#define __gmtime_r __musl_gmtime_r
#include "src/time/gmtime_r.c"
#undef __gmtime_r

struct tm *__gmtime_r(const time_t *restrict t, struct tm *restrict to) {
  struct tm *result = __musl_gmtime_r(t, to);
  if (result && braid_world.is_gnu) result->__tm_zone = "GMT";
  return result;
}

struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict to) {
  return __gmtime_r(t, to);
}
