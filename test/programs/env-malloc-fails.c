/* Each allocation may fail, inside the library as well. */
// options: --malloc-may-fail
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *a = malloc(4);
  if (!a) return 1;
  a[0] = 1;
  char *b = realloc(a, 8);
  b[1] = 1;                     // expect: null
  char *c = strdup("abc");
  c[0] = 'x';                   // expect: null
  free(b);
  free(c);
  return 0;
}
