// sources: more/shared.c
#include <assert.h>

extern int shared;
int bump(void);

static int counter = 1;

__attribute__((weak)) int overridden(void) { return 1; }

int main(void) {
  assert(bump() == 101 && counter == 1 && shared == 5);
  assert(overridden() == 2);
  return 0;
}
