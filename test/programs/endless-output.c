// Prints for ever, and nothing makes it split: it comes back to what it was, which is no hang.
// matrix: endless
#include <stdio.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int light = 0, last = 0;
  for (;;) {
    puts(light ? "on" : "off");
    light = (light + 3) % 7;
    if (light > 6) reach_error();
    last = (int) (__VERIFIER_nondet_uint() % 4); /* an input, and no branch on it */
    if (light == 7) return last;
  }
}
