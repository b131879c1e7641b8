// Prints for a while; then a value that comes up late is the bug.
// matrix: endless
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  unsigned light = 1;
  for (;;) {
    putchar(light & 1 ? '|' : '-');
    light = light * 5 % 1009;
    if (light == 2) reach_error(); // expect: reach-error
  }
}
