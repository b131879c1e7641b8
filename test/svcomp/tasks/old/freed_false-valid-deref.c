#include <stdlib.h>
int main(void) {
  char *p = malloc(1);
  if (!p) return 0;
  free(p);
  return *p;
}
