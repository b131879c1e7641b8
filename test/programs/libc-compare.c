/* How large the result of a comparison is, the standard leaves open. */
// replay: no (the library at hand has one answer)
// bugs: 4
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char left[] = "b", right[] = "a";
static int (*compare)(const char *, const char *) = strcmp;

static int by_name(const char *a, const char *b) {
  int result = strncmp(a, b, 3);
  return result ? result : 5;
}

int main(void) {
  int known = memcmp(left, right, 1);
  assert(known > 0);
  if (known == 256) known++;
  assert((signed char) known);          // expect: assert
  assert(by_name(left, right) == 1);    // expect: assert
  assert(compare(left, right) < 200);   // expect: assert
  assert(compare(right, left) < 0);
  assert(compare(left, left) == 0);
  wchar_t wide[] = L"b";
  assert(wcscmp(wide, L"a") != 7);      // expect: assert
  return 0;
}
