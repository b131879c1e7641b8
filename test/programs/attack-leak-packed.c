// A pointer at an odd place still points.
#include <stdlib.h>

struct __attribute__((packed)) odd { char tag; int *p; } kept;

int main(void) {
  kept.p = malloc(4);
  return 0;
}
