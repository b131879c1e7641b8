// options: --sym=none
// exit: 5
// verdict: proved-under-assumptions
// assumes: no environment variable is set but LC_ALL=C and those of --env
// assumes: malloc_usable_size() is the size that was asked for
// What secure_getenv() finds and what an allocator gives are not the program's to say.
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  assert(!secure_getenv("HOME"));
  char *p = malloc(3);
  if (p) assert(malloc_usable_size(p) == 3);
  free(p);
  return 0;
}
