/* The classic: what realloc could not enlarge is forgotten. */
// options: --malloc-may-fail
#include <stdlib.h>

int main(void) {
  char *a = malloc(4);          // expect: leak
  if (!a) return 1;
  a = realloc(a, 8);
  free(a);
  return 0;
}
