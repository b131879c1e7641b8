// Another object may get the same address, the old pointer stays dead; here it
// is not used any more.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  for (int i = 0; i < 5; i++) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = i;
    assert(*p == i);
    free(p);
    p = NULL;
    free(p);                            /* nothing happens */
  }
  return 0;
}
