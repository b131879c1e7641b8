// Small numbers beside each other are no pointers.
#include <stdlib.h>

int table[4096];

int main(void) {
  for (int i = 0; i < 4096; i++) table[i] = i;
  char *p = malloc(3);          // expect: leak
  if (p) *p = 1;
  p = NULL;
  return 0;
}
