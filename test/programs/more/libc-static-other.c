#include <math.h>
#include <string.h>

double other(double x) {
  static char left[] = "b";
  return cbrt(x) + (strcmp(left, "a") > 0);
}
