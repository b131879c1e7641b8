/* A null pointer is one mistake, also where paths go on behind its first sign; what comes later
 * is another. */
#include <braid.h>
#include <string.h>

struct pair { int first, second; };

int main(void) {
  char bytes[4] = {0}, *none = 0;
  struct pair *pair = 0;
  const unsigned which = braid_range(0, 4, "which"), n = braid_range(0, 8, "n");
  if (which == 1) return (int) strlen(none);               // expect: nonnull
  if (which == 2) { int *at = &pair->second; return *at; } // expect: null-member
  if (which == 3) memcpy(bytes, none, 0);                  // expect: nonnull
  if (which == 3 && n > 3) bytes[n] = 1;                   // expect: out-of-bounds
  return 0;
}
