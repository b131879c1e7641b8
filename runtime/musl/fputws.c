/* As puts.c. */
#include "../world.h"

#include <features.h>
#undef weak_alias
#define weak_alias(OLD, NEW)
#define fputws __musl_fputws
#include "src/stdio/fputws.c"
#undef fputws

int fputws(const wchar_t *restrict s, FILE *restrict f) {
  const int result = __musl_fputws(s, f);
  return result >= 0 && braid_world.is_gnu ? 1 : result;
}

int fputws_unlocked(const wchar_t *restrict, FILE *restrict);
int fputws_unlocked(const wchar_t *restrict s, FILE *restrict f) { return fputws(s, f); }
