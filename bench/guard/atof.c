/* Floats from text: exploration has to go through strtod, native runs only have to try. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char line[256];
  double number = 0;
  if (fgets(line, sizeof line, stdin)) number = atof(line);
  printf("%d\n", (int) number);
  return 0;
}
