// exit: 10
// Numbers of few digits are one product or quotient: the same as the compiler's constants.
// Symbolic digits do not fork, and a symbolic power does once a power.
#include <assert.h>
#include <braid.h>
#include <math.h>
#include <stdlib.h>

#define SAME(TEXT) \
  assert(strtod(#TEXT, NULL) == TEXT && strtof(#TEXT, NULL) == TEXT##f && \
         strtold(#TEXT, NULL) == TEXT##L)

static void constants(void) {
  SAME(0.3);
  SAME(1e10);
  SAME(1048577e-4);
  assert(strtod("123456789012345e22", NULL) == 123456789012345e22);
  assert(signbit(strtod("-0", NULL)) && signbit(strtof("-0.000e5", NULL)));
  assert(strtod("-12.75", NULL) == -12.75 && strtod("+1.e1", NULL) == 10);
}

static int digit(const char *name) { return braid_range('0', '9' + 1, name); }

int main(void) {
  constants();
  char f[] = "00.5e1";
  f[0] = (char) digit("a");
  f[1] = (char) digit("b");
  f[5] = (char) digit("c");
  const double d = strtod(f, NULL);
  assert(d != 425);                        // expect: assert
  assert(d <= 99.5e9);
  return 0;
}
