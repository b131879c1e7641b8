// exit: 5
// verdict: proved-under-assumptions
// assumes: an address that is printed is the model's
// How many digits an address has is the machine's business.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *text;
  size_t n;
  FILE *f = open_memstream(&text, &n);
  if (!f) return 0;
  fprintf(f, "%p", (void *) &n);
  fclose(f);
  assert(n != 14);
  free(text);
  return 0;
}
