/* Reading numbers and words from strings. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const texts[] = {
  "1", "0.1", "1e400", "-1e-400", "inf", "nan", "0x1.8p3", "  12abc", "1e",
  "1.5e+3x", ".5", "5.", "123456789012345678901234567890",
  "0.30000000000000004", "9007199254740993", "2.2250738585072011e-308", "x"
};

int main(void) {
  int a, b, n;
  unsigned u;
  long l;
  double d;
  float f;
  char word[32], c;
  n = sscanf("10 -20 0x1f 3.25 1e3 hello z 077", "%d %d %x %lf %f %31s %c %lo",
             &a, &b, &u, &d, &f, word, &c, &l);
  printf("%d: %d %d %u %g %g %s %c %ld\n", n, a, b, u, d, (double) f, word, c,
         l);
  n = sscanf("abc123", "%[a-c]%d", word, &a);
  printf("%d: %s %d\n", n, word, a);
  n = sscanf("1,2;3", "%d,%*d;%n%d", &a, &n, &b);
  printf("%d %d\n", n, b);
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *end;
    errno = 0;
    d = strtod(texts[i], &end);
    printf("%s: %.17g %d %d %.9g\n", texts[i], d, (int) (end - texts[i]),
           errno, (double) strtof(texts[i], NULL));
  }
  printf("%g %ld %d\n", atof("2.5"), strtol("zz", NULL, 36), atoi(" -7x"));
  printf("%g %g %g %g\n", sqrt(2), floor(-1.5), fmod(7, 3), ldexp(1, 10));
  return 0;
}
