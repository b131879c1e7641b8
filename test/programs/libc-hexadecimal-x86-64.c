// exit: 0
// target: x86_64
// Four bits of an 80-bit long double stand before the point of %La, as GNU's prints it.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int prints(const char *format, long double value, const char *text) {
  char made[50];
  snprintf(made, sizeof made, format, value);
  return !strcmp(made, text);
}

int main(void) {
  assert(prints("%La", 1, "0x8p-3") && prints("%La", 0, "0x0p+0") && prints("%La", -1.5L, "-0xcp-3"));
  assert(prints("%La", 15.97L, "0xf.f851eb851eb851fp+0"));
  assert(prints("%.14La", 15.97L, "0xf.f851eb851eb852p+0"));
  assert(prints("%.1La", 15.97L, "0x1.0p+4") && prints("%.0La", 8.5L, "0x8p+0"));
  assert(prints("%.0La", 9.5L, "0xap+0") && prints("%#.0La", 15.9L, "0x1.p+4"));
  assert(prints("%030LA|", -1 / 3.0L, "-0X0000000A.AAAAAAAAAAAAAABP-5|"));
  char made[50];
  sprintf(made, "%a %A", 1.0, 10.5);
  assert(!strcmp(made, "0x1p+0 0X1.5P+3"));
}
